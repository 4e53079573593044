import {expect, test} from 'vitest';
import {liveCommands} from '../../commands/command.ts';
import type {Env, Screen, Task} from '../../core/screen.ts';
import {besideScreen} from './screen.tsx';

type MainAction = {readonly kind: 'enter' | 'resized'} | {readonly kind: 'pick'; readonly value: string};
type SideAction = {readonly kind: 'enter' | 'go'} | {readonly kind: 'load'; readonly value: string};

const effectOf = <A,>(name: string, action: A): Task<A> => ({
  kind: 'effect',
  name,
  run: async () => action,
  failed: () => action,
});
const command = {title: 'Do it', keys: ['x'], group: 'View'} as const;

/** Keeps a value and the widths that it was updated with. */
const main: Screen<{readonly value: string; readonly columns: readonly number[]}, MainAction> = {
  title: 'Main',
  initial: {value: 'a', columns: []},
  enter: {kind: 'enter'},
  resized: {kind: 'resized'},
  update: (state, action, {size}) => [
    {value: action.kind === 'pick' ? action.value : state.value, columns: [...state.columns, size.columns]},
    effectOf<MainAction>('load', {kind: 'pick', value: 'b'}),
  ],
  commands: [{...command, id: 'pick', action: {kind: 'pick', value: 'b'}}],
  address: ({value}) => ({value}),
  View: () => null,
};
const side: Screen<{readonly value: string}, SideAction> = {
  title: 'Side',
  initial: {value: ''},
  enter: {kind: 'enter'},
  update: (state, action) => {
    if (action.kind === 'load') return [{value: action.value}, effectOf<SideAction>('load', {kind: 'enter'})];
    return action.kind === 'go' ? [state, {kind: 'goto', screen: 'main', params: {}}] : [state];
  },
  open: ({value = ''}) => ({kind: 'load', value}),
  commands: [
    {...command, id: 'go', action: {kind: 'go'}},
    {...command, id: 'other', action: {kind: 'go'}},
  ],
  View: () => null,
};
const screen = besideScreen({
  ...{main, side, sideId: 'side', keys: ['V'], title: 'Show or hide it', group: 'Explore', commands: ['go']},
  follow: ({value}) => ({value}),
});
type State = typeof screen.initial;
type Action = Parameters<typeof screen.update>[1];

const wide: Env = {now: 0, size: {columns: 200, rows: 40}, connection: undefined};
const narrow: Env = {...wide, size: {columns: 159, rows: 40}};
const step = (state: State, action: Action, env = wide) => screen.update(state, action, env);
const namesOf = (tasks: readonly Task<Action>[]) => tasks.map(task => ('name' in task ? task.name : task.kind));
const keys = (state: State) =>
  liveCommands(screen.commands, state, {send: () => undefined, now: () => 0}).map(({id}) => id);
const toggle = {part: 'both', kind: 'toggle'} as const;
const entered = (env = wide) => step(screen.initial, screen.enter, env)[0];

test('the side follows the main screen while it is shown, and reads nothing while it is hidden', async () => {
  const hidden = entered();
  const [picked, ...none] = step(hidden, {part: 'main', action: {kind: 'pick', value: 'c'}});
  expect(namesOf(none)).toEqual(['load']);
  const [shown, ...tasks] = step(picked, toggle);
  expect(namesOf(tasks)).toEqual(['side-load', 'load']);
  expect(shown.side).toEqual({value: 'c'});
  // The same data are not read again.
  expect(namesOf(step(shown, {part: 'main', action: {kind: 'pick', value: 'c'}}).slice(1) as Task<Action>[])).toEqual([
    'load',
  ]);
  const [followed] = step(shown, {part: 'main', action: {kind: 'pick', value: 'd'}});
  expect(followed.side).toEqual({value: 'd'});
  const [read] = tasks;
  if (read?.kind !== 'effect') return expect.fail('no effect');
  const action = await read.run({} as never, new AbortController().signal, () => undefined);
  expect(action).toEqual({part: 'side', action: {kind: 'enter'}});
});

test('the main screen has the columns that the side leaves', () => {
  const [shown] = step(entered(), toggle);
  expect(shown.main.columns).toEqual([200, 200 - 72 - 1]);
  const [hidden] = step(shown, toggle);
  expect(hidden.main.columns.at(-1)).toBe(200);
});

test('keys go to one of them, and back to the main screen where the side goes to its entries', () => {
  expect(keys(entered())).toEqual(['pick', 'side']);
  const [shown] = step(entered(), toggle);
  expect(keys(shown)).toEqual(['side-go', 'side', 'side-close']);
  const [left] = step(shown, {part: 'both', kind: 'focus'});
  expect(keys(left)).toEqual(['pick', 'side', 'side-focus']);
  const [gone, task] = step(shown, {part: 'side', action: {kind: 'go'}});
  expect(task).toMatchObject({kind: 'goto'});
  expect(keys(gone)).toEqual(keys(left));
});

test('without room it is shown on its own tab, and one that was shown has no keys', () => {
  const [same, task] = step(entered(narrow), toggle, narrow);
  expect(task).toEqual({kind: 'goto', screen: 'side', params: {value: 'a'}});
  expect(same.isShown).toBe(false);
  const [shown] = step(entered(), toggle);
  const [small] = step(shown, {part: 'both', kind: 'resized'}, narrow);
  expect(keys(small)).toEqual(['pick', 'side']);
  expect(small.main.columns.at(-1)).toBe(159);
  const [wider] = step(small, {part: 'both', kind: 'resized'});
  expect(wider.main.columns.at(-1)).toBe(127);
});
