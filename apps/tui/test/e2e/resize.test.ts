import {expect, it} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import type {Cell} from '../pty/screen.ts';
import {startConsole} from './support/console.ts';
import {startGateway, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {manyEntries} from './support/logs.ts';

const STATUS_ROWS = [2, 3];

/** All cells but those of the status line, which says how old the data is. */
const steady = (pty: Pty): Cell[][] => pty.frame().filter((_, y) => !STATUS_ROWS.includes(y));
const alike = (one: Cell[][], other: Cell[][]): boolean => JSON.stringify(one) === JSON.stringify(other);
const entries = (pty: Pty): string[] => pty.screen().flatMap(row => /^ [▌ ] .*(entry \d+ of)/.exec(row)?.[1] ?? []);

/** Draws the whole screen anew: it has to look as before, or something was left over. */
const expectNothingLeftOver = async (pty: Pty): Promise<void> => {
  const before = steady(pty);
  const entered = pty.output().split('\u001B[?1049h').length;
  press(pty, 'global.repaint');
  await pty.waitFor(() => pty.output().split('\u001B[?1049h').length > entered && alike(steady(pty), before));
  expect(pty.frame().at(-1)?.at(-1)).toMatchObject({width: 1, inverse: false});
  expect(pty.frame().at(-1)?.at(-1)?.chars.trim()).toBe('');
};

it.each(['error-logs', 'tokens', 'session'])('shows the %s tab at any size', async tab => {
  const {url} = await startGateway({seed: {error_logs: manyEntries(300)}});
  const pty = await startConsole(['--url', url, '--tab', tab], {env: withToken});
  await pty.waitFor({'error-logs': '300 entries', tokens: '1 API token ', session: 'Account source'}[tab] ?? '');
  const first = steady(pty);

  for (const [cols, rows] of [
    [40, 12],
    [80, 24],
  ] as const) {
    pty.resize(cols, rows);
    await pty.waitFor(() => /q quit/.test(pty.row(rows - 1)) && pty.row(0).includes('127.0.0.1'));
    if (tab === 'error-logs') await pty.waitFor(() => entries(pty).length >= 7);
    expect(entries(pty)).toEqual(entries(pty).map((_, at) => `entry ${300 - at} of`));
    await expectNothingLeftOver(pty);
  }

  pty.resize(30, 8);
  await pty.waitFor('needs 40x12, has 30x8');
  expect(pty.screen().filter(row => row !== '')).toHaveLength(1);

  pty.resize(120, 36);
  await pty.waitFor(() => alike(steady(pty), first));
  await expectNothingLeftOver(pty);
});

it('keeps the selected entry in view', async () => {
  const {url} = await startGateway({seed: {error_logs: manyEntries(300)}});
  const pty = await startConsole(['--url', url, '--tab', 'error-logs'], {env: withToken});
  await pty.waitFor('300 entries');
  press(pty, 'error-logs.page-down');
  await pty.waitFor(() => !entries(pty).includes('entry 300 of'));
  const before = /▌ .*(entry \d+ of)/.exec(pty.screen().join('\n'))?.[1] ?? 'none';
  press(pty, 'error-logs.down');
  await pty.waitFor(() => !new RegExp(`▌ .*${before}`).test(pty.screen().join('\n')));
  const selected = /▌ .*(entry \d+ of)/.exec(pty.screen().join('\n'))?.[1] ?? 'none';
  pty.resize(40, 12);
  await pty.waitFor(() => /q quit/.test(pty.row(11)) && new RegExp(`▌.*${selected}`).test(pty.screen().join('\n')));
  pty.resize(120, 36);
  await pty.waitFor(() => /q quit/.test(pty.row(35)) && new RegExp(`▌.*${selected}`).test(pty.screen().join('\n')));
});
