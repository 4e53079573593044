import {expect, test} from 'vitest';
import {stillConsole, stillHost} from '../../../test/support/layers.ts';
import {withOverrides} from '../../commands/overrides.ts';
import {mount} from '../../core/mount.ts';
import type {Host, Mounted, Screen} from '../../core/screen.ts';
import {mountWithPanel} from './facets-panel.tsx';

/** The screen records its width, and each action or its parameters. */
const recorder = (address: (text: string) => Readonly<Record<string, string>>) => {
  const notes: string[] = [];
  type Action = {readonly kind: 'enter' | 'leave' | 'resized' | 'go'} | {readonly kind: 'show'; readonly text: string};
  const command = {title: 'Go', keys: ['x'], group: 'View', action: {kind: 'go'}} as const;
  const screen: Screen<string, Action> = {
    title: 'Recorder',
    initial: 'all',
    enter: {kind: 'enter'},
    leave: {kind: 'leave'},
    resized: {kind: 'resized'},
    update: (state, action, {size}) => {
      notes.push(`${action.kind === 'show' ? action.text : action.kind} ${size.columns}`);
      if (action.kind === 'go') return [state, {kind: 'goto', screen: 'error-logs', params: {level: '3'}}];
      return [action.kind === 'show' ? action.text : state];
    },
    open: params => ({kind: 'show', text: JSON.stringify(params)}),
    address,
    pointed: (_state, {kind, column}) => ({action: {kind: 'show', text: `${kind} at ${column}`}}),
    commands: [{...command, id: 'go'}],
    View: () => null,
  };
  return {notes, mount: (host: Host) => mount(screen, host)};
};

const setup = (columns = 200) => {
  let size = {columns, rows: 40};
  const intents: unknown[] = [];
  const moved: Mounted[] = [];
  const [list, panel] = [recorder(text => ({filter: text, search: text})), recorder(text => ({text}))];
  const host: Host = {
    ...stillHost,
    env: () => ({now: 0, size, connection: undefined}),
    intend: (intent, from) => intents.push({intent, isBoth: from === both}),
    moved: from => moved.push(from),
  };
  const both = mountWithPanel({list: list.mount, panel: panel.mount, view: 'facets'}, host);
  const ids = () => both.commands().map(({id, layer = ''}) => `${layer}.${id}`);
  const press = (id: string) =>
    both
      .commands()
      .find(command => command.id === id)
      ?.run();
  const resize = (next: number) => {
    size = {columns: next, rows: 40};
    both.resized();
  };
  both.enter();
  return {...{both, list, panel, intents, moved, ids, press, resize}};
};

test('the facets panel follows the filter of the list while shown, and reads nothing while hidden', () => {
  const {both, panel, press} = setup();
  both.open({level: '1'});
  expect(panel.notes).toEqual([]);
  press('panel');
  expect(panel.notes).toEqual(['{"filter":"{\\"level\\":\\"1\\"}"} 72']);
  both.open({level: '2'});
  expect(panel.notes).toHaveLength(2);
  // Opening an unchanged filter sends no request.
  both.open({level: '2'});
  expect(panel.notes).toHaveLength(2);
});

test('the list has the columns that the facets panel leaves', () => {
  const {list, press} = setup();
  press('panel');
  expect(list.notes).toEqual(['enter 200', `resized ${200 - 72 - 1}`]);
  press('panel');
  expect(list.notes.at(-1)).toBe('resized 200');
});

test('the panel key goes to the facets panel, or hides it from there, and Esc goes back to the list', () => {
  const {ids, press} = setup();
  expect(ids()).toEqual(['.go', '.panel']);
  press('panel');
  expect(ids()).toEqual(['facets.go', '.panel', '.panel-back']);
  press('panel-back');
  expect(ids()).toEqual(['.go', '.panel']);
  press('panel');
  expect(ids()).toContain('facets.go');
  press('panel');
  expect(ids()).toEqual(['.go', '.panel']);
});

test('the facets panel uses the keys of the facets view, even if rebound', () => {
  const {both, press} = setup();
  press('panel');
  const commands = withOverrides('error-logs', both.commands(), {'facets.go': ['a'], 'error-logs.panel': ['b']});
  expect(commands.slice(0, 2).map(({keys}) => keys)).toEqual([['a'], ['b']]);
});

test('the list gets the focus when a value of the facets panel filters it', () => {
  const {intents, ids, press} = setup();
  press('panel');
  press('go');
  expect(intents).toEqual([{intent: {kind: 'goto', screen: 'error-logs', params: {level: '3'}}, isBoth: true}]);
  expect(ids()).toEqual(['.go', '.panel']);
});

test('a dialog of the list or of the facets panel can be closed', () => {
  const app = stillConsole();
  app.resize({columns: 200, rows: 50});
  for (const key of ['T', 'V', '/']) app.press(key);
  expect(app.view().dialog?.title).toBe('Time range');
  app.press('esc');
  expect(app.view().dialog).toBeUndefined();
  for (const key of ['V', '/']) app.press(key);
  expect(app.view().dialog?.title).toBe('Search the values');
  app.press('esc');
  expect(app.view().dialog).toBeUndefined();
});

test('the history contains views of the list, but none of the facets panel', () => {
  const {both, moved, press} = setup();
  press('panel');
  expect(moved).toEqual([]);
  both.open({level: '2'});
  expect(moved).toEqual([both]);
});

test('a narrow terminal opens the facets view instead of the panel, and a hidden panel gets no keys', () => {
  const narrow = setup(159);
  narrow.press('panel');
  expect(narrow.intents).toMatchObject([{intent: {kind: 'goto', screen: 'facets'}}]);
  expect(narrow.ids()).toEqual(['.go', '.panel']);
  const {ids, list, press, resize} = setup();
  press('panel');
  resize(159);
  expect(ids()).toEqual(['.go', '.panel']);
  expect(list.notes.at(-1)).toBe('resized 159');
  resize(200);
  expect(list.notes.at(-1)).toBe('resized 127');
});

test('the mouse acts on the list or panel under it, and a press gives that part the focus', () => {
  const {both, list, panel, press, ids, resize} = setup();
  const point = (kind: 'press' | 'drag' | 'wheel-down', column: number, from = column) =>
    both.point({kind, column, row: 5, from: {column: from, row: 5}});
  point('press', 150);
  expect(list.notes.at(-1)).toBe('press at 150 200');
  press('panel');
  expect(ids()).toContain('facets.go');
  point('wheel-down', 20);
  expect(list.notes.at(-1)).toBe('wheel-down at 20 127');
  expect(ids()).toContain('facets.go');
  point('press', 20);
  expect(ids()).not.toContain('facets.go');
  point('drag', 150, 20);
  expect(list.notes.at(-1)).toBe('drag at 150 127');
  // The line between list and panel.
  point('press', 127);
  expect(ids()).not.toContain('facets.go');
  point('press', 128);
  expect(panel.notes.at(-1)).toBe('press at 0 72');
  expect(ids()).toContain('facets.go');
  resize(100);
  point('press', 90);
  expect(list.notes.at(-1)).toBe('press at 90 100');
});
