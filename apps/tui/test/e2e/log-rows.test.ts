import {describe, expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry, REQUEST_ID} from '../support/logs.ts';
import {similar} from '../support/similar.ts';
import {sizes} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const TAIL = 'client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/7 HTTP/1.1", host: "api.example.com"';
const CLOSED = 'upstream prematurely closed connection while reading response header from upstream';
const LUA = [
  `[lua] waf.lua:88: request ${REQUEST_ID} denied {"user":"ann","ids":[1,2]} \u001b[31mred\u0007`,
  'stack traceback:',
  "\t/edge/waf.lua:88: in function 'run'",
  '\taccess_by_lua:2: in main chunk, client: 10.0.7.9, server: api.example.com',
].join('\n');

/** Entries of one pattern, a gap of 14 minutes, a Lua error, and other entries 20 seconds apart. */
const entriesUntil = (newest: number) => {
  const before = newest - 30 - 840;
  return [
    ...Array.from({length: 45}, (_, at) =>
      logEntry(`*${at} ${CLOSED}, ${TAIL.replace('/7', `/${at % 3}`)}`, {log_time: newest - Math.floor(at / 15)}),
    ),
    logEntry(LUA, {log_time: before, level: 3, req_id: REQUEST_ID}),
    ...Array.from({length: 60}, (_, at) =>
      logEntry(at % 2 === 0 ? `signal ${at} received` : `cache file "/c/${at}" is too small`, {
        log_time: before - 20 * (at + 1),
        level: at % 2 === 0 ? 6 : 5,
        ...(at === 50 && {req_id: REQUEST_ID}),
      }),
    ),
  ];
};

// It is noon in this time zone, so entries of the last hours are from today and shown without dates.
const offset = new Date().getUTCHours() - 12;
const openShared = sharedConsole({
  // The newest entries are older than a histogram cell, so that their cell has ended.
  gateway: () => ({seed: {error_logs: entriesUntil(Math.floor(Date.now() / 1000) - 3600)}}),
  env: {TZ: `Etc/GMT${offset < 0 ? '' : '+'}${offset}`},
});

const open = async (size: {readonly cols: number; readonly rows: number}) => {
  const {console} = await openShared(size);
  await console.see('upstream prematurely');
  return console;
};

const BAR_ROWS: Readonly<Record<number, number>> = {50: 5, 36: 3, 24: 1};

const rowsOf = (console: Driver, pattern: RegExp): string[] => console.screen().filter(row => pattern.test(row));

describe.each(sizes('120x36', '80x24', '220x50'))('at $cols columns', size => {
  it('the list draws a histogram and time gaps, and keys fold, wrap, bookmark, pin and filter rows', async () => {
    const console = await open(size);

    // Bars are below the status line. The letters of the levels are below the bars, or in the line of times below a single
    // row of bars. The newest cell is at the right end.
    await console
      .see(/m each, exact$/m)
      .see(/most \d+ entries$/m)
      .see('┆');
    const bottom = 4 + (BAR_ROWS[size.rows] ?? 1) - 1;
    const [bars = '', letters = ''] = console.screen().slice(bottom, bottom + 2);
    const worst = letters.indexOf('C');
    expect(bars[worst]).toMatch(/[▁-█]/);
    expect(console.cell(worst, bottom)).toMatchObject({chars: bars[worst], bold: true});
    expect(console.cell(worst, bottom + 1)).toMatchObject({chars: 'C', bold: true});
    expect(bars.indexOf('┆')).toBeGreaterThan(worst);

    // A gap follows the folded entries.
    await console.press('error-logs.fold').see(/▌ [\d:]{8} +ERROR +×45 in 2s +upstream prematurely/);
    expect(rowsOf(console, /· 14m \d+s ·/)).toHaveLength(1);
    expect(rowsOf(console, /upstream prematurely.*(?:ERROR|×)/)).toHaveLength(rowsOf(console, /×45 .*×/).length);
    await console.press('error-logs.down').selected('[lua] waf.lua:88').press('error-logs.up').selected('×45');
    await console.press('error-logs.unfold').gone('×45').selected('upstream prematurely').press('error-logs.down');
    await console.selected('upstream prematurely').press('error-logs.fold');

    // The pinned row with its note stays in view.
    await console.press('error-logs.bookmark').see('Bookmark the entry').type('see ticket 7').press('dialog.submit');
    if (size.rows > 24) await console.see('bookmark: see ticket 7');
    await console
      .see(/^◆▌ /m)
      .press('error-logs.pin')
      .see(/^↑ {2}\S/m);
    await console
      .press('error-logs.last')
      .selected('cache file')
      .see(/^↑ .*upstream prematurely/m)
      .gone(/^◆/m);
    await console
      .press('error-logs.previous-bookmark')
      .see(/^◆▌ .*upstream prematurely/m)
      .press('error-logs.pin');
    await console.gone(/^↑/m);

    // Going back restores the filter from before the selected time range was applied.
    await console.press('error-logs.span-older').see(/\d\d:\d\d(?::\d\d)? to \d\d:\d\d/);
    // In a selected time range, the letters or times below the bars are reversed.
    expect(console.frame()[bottom + 1]?.findIndex(cell => cell.inverse)).toBeGreaterThan(0);
    await console
      .press('error-logs.span-show')
      .status(/\d\d:\d\d:\d\d to /)
      .press('error-logs.zoom-out');
    await console.status('106 entries');

    // Wrapping shows more of the Lua error, and the details show its stack.
    await console.press('error-logs.first').press('error-logs.next-error');
    await console.press('global.command-line').see('Command').type('search waf').press('dialog.run').status('/waf');
    await console.press('error-logs.first', 'error-logs.next-match').selected('[lua] waf.lua:88');
    if (size.cols === 80) {
      await console
        .press('error-logs.wrap')
        .see(/^ ▌ {20,}\S/m)
        .press('error-logs.wrap')
        .gone(/^ ▌ {20,}\S/m);
    }
    await console
      .press('error-logs.open')
      .see('Stack')
      .see(/\/edge\/waf\.lua:88 +in function 'run'/);
    await console
      .press('error-logs.last')
      .see('2 control characters shown as ␛ ␇')
      .see(/"user": "ann",/);
    await console.press('error-logs.first', 'error-logs.close').selected('[lua] waf.lua:88');

    await console
      .press('error-logs.pivot')
      .status('2 entries')
      .status(`req ${REQUEST_ID.slice(0, 4)}`);
    await console.press('global.back').status('106 entries').selected('[lua] waf.lua:88');
  });
});

const STYLES = [
  {name: 'in colour', more: {}, dim: true, bar: '█', sign: '┆'},
  {name: 'without colour', more: {NO_COLOR: '1'}, dim: true, bar: '█', sign: '┆'},
  {name: 'in ASCII and bright', more: {}, args: ['--ascii', '--theme', 'bright'], dim: false, bar: '8', sign: ':'},
];

it.each(similar(STYLES))(
  'each poll adds new entries to the newest bar of the histogram, $name',
  async style => {
    const {name: _, more, args = [], dim, bar, sign} = style;
    const gateway = await startGateway({seed: {error_logs: entriesUntil(Math.floor(Date.now() / 1000) - 2 * 86_400)}});
    const now = (count: number, level: number) =>
      gateway.store.errorLogs.append(
        Array.from({length: count}, (_each, at) =>
          logEntry(`refused ${at}`, {log_time: Math.floor(Date.now() / 1000), level}),
        ),
      );
    const console = await startConsole(['--url', gateway.url, ...args], {
      env: {...withToken, ...more},
      cols: 80,
      rows: 24,
    });
    // Each cell is a day, so the newest cell rarely ends during the test.
    await console.see('upstream prematurely').press('global.command-line').see('Command').type('range last 40d');
    await console.press('dialog.run').see(/1d each, exact$/m);
    const drawn = (most: string, letter: string) =>
      console.see(() => {
        const [bars = '', letters = ''] = console.screen().slice(4, 6);
        const at = bars.indexOf(bar + sign);
        const isLettered = letters.slice(at - 1, at + 1).includes(letter);
        return bars.trimEnd().endsWith(most) && at > 0 && isLettered && console.cell(at, 4).dim === dim;
      });
    await now(3_000, 4);
    await drawn('most 3,000 entries', 'E');
    await now(50, 2);
    await drawn('most 3,050 entries', 'C');
    await console.press('error-logs.span-spike').see('3,050 entries');
  },
  60_000,
);

it('at 40 columns the list has no histogram, but keys fold and wrap its rows', async () => {
  const console = await open({cols: 40, rows: 12});
  expect(console.screen().slice(0, 5).join('\n')).not.toMatch(/[▁-▇]|each, exact/);
  await console.press('error-logs.span-older').see('Entries over time need 60');
  await console.press('error-logs.fold').see(/▌ ERROR +×45 in 2s +upstream/);
  expect(rowsOf(console, /upstream/)).toHaveLength(1);
  await console
    .press('error-logs.wrap', 'error-logs.down')
    .selected('[lua] waf.lua:88')
    .see(/^ ▌ {5,}\S/m);
  await console
    .press('error-logs.pin')
    .see(/^↑ {2}\S/m)
    .press('error-logs.open')
    .see('server ')
    .press('error-logs.page-down')
    .see('Stack');
  await console.press('error-logs.close').selected('[lua]').press('error-logs.pivot').see('signal 50');
});
