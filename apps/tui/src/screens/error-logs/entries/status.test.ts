import {placePage, requested} from '@edge-console/client/rows';
import {expect, test} from 'vitest';
import {clientEntries, clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import {openedLogs} from '../../../../test/support/log-screen.ts';
import {initialList} from '../../../list/list.ts';
import {parseSearch, type Search} from '../../../list/rows/search.ts';
import {createMutes} from '../../../saved/mutes.ts';
import {cellWidth} from '../../../text/width.ts';
import {charset} from '../../../theme/glyphs.ts';
import {plainPaint} from '../../../theme/theme.ts';
import type {Ui} from '../../../ui/context.ts';
import {statusLine} from '../../../ui/status-line.ts';
import {emptyList} from '../kept/kept-list.ts';
import {initialLogs, type LogData} from '../log-state.ts';
import {logStatus} from './status.ts';

const page = {items: clientEntries(3), invalid: [], count: 184_203, page: 1, pageSize: 100};
const ready: LogData = {
  ...initialLogs,
  rows: placePage(initialLogs.rows, page, {requested: requested(initialLogs.rows), keep: []}),
  seenEnd: 184_203,
  link: {kind: 'ready', data: null, at: 0, ms: 12},
};
const failure = {code: 'network' as const, credentialRefused: false, message: 'away', hint: 'wait'};
const uiOf = (columns: number, now: number): Ui => ({
  paint: plainPaint,
  ...charset(false),
  say: text => text,
  clock: {now: () => now, subscribe: () => () => undefined},
  columns,
  rows: 20,
});
const line = (data: LogData, columns = 120, now = 1_000): string => {
  const ui = uiOf(columns, now);
  return statusLine({...logStatus({list: initialList, data}, ui), link: data.link}, now, ui);
};

test('the status line shows the filter, the total and the age of the data', () => {
  expect(line(ready)).toContain('all levels   node any   app any   req any   any time');
  expect(line(ready)).toContain('184,203 entries   ▶ following   just now · < 50 ms');
  expect(cellWidth(line(ready))).toBeLessThan(120);
});

test('a narrow status line keeps the filter fields that are set, and cuts a long value', () => {
  const filter = {level: 4, req: `0000${'f'.repeat(60)}`, range: {}};
  expect(line({...ready, filter}, 100)).toMatch(/^ ≥ ERROR {3}req 0000f+… {3,}184,203 entries/);
});

test.each<[NonNullable<LogData['kept']>['state'], number, string, number?]>([
  ['reading', 120, '312 kept of 41,200 read'],
  ['complete', 60, '312 kept of 41,200 read, exact'],
  ['complete', 40, '312 of 41,200 read'],
  ['reading', 40, '312 of 41,200 read so far'],
  ['stopped', 40, '312 of 41,200 read, stopped'],
  ['complete', 60, '312 kept of 41,200 read, 3 malformed, exact', 3],
])(
  'for a read that is %s, the status line of %i columns shows its extent: %s',
  (state, columns, words, malformed = 0) => {
    const conditions = [{verb: 'keep', text: 'upstream:10.1.0.9:8080'}] as const;
    const list = {...emptyList, entries: clientEntries(312)};
    const base = {backTo: 1_000_000, stopReason: undefined, awaited: 0, isFollowed: true, failures: 0};
    const kept = {...base, state, read: 41_200, malformed, all: ready.rows, list};
    const shown = line({...ready, filter: {range: {}, conditions}, kept}, columns);
    expect(shown).toContain(words);
    expect(shown).toMatch(/ keep up/);
    expect(cellWidth(shown)).toBeLessThanOrEqual(columns);
  },
);

test('the status line counts new entries while paused, and says that the console applies the time range', () => {
  expect(line({...ready, following: false, seenEnd: 184_191})).toContain('‖ paused +12 new');
  expect(line({...ready, rangeAppliedBy: 'console'})).toContain('184,203 entries (range filtered here)');
});

test('the status line shows search, muted rows, total and follow state in this order', () => {
  const search = parseSearch('timed') as Search;
  const mutes = createMutes([{template: '<*>', reason: 'known', until: null}]);
  const {left, right} = logStatus({list: {...initialList, search}, data: {...ready, mutes}}, uiOf(120, 1_000));
  expect(left.at(-1)).toMatchObject({text: '/timed 0 found of 3 read', restricts: true});
  expect(right.filter(text => text !== '')).toEqual(['3 of 3 read muted', '184,203 entries', '▶ following']);
});

test('the status line of a followed list reports an unusually long time without entries', () => {
  const items = clientEntries(12).map((entry, at) => ({...entry, log_time: 10_000 - 20 * at}));
  const rows = placePage(initialLogs.rows, {...page, items}, {requested: requested(initialLogs.rows), keep: []});
  const wordsOf = (at: number, change: Partial<LogData> = {}): string | undefined =>
    line({...ready, rows, link: {kind: 'ready', data: null, at: at * 1000, ms: 12}, ...change}, 160, at * 1000);
  expect(wordsOf(10_000 + 60)).not.toContain('no entry for');
  expect(wordsOf(10_000 + 12 * 60 + 30)).toMatch(/no entry for 12m {3}184,203 entries {3}▶ following {3}just now/);
  // Arrival times use the console's clock, which may differ from the clock of the entries.
  expect(wordsOf(10_000 + 2 * 86_400)).not.toContain('no entry for');
  expect(wordsOf(10_000 + 12 * 60, {arrivedAt: 10_000_000 + 11 * 60_000})).not.toContain('no entry for');
  expect(wordsOf(10_000 + 720, {following: false})).not.toContain('no entry for');
  expect(wordsOf(10_000 + 720, {filter: {range: {to: 10_000}}})).not.toContain('no entry for');
  // Without a response from the gateway, only the age of the data is shown.
  const stale = {kind: 'stale', data: null, at: 10_000_000, failure, retryAt: 10_800_000} as const;
  expect(wordsOf(10_000 + 720, {link: stale})).not.toContain('no entry for');
  const few = {...ready.rows, slots: new Map([...rows.slots].slice(0, 9))};
  expect(wordsOf(10_000 + 720, {rows: few})).not.toContain('no entry for');
});

test('a poll with a new or repeated entry sets the time of the last arrival', async () => {
  const logs = createLogClient(clientEntries(20));
  const screen = await openedLogs(logs);
  await screen.poll();
  expect(screen.data().arrivedAt).toBeUndefined();
  logs.entries.unshift(clientEntry(21));
  await screen.poll();
  expect(screen.data().arrivedAt).toBeDefined();
});

test('the status line says how old stale data is and when the next attempt is', () => {
  const stale: LogData = {...ready, link: {kind: 'stale', data: null, at: 0, failure, retryAt: 43_000}};
  expect(line(stale, 120, 40_000)).toContain('stale 40s · retrying in 3s');
});

test('control characters in a request id do not reach the terminal', () => {
  expect(line({...ready, filter: {req: '\u001b[2Jx', range: {}}})).toContain('req ␛[2Jx');
});

test('the status line shows the number of the selected match and of searched entries', () => {
  const search = parseSearch('.') as Search;
  const wordsOf = (data: LogData, selected: number): string =>
    logStatus(
      {list: {...initialList, search, position: {...initialList.position, selected}}, data},
      uiOf(120, 1_000),
    ).left.at(-1)?.text ?? '';
  expect(wordsOf(ready, 1)).toBe('/. 2/3 of 3 read');
  expect(wordsOf(ready, 90)).toBe('/. 3 found of 3 read');
  const whole = placePage(initialLogs.rows, {...page, count: 3}, {requested: requested(initialLogs.rows), keep: []});
  expect(wordsOf({...ready, rows: whole}, 2)).toBe('/. 3/3');
});
