import {placePage} from '@edge-console/client/rows';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {clientEntry} from '../../../../../test/support/log-client.ts';
import {createDeployTest} from '../../../../explore/deploys.ts';
import {initialList} from '../../../../list/list.ts';
import {parseSearch, type Search} from '../../../../list/rows/search.ts';
import {charset} from '../../../../theme/glyphs.ts';
import type {Role} from '../../../../theme/theme.ts';
import {initialLogs, type LogData, type LogsState} from '../../log-state.ts';
import {noRows} from '../../model/log-rows.ts';
import type {HistogramCell} from '../cells.ts';
import {createEntryCounts} from '../counts/entry-counts.ts';
import {histogramBanner} from './banner.ts';
import {cellMarks} from './marks.ts';

const BEGIN = 1_800_000_000;
const STEP = 600;
const RELOAD = '2027/01/15 08:40:00 [notice] 1#1: signal 1 (SIGHUP) received from 1, reconfiguring';

const cells: readonly HistogramCell[] = Array.from({length: 8}, (_, at) => ({
  ...{from: BEGIN + at * STEP, to: BEGIN + (at + 1) * STEP - 1, count: 5, worst: 4},
  open: at === 7,
}));

/** All entries are loaded. `logs` are the texts of the entries by cell. */
const stateWith = (logs: Readonly<Record<number, string>>, data: Partial<LogData> = {}): LogsState => {
  const items = cells
    .map(({from}, at) => clientEntry(at + 1, {log: logs[at] ?? 'other', log_time: from + 10, level: 4}))
    .toReversed();
  const page = {items, invalid: [], count: items.length, page: 1, pageSize: noRows.frame.pageSize};
  const rows = placePage(noRows, page, {requested: {clock: 0, end: 0}, keep: []});
  const histogram = {...initialLogs.histogram, counts: {cells, badge: 'exact', known: new Map()}} as const;
  const deploySigns = {expressions: [], isDeploy: createDeployTest({})};
  return {list: initialList, data: {...initialLogs, rows, histogram, deploySigns, times: 'utc', ...data}};
};

const searching = (state: LogsState, text: string): LogsState => ({
  ...state,
  list: {...initialList, search: parseSearch(text) as Search},
});

/** Without levels, the histogram has no letters. */
const unknown = ({data: {histogram}}: LogsState): LogData['histogram'] => ({
  ...histogram,
  counts: {cells: cells.map(cell => ({...cell, worst: undefined})), badge: 'exact', known: new Map()},
});

const draw = (state: LogsState, {rows = 25, ascii = false} = {}): readonly string[] => {
  const paint = (role: Role, text: string): string => (role === 'match' ? `<${text}>` : text);
  const clock = {now: () => 0, subscribe: () => () => undefined};
  const ui = {paint, ...charset(ascii), say: (text: string) => text, clock, columns: 120, rows};
  return histogramBanner().lines(state, {ui, now: (BEGIN + 8 * STEP) * 1000});
};
const timesLine = (...args: Parameters<typeof draw>): string => draw(...args).at(-1) ?? '';

test('the line of times has ticks for deploys among loaded entries and for bookmarks named deploy', () => {
  const bookmark = {id: 99, time: BEGIN + 5 * STEP, note: 'Deploy 4.2'};
  const state = stateWith({4: RELOAD}, {bookmarks: [bookmark, {...bookmark, id: 98, time: BEGIN, note: 'odd'}]});
  expect(cellMarks(state, cells).deploys).toEqual([0, 0, 0, 0, 1, 1, 0, 0]);
  expect([...timesLine(state)].flatMap((character, at) => (character === '▲' ? [at] : []))).toEqual([49, 61]);
  expect(timesLine(state, {ascii: true})).toMatch(/08:30-+\^-{11}\^-+09:00-/);
});

test('a deploy entry with a deploy bookmark counts as one deploy', () => {
  const state = stateWith({4: RELOAD}, {bookmarks: [{id: 5, time: BEGIN + 4 * STEP + 10, note: 'deploy'}]});
  expect(cellMarks(state, cells).deploys).toEqual([0, 0, 0, 0, 1, 0, 0, 0]);
});

test('a deploy tick replaces the time at its position', () => {
  expect(timesLine(stateWith({6: RELOAD}))).toMatch(/08:50─+▲─+09:10─/);
  expect(timesLine(stateWith({}))).toMatch(/08:50─+09:00─+09:10─/);
});

test('times replace deploy ticks if a gateway reloads constantly', () => {
  const state = stateWith(Object.fromEntries(cells.map((_, at) => [at, RELOAD])));
  expect(timesLine(state)).toMatch(/^─08:00─+08:10─/);
  expect(timesLine(state, {rows: 19})).toMatch(/^─08:00─+▲─+▲─/);
});

test('the label of a selected time range counts its deploys', () => {
  const state = stateWith({3: RELOAD, 4: RELOAD});
  const span = (first: number, last: number) => ({from: cells[first]?.from ?? 0, to: cells[last]?.to ?? 0});
  const labelOf = (first: number, last: number) =>
    draw({...state, data: {...state.data, histogram: {...state.data.histogram, span: span(first, last)}}})[0];
  expect(labelOf(3, 4)).toMatch(/ 10, 2 deploys$/);
  expect(labelOf(0, 1)).toMatch(/ 10 entries$/);
});

test('the histogram marks search matches by symbol or underline, and its label counts the tested entries', () => {
  const state = searching(stateWith({4: 'needle', 7: 'a Needle'}), 'needle');
  expect(timesLine(state)).toMatch(/08:30─+<0>8:40─+08:50─+09:00─+<0>9:10─/);
  expect(draw(state)[3]).toMatch(/ • in 8 read$/);
  expect(timesLine(state, {rows: 19})).toMatch(/08:30─+<E>─+E─+09:00─+<E>─+ • in 8 read $/);
  expect(timesLine({...state, data: {...state.data, histogram: unknown(state)}}, {rows: 19})).toMatch(/─<•>─/);
  expect(timesLine(stateWith({0: 'a needle'}))).not.toContain('<');
});

test('the histogram marks are the same with cached counts as without, for any loaded entries', () => {
  const counts = createEntryCounts();
  fc.assert(
    fc.property(fc.array(fc.record({at: fc.nat(7), text: fc.constantFrom(RELOAD, 'needle')}), {maxLength: 6}), logs => {
      const state = searching(stateWith(Object.fromEntries(logs.map(({at, text}) => [at, text]))), 'needle');
      expect(cellMarks(state, cells, counts)).toEqual(cellMarks(state, cells));
      expect(cellMarks(state, cells, counts)).toEqual(cellMarks(state, cells));
    }),
  );
});
