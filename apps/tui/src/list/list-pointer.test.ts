import {renderToString} from 'ink';
import {createElement} from 'react';
import {describe, expect, test} from 'vitest';
import type {PointerEvent} from '../core/pointer-event.ts';
import {idle} from '../core/remote.ts';
import type {Env} from '../core/screen.ts';
import {plainUi} from '../ui/context.ts';
import type {ListScreenState} from './list.ts';
import {listScreen} from './list-screen.ts';

interface Row {
  readonly name: string;
  readonly grams: number;
}
type State = ListScreenState<Row, null>;

const ROWS: readonly Row[] = [
  {name: '梨', grams: 150},
  {
    name: 'apple, a long name that is wrapped to several lines if the operator wants to read the whole text of it',
    grams: 120,
  },
  {name: '🍋 lemon', grams: 80},
  {name: 'plum', grams: 60},
  {name: 'plum', grams: 60},
  {name: 'plum', grams: 60},
  {name: 'fig', grams: 50},
];

const screen = listScreen<Row, null, {readonly kind: 'banner'; readonly at: string}>({
  title: 'Fruits',
  noun: ['fruit', 'fruits'],
  initial: null,
  columns: [
    {id: 'name', cells: 20, grow: true, priority: 0, text: ({name}) => name, sort: ({name}) => name},
    {
      id: 'g',
      title: 'グラム',
      cells: 9,
      fits: 3,
      priority: 1,
      text: ({grams}) => `${grams}`,
      sort: ({grams}) => grams,
    },
    {id: 'note', cells: 6, priority: 2, text: () => 'note'},
  ],
  key: ({name}) => name,
  rows: () => ({count: ROWS.length, rowAt: index => ROWS[index]}),
  // Three rows are drawn as one, below a line with a time gap.
  groups: () => index => (index > 2 && index < 6 ? {from: 3, to: 6, above: '1 h later'} : {from: index, to: index + 1}),
  pinned: () => ROWS.slice(-1),
  banner: {rows: () => 2, lines: () => ['bars', 'letters', 'times']},
  pointedInBanner: (_state, {kind, row, column}) => ({action: {kind: 'banner', at: `${kind} ${row},${column}`}}),
  detail: ({name}) => [name],
  update: state => [state],
  read: state => [state],
  remote: () => idle,
  status: () => ({left: [], right: []}),
  empty: () => [],
});

const env: Env = {now: 0, size: {columns: plainUi.columns, rows: plainUi.rows}, connection: undefined};

const run = (state: State, ...actions: Parameters<typeof screen.update>[1][]): State =>
  actions.reduce((before, action) => screen.update(before, action, env)[0], state);

const pointed = (state: State, event: Partial<PointerEvent>) => {
  const cell = {column: event.column ?? 10, row: event.row ?? 0};
  return screen.pointed?.(state, {kind: 'press', from: cell, ...event, ...cell}, env);
};

const linesOf = (state: State): readonly string[] => renderToString(createElement(screen.View, {state})).split('\n');

/** Maps the first characters of each drawn line to the index of the row that a press on the line selects. */
const rowsByLine = (state: State): Readonly<Record<string, number>> =>
  Object.fromEntries(
    linesOf(state).flatMap((line, row) => {
      const found = pointed(state, {row});
      return typeof found === 'object' && found.action.kind === 'list.select'
        ? [[line.trim().split(/ {2,}/)[0]?.replace('▌ ', '').slice(0, 10), found.action.index]]
        : [];
    }),
  );

describe('presses', () => {
  test('a press on a line selects the row that is drawn there, and a press elsewhere selects nothing', () => {
    const rows = {梨: 0, '🍋 lemon': 2, '1 h later': 3, plum: 3, fig: 6};
    expect(rowsByLine(screen.initial)).toEqual({...rows, 'apple, a l': 1});
    const wrapped = rowsByLine(run(screen.initial, {kind: 'list.wrap'}));
    expect(wrapped).toMatchObject({...rows, 'apple, a l': 1});
    expect(Object.values(wrapped).filter(index => index === 1)).toHaveLength(2);
  });

  test('a press in a scrolled list selects the row under the pointer', () => {
    const scrolled = {...screen.initial, list: {...screen.initial.list, position: {selected: 6, top: 2}}};
    expect(rowsByLine(scrolled)).toEqual({'🍋 lemon': 2, '1 h later': 3, plum: 3, fig: 6});
  });

  test('a press selects a row, and a second press opens it', () => {
    const row = linesOf(screen.initial).findIndex(line => line.includes('lemon'));
    const action = pointed(screen.initial, {row});
    expect(action).toEqual({action: {kind: 'list.select', index: 2}});
    expect(run(screen.initial, {kind: 'list.select', index: 2}).list.position).toEqual({selected: 2, top: 0});
    expect(pointed(screen.initial, {row, kind: 'double'})).toBe('enter');
    expect(pointed(screen.initial, {row, kind: 'drag'})).toBeUndefined();
    expect(pointed(run(screen.initial, {kind: 'list.open'}), {row})).toBeUndefined();
  });

  test('a press on the title of a column sorts by it, and a second press reverses the order', () => {
    const heads = linesOf(screen.initial);
    const row = heads.findIndex(line => line.includes('グラム'));
    const before = heads[row]?.split('グラム')[0]?.length ?? 0;
    // The title has three wide characters, which take six cells.
    const sortedAt = Array.from({length: 80}, (_, column) => pointed(screen.initial, {row, column})).flatMap(
      (found, column) =>
        typeof found === 'object' && found.action.kind === 'list.sort-by' ? [[column, found.action.column]] : [],
    );
    const columns = sortedAt.filter(([, id]) => id === 'g').map(([column]) => column);
    expect(columns).toEqual(Array.from({length: 6}, (_, at) => before + at));
    expect(sortedAt[0]).toEqual([3, 'name']);
    expect(new Set(sortedAt.map(([, id]) => id))).toEqual(new Set(['name', 'g']));
    const byGrams = {kind: 'list.sort-by', column: 'g'} as const;
    const sorts = [[byGrams], [byGrams, byGrams], [byGrams, byGrams, byGrams]].map(
      actions => run(screen.initial, ...actions).list.sort,
    );
    expect(sorts).toEqual([false, true, false].map(descending => ({column: 'g', descending})));
  });
});

test('a press, double press or drag that begins in the banner is sent to it, even if the drag ends outside', () => {
  expect(pointed(screen.initial, {row: 1})).toEqual({action: {kind: 'banner', at: 'press 1,10'}});
  expect(pointed(screen.initial, {row: 3, kind: 'double'})).toEqual({action: {kind: 'banner', at: 'double 3,10'}});
  const drag = {kind: 'drag', row: 20, column: 30, from: {row: 2, column: 5}} as const;
  expect(pointed(screen.initial, drag)).toEqual({action: {kind: 'banner', at: 'drag 20,30'}});
  expect(pointed(screen.initial, {row: 0})).toBeUndefined();
  expect(pointed(run(screen.initial, {kind: 'list.open'}), {row: 1})).toBeUndefined();
});

test('the wheel moves the list by three lines, and scrolls the details while they are open', () => {
  expect(pointed(screen.initial, {kind: 'wheel-down'})).toEqual({action: {kind: 'list.move', motion: 'wheel-down'}});
  const opened = run(screen.initial, {kind: 'list.open'});
  expect(pointed(opened, {kind: 'wheel-up'})).toEqual({action: {kind: 'list.move', motion: 'wheel-up'}});
});
