import {describe, expect, test} from 'vitest';
import type {EffectContext, Env, Task} from '../../core/screen.ts';
import {loadedScreen} from './loaded-screen.ts';
import type {LoadedState} from './spec.ts';

interface Fruit {
  readonly id: number;
  readonly name: string;
  readonly grams: number;
}

const fruit = (id: number, name: string, grams: number): Fruit => ({id, name, grams});
const FRUITS = [fruit(1, 'pear', 150), fruit(2, 'Apple', 120), fruit(3, 'apricot', 35), fruit(4, 'plum', 60)];

const screen = loadedScreen<Fruit, null>({
  title: 'Fruits',
  noun: ['fruit', 'fruits'],
  own: null,
  key: ({id}) => id,
  columns: [
    {
      id: 'name',
      title: 'name',
      cells: 10,
      grow: true,
      priority: 0,
      searched: true,
      text: ({name}) => name,
      sort: ({name}) => name,
    },
    {id: 'grams', title: 'grams', cells: 6, priority: 1, text: ({grams}) => `${grams}`, sort: ({grams}) => grams},
  ],
  detail: ({name}) => Array.from({length: 20}, () => name),
  load: () =>
    async function* () {
      yield {items: FRUITS, invalid: []};
    },
  empty: () => ['No fruits.'],
});

type State = LoadedState<Fruit, null>;
type Action = Parameters<typeof screen.update>[1];

const env: Env = {now: 1_000, size: {columns: 80, rows: 10}, connection: undefined};
const run = (state: State, ...actions: Action[]): {state: State; tasks: readonly Task<Action>[]} => {
  let tasks: readonly Task<Action>[] = [];
  let next = state;
  for (const action of actions) [next, ...tasks] = screen.update(next, action, env);
  return {state: next, tasks};
};
const loaded = (rows: readonly Fruit[]): Action => ({kind: 'rows-loaded', rows, unreadable: 0, at: 1, ms: 2});
const ready = run(screen.initial, {kind: 'list.enter'}, loaded(FRUITS)).state;
const down: Action = {kind: 'list.move', motion: 'down'};

const shown = (state: State): string[] => {
  const names: string[] = [];
  for (let selected = 0; selected < 10; selected++) {
    const row = selectedAt(state, selected);
    if (row !== undefined) names.push(row.name);
  }
  return names;
};
const selectedAt = (state: State, selected: number): Fruit | undefined => {
  const at = {...state, list: {...state.list, marked: new Map(), position: {selected, top: 0}}};
  const [task] = run(at, {kind: 'list.copy-json'}).tasks;
  return task?.kind === 'copy' ? (JSON.parse(String(task.text)) as Fruit) : undefined;
};
const selected = (state: State): string | undefined => selectedAt(state, state.list.position.selected)?.name;
const failure = {code: 'network', credentialRefused: false, message: 'away', hint: 'wait'} as const;

test('a list is read when its screen becomes active, and a failed refresh is retried and retains the rows', () => {
  expect(run(screen.initial, {kind: 'list.enter'}).tasks).toMatchObject([{kind: 'cancel'}, {name: 'load'}]);
  const {state, tasks} = run(ready, {kind: 'list.refresh'}, {kind: 'rows-failed', failure});
  expect(state.data.rows).toMatchObject({kind: 'stale', failure, data: FRUITS});
  expect(tasks).toMatchObject([{name: 'due', background: true}]);
  expect(run(state, {kind: 'rows-due'}).tasks).toMatchObject([{kind: 'cancel'}, {name: 'load'}]);
});

describe('sorting', () => {
  test("the sort command sorts by each column, then in the gateway's order, and another command reverses the rows", () => {
    const byName = run(ready, {kind: 'list.sort'}).state;
    expect(shown(byName)).toEqual(['Apple', 'apricot', 'pear', 'plum']);
    const byGrams = run(byName, {kind: 'list.sort'}).state;
    expect(shown(byGrams)).toEqual(['apricot', 'plum', 'Apple', 'pear']);
    expect(shown(run(byGrams, {kind: 'list.reverse'}).state)).toEqual(['pear', 'Apple', 'plum', 'apricot']);
    expect(shown(run(byGrams, {kind: 'list.sort'}).state)).toEqual(['pear', 'Apple', 'apricot', 'plum']);
  });

  test('sorting keeps the same row selected, and rows that arrive later are sorted too', () => {
    const plum = run(ready, {kind: 'list.move', motion: 'last'}, {kind: 'list.sort'}).state;
    expect(selected(plum)).toBe('plum');
    const more = run(plum, loaded([...FRUITS, fruit(5, 'cherry', 8)])).state;
    expect(shown(more)).toEqual(['Apple', 'apricot', 'cherry', 'pear', 'plum']);
    expect(selected(more)).toBe('plum');
  });
});

describe('the text filter', () => {
  const search = (text: string): Action => ({kind: 'list.search', text});

  test('a text filter shows the rows that match, ignores case if it is in lower case, and is inverted by !', () => {
    expect(shown(run(ready, search('ap')).state)).toEqual(['Apple', 'apricot']);
    expect(shown(run(ready, search('Ap')).state)).toEqual(['Apple']);
    expect(shown(run(ready, search('!^p')).state)).toEqual(['Apple', 'apricot']);
    expect(shown(run(ready, search('35')).state)).toEqual([]);
    expect(shown(run(ready, search('m$')).state)).toEqual(['plum']);
  });

  test('a text filter keeps the same row selected, and all rows are shown again after the filter is cleared', () => {
    const apricot = run(ready, down, down).state;
    const found = run(apricot, search('ap')).state;
    expect(selected(found)).toBe('apricot');
    const ended = run(found, {kind: 'list.end-search'}).state;
    expect([shown(ended).length, selected(ended)]).toEqual([4, 'apricot']);
    expect(shown(run(found, search('')).state)).toHaveLength(4);
  });

  test('a text filter that is not a valid regular expression is rejected with an error message', () => {
    const {state, tasks} = run(ready, search('('));
    expect(state.list.search).toBeUndefined();
    expect(tasks).toMatchObject([{kind: 'flash', tone: 'error'}]);
  });
});

describe('the selection', () => {
  test('a row that moves to another index stays selected, and its details stay open', () => {
    const open = run(
      ready,
      down,
      {kind: 'list.open'},
      loaded([FRUITS[3], FRUITS[1]].filter(row => row !== undefined)),
    ).state;
    expect([selected(open), open.list.open]).toEqual(['Apple', true]);
  });

  test('if the selected row is removed, the nearest row is selected and the details close', () => {
    const last = run(ready, {kind: 'list.move', motion: 'last'}, {kind: 'list.open'}).state;
    const left = run(last, loaded(FRUITS.slice(0, 2))).state;
    expect([selected(left), left.list.open]).toEqual(['Apple', false]);
    expect(selected(run(left, loaded([])).state)).toBeUndefined();
  });
});

describe('marks', () => {
  const mark: Action = {kind: 'list.mark'};

  test('the mark command toggles the mark of a row and selects the next row', () => {
    const {state} = run(ready, mark, mark);
    expect([...state.list.marked.keys()]).toEqual([1, 2]);
    expect(selected(state)).toBe('apricot');
    expect([...run(state, {kind: 'list.move', motion: 'first'}, mark).state.list.marked.keys()]).toEqual([2]);
    expect(run(state, {kind: 'list.clear-marks'}).state.list.marked.size).toBe(0);
  });

  test('after a refresh, marked rows have their new values, and removed rows are no longer marked', () => {
    const {state} = run(ready, mark, mark, loaded([fruit(2, 'Apple', 130)]));
    expect([...state.list.marked.values()]).toEqual([fruit(2, 'Apple', 130)]);
  });

  test('each marked row is copied as one line of JSON', () => {
    const [task] = run(ready, mark, mark, {kind: 'list.copy-json'}).tasks;
    expect(task).toMatchObject({kind: 'copy', what: '2 fruits as JSON'});
    const lines = task?.kind === 'copy' ? String(task.text).split('\n') : [];
    expect(lines.map(line => JSON.parse(line))).toEqual(FRUITS.slice(0, 2));
  });
});

test('details do not scroll beyond their last line', () => {
  const open = run(ready, {kind: 'list.open'}).state;
  const scrolled = (state: State, motion: 'page-down' | 'first' | 'last' | 'down') =>
    screen.update(state, {kind: 'list.move', motion}, env)[0];
  const end = scrolled(scrolled(scrolled(open, 'page-down'), 'page-down'), 'page-down');
  expect(end.list.detailTop).toBe(11);
  expect(scrolled(end, 'first').list.detailTop).toBe(0);
  const next = scrolled(end, 'down');
  expect([next.list.detailTop, selected(next)]).toEqual([0, 'Apple']);
});

test('columns can be hidden, and the command to choose columns opens a dialog', () => {
  const hidden = new Set(['grams']);
  const {state} = run(ready, {kind: 'list.columns', hidden});
  expect(state.list.hidden).toBe(hidden);
  const [task] = run(ready, {kind: 'list.ask-columns'}).tasks;
  expect(task?.kind).toBe('dialog');
});

test('loading a list counts the malformed rows and returns the others', async () => {
  const half = loadedScreen<Fruit, null>({
    title: 'Fruits',
    noun: ['fruit', 'fruits'],
    own: null,
    key: ({id}) => id,
    columns: [],
    load: () =>
      async function* () {
        yield {items: [fruit(1, 'pear', 150)], invalid: [{index: 0, raw: null, reason: 'expected an object'}]};
      },
    empty: () => ['No fruits.'],
  });
  const [, ...tasks] = half.update(half.initial, {kind: 'list.enter'}, env);
  const [load] = tasks.filter(task => task.kind === 'effect');
  const action = await load?.run({now: () => 1} as EffectContext, new AbortController().signal, () => undefined);
  expect(action).toMatchObject({kind: 'rows-loaded', rows: [{id: 1}], unreadable: 1});
});
