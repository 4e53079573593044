import {expect, it} from 'vitest';
import type {Cell} from '../pty/terminal-screen.ts';
import type {Driver} from '../support/console/driver.ts';
import {manyEntries} from '../support/logs.ts';
import {sharedConsole} from './support/shared-console.ts';

const STATUS_ROWS = [2, 3];
const DAY = 86_400_000;

/** Leaves out the status line, where the age of the data changes. */
const steadyCells = (console: Driver): Cell[][] => console.frame().filter((_, y) => !STATUS_ROWS.includes(y));
const areEqual = (one: Cell[][], other: Cell[][]): boolean => JSON.stringify(one) === JSON.stringify(other);
const entriesOf = (console: Driver): string[] =>
  console.screen().flatMap(row => /^ [▌ ] .*(entry \d+ of)/.exec(row)?.[1] ?? []);
const drawsOf = (console: Driver): number => console.output().split('\u001B[?1049h').length;
/** The header is on the first row and the footer on the last. */
const WHOLE_FRAME = /^ ◆ t\d[\s\S]*q quit.*$/;

// An age in seconds would change between two frames, so the token is days old.
const openShared = sharedConsole({
  gateway: () => ({clock: () => new Date(Date.now() - 3 * DAY), seed: {error_logs: manyEntries(300)}}),
  firstTab: 'applications',
});

const open = async (tab: string): Promise<Driver> => {
  const {console, gateway} = await openShared();
  gateway.clock.advance(3 * DAY);
  // A change of the tab clears the message of the change of the profile.
  await console.see('no agent').press(`global.tab-${tab}`).see(WHOLE_FRAME);
  return console;
};

/** After a repaint, a different cell would be left over from another terminal size. */
const expectNothingLeftOver = async (console: Driver): Promise<void> => {
  const before = steadyCells(console);
  const draws = drawsOf(console);
  await console.press('global.repaint').see(() => drawsOf(console) > draws && areEqual(steadyCells(console), before));
  const corner = console.frame().at(-1)?.at(-1);
  expect(corner).toMatchObject({width: 1, inverse: false});
  expect(corner?.chars.trim()).toBe('');
};

it.each([
  ['error-logs', /300 entries[\s\S]*each, exact[\s\S]*id 300$/m, 7],
  ['tokens', /1 API token [\s\S]*for tests.* 3d ago +3d ago/, 0],
  ['session', /Account source/, 0],
])('the %s tab is drawn at every size', async (tab, content, entries) => {
  const console = await open(tab);
  await console.see(content);
  // `content` is drawn last.
  const first = steadyCells(console);

  for (const [cols, rows] of [
    [40, 12],
    [80, 24],
  ] as const) {
    await console
      .resize(cols, rows)
      .see(WHOLE_FRAME)
      .see(() => entriesOf(console).length >= entries);
    expect(entriesOf(console)).toEqual(entriesOf(console).map((_, at) => `entry ${300 - at} of`));
    await expectNothingLeftOver(console);
  }

  await console.resize(30, 8).see('needs 40x12, has 30x8');
  expect(console.screen().filter(row => row !== '')).toHaveLength(1);

  await console.resize(120, 36).see(() => areEqual(steadyCells(console), first));
  await expectNothingLeftOver(console);
});

it('a resize leaves the selected entry in view', async () => {
  const console = await open('error-logs');
  await console
    .status('300 entries')
    .press('error-logs.page-down')
    .see(() => !entriesOf(console).includes('entry 300 of'));
  const [, number = ''] = /entry (\d+) of/.exec(console.find('▌').row) ?? [];
  const selected = `entry ${Number(number) - 1} of`;
  await console
    .press('error-logs.down')
    .selected(selected)
    .resize(40, 12)
    .see(WHOLE_FRAME)
    .selected(selected)
    .resize(120, 36)
    .see(WHOLE_FRAME)
    .selected(selected);
});
