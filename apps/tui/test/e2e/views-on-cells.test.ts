import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {incident, NEWEST} from '../support/logs.ts';
import {sizes} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const SIZES = sizes('120x36', '80x24', '40x12', '200x50');

const TITLES = ['1 Session', '2 Tokens', '3 Error logs', '4 Applications'];
const VIEWS = [
  {key: 'error-logs.patterns', title: 'Patterns', mark: '▸P patterns', shows: /90 .*connect/},
  {key: 'error-logs.changes', title: 'Changes', mark: '▸W changes', shows: /▌ .*10\.1\.0\.9/},
  {key: 'error-logs.facets', title: 'Facets', mark: '▸v facets', shows: /CRIT +90/},
];

const RANGE = `${new Date((NEWEST - 899) * 1000).toISOString()} to ${new Date(NEWEST * 1000).toISOString()}`;

const openShared = sharedConsole({gateway: () => ({seed: {error_logs: incident()}})});

const open = async (size: (typeof SIZES)[number]): Promise<Driver> => {
  const {console} = await openShared(size);
  await console.see('upstream timed out');
  return console;
};

const command = (console: Driver, line: string) =>
  console.press('global.command-line').see('Command').type(line).press('dialog.run').gone('Command');

it.each(SIZES)('at $cols×$rows views of the error logs show the same filter in one status line', async size => {
  const console = await open(size);
  const hasViews = size.rows >= 16;
  const tabsLine = () => console.screen()[1] ?? '';
  const viewsLine = () => console.screen()[2] ?? '';
  await command(console, `range ${RANGE}`);
  await command(console, 'level warn');
  await console.see('≥ WARN').see('upstream timed out');
  if (size.cols >= 80) for (const title of TITLES) expect(tabsLine()).toContain(title);
  if (hasViews) {
    expect(viewsLine()).toMatch(/^▸Entries {3}P patterns {3}W changes {3}v facets {3}I findings *$/);
    expect(console.cell(1, 2)).toMatchObject({chars: 'E', bold: true});
    expect(console.cell(11, 2)).toMatchObject({chars: 'P', bold: false});
  }
  const status = () => console.screen()[hasViews ? 3 : 2] ?? '';
  const words = size.cols < 80 ? [/≥ WARN/, /2026-/] : [/^ ≥ WARN/, /2026-01-10 11:45:01 to 12:/];
  for (const pattern of words) expect(status()).toMatch(pattern);
  // Without the total and the age of the data, the status line has room for more texts.
  if (size.cols >= 120) await console.see(/149 entries {3}.* following {3}just now/);
  // Fields that are not set are shown only where there is room.
  const isSet = (text: string) => !text.endsWith(' any');
  const atEntries = status().trim().split(/ {2,}/).filter(isSet).slice(0, 2);
  for (const {key, title, mark, shows} of VIEWS) {
    await console.press(key).see(hasViews ? mark : `3 ${title}`);
    await console.see(shows);
    for (const pattern of words) expect(status(), title).toMatch(pattern);
    if (size.cols >= 120) for (const chip of atEntries) expect(status(), title).toContain(chip);
    expect(console.screen().at(-1)).toMatch(/ q quit *$/);
  }
  await console.press('error-logs.entries').see('upstream timed out');
  expect(tabsLine()).toContain('3 Error logs');
});

it('a filter set in one view applies to all views of the tab; back and forward restore views and filters', async () => {
  const console = await open({cols: 120, rows: 36});
  await console.press('error-logs.patterns').status('2 patterns');
  await command(console, 'level crit');
  await console.status('≥ CRIT').status('1 pattern').press('error-logs.facets').status('≥ CRIT');
  await console
    .see(/level +CRIT +90 +100 %/)
    .press('error-logs.entries')
    .status('≥ CRIT')
    .status('90 entries');
  await console.press('global.tab-tokens').see('for tests').press('global.tab-error-logs').status('90 entries');
  await console.press('global.back').see('for tests').press('global.back').status('90 entries');
  await console
    .press('global.back')
    .see(/level +CRIT +90 +100 %/)
    .press('global.back')
    .status('1 pattern');
  await console.press('global.back').status('2 patterns').press('global.back').status('330 entries');
  await console.press('global.forward').status('2 patterns').press('global.forward').status('≥ CRIT');
});

it('a range selected in the histogram becomes the time range of all views until the operator zooms out', async () => {
  const console = await open({cols: 120, rows: 36});
  await command(console, `range ${RANGE}`);
  await console
    .status('149 entries')
    .see(/each, exact/)
    .press('error-logs.span-spike')
    .see('show the span');
  const rangeShown = () => / (2026-01-10 \S+ to \S+) /.exec(console.screen()[3] ?? '')?.[1];
  const whole = rangeShown();
  await console.press('error-logs.facets').status(/ \d+ values/);
  const span = rangeShown();
  expect(span).not.toBe(whole);
  await console
    .press('error-logs.entries')
    .see('▸Entries')
    .see(() => rangeShown() === span);
  await console.press('error-logs.zoom-out').status('149 entries');
  await console
    .press('error-logs.facets')
    .see('▸v facets')
    .see(() => rangeShown() === whole);
});

it('the footer shows the keys to zoom in and out of a selected span, and + to keep a value', async () => {
  const console = await open({cols: 80, rows: 24});
  await command(console, `range ${RANGE}`);
  const footer = () => console.screen().at(-1);
  await console
    .status('149 entries')
    .see(/each, exact/)
    .key('*')
    .see(() => footer()?.includes('Enter show the span') === true)
    .key('+')
    .see('Keep only entries with the same')
    .key('esc')
    .gone('Keep only entries with the same')
    .key('enter')
    .see(() => footer()?.includes('Z zoom out') === true)
    .key('Z')
    .status('149 entries')
    .see(() => footer()?.includes('zoom out') === false);
});

it("--tab opens a view, and the view's key returns to the entries", async () => {
  const {url} = await startGateway({seed: {error_logs: incident()}});
  const console = await startConsole(['--url', url, '--tab', 'changes'], {env: withToken, cols: 80, rows: 24});
  await console.see('▸W changes').status('against just before').press('error-logs.changes').see('▸Entries');
  await console.see('upstream timed out').press('global.quit').exits(0);
});
