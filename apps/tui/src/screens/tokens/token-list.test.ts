import type {ApiToken} from '@edge-console/schema';
import {Secret} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import {stillHost} from '../../../test/support/layers.ts';
import type {Env, Task} from '../../core/screen.ts';
import {type TokensAction, type TokensState, tokensScreen} from './token-list.ts';
import {NOTHING_TO_UNDO} from './undo.ts';

const env: Env = {now: 1_000_000, size: {columns: 80, rows: 10}, connection: undefined};
const token = (id: number): ApiToken => ({id, name: `token ${id}`, expire: 0, raw: {}});

type Action = Parameters<typeof tokensScreen.update>[1];

const run = (state: TokensState, ...actions: Action[]) => {
  let tasks: readonly Task<Action>[] = [];
  let next = state;
  for (const action of actions) [next, ...tasks] = tokensScreen.update(next, action, env);
  return {state: next, tasks};
};
const loaded = (...ids: number[]): Action => ({kind: 'rows-loaded', rows: ids.map(token), unreadable: 0, at: 1, ms: 2});
const ready = (...ids: number[]): TokensState => run(tokensScreen.initial, {kind: 'list.enter'}, loaded(...ids)).state;
const mark: Action = {kind: 'list.mark'};

test('a created token is read back and selected, and its secret is only in the dialog', () => {
  const secret = new Secret('5ecret-5ecret-5ecret');
  const created: TokensAction = {kind: 'created', token: {...token(7), token: secret}};
  const {state, tasks} = run(ready(1, 2), created);
  expect(tasks.map(task => task.kind)).toEqual(['cancel', 'effect', 'effect', 'dialog']);
  expect(JSON.stringify(state)).not.toContain(secret.fingerprint);
  expect(run(state, loaded(1, 2, 7)).state.list.position.selected).toBe(2);
});

describe('deleting', () => {
  const titleOf = (state: TokensState): string | undefined => {
    const [task] = run(state, {kind: 'ask-delete'}).tasks;
    return task?.kind === 'dialog' ? task.open(stillHost, () => undefined).title : undefined;
  };
  test('deleting applies to the marked tokens, or else to the selected token', () => {
    expect(titleOf(ready(1, 2, 3))).toBe('Delete this API token');
    expect(titleOf(run(ready(1, 2, 3), mark, mark).state)).toBe('Delete 2 API tokens');
    expect(titleOf(ready())).toBeUndefined();
  });
  test('a partly failed deletion shows the failure, and the remaining tokens stay marked', () => {
    const result = {deleted: [1], failed: [{name: 'token 2', message: 'not yours'}]};
    const {state, tasks} = run(ready(1, 2), mark, mark, {kind: 'deleted', result});
    expect([...state.list.marked.keys()]).toEqual([2]);
    expect(tasks).toMatchObject([
      {kind: 'cancel', name: 'due'},
      {kind: 'effect', name: 'load'},
      {kind: 'effect', name: 'undoable'},
      {kind: 'flash', tone: 'error', text: 'Deleted 1 token. 1 token could not be deleted: token 2: not yours'},
    ]);
  });
});

test('without a token there is nothing to edit or copy', () => {
  expect(run(ready(), {kind: 'ask-edit'}).tasks).toEqual([]);
  expect(run(ready(), {kind: 'copy-id'}).tasks).toEqual([]);
  expect(run(ready(5), {kind: 'copy-id'}).tasks).toMatchObject([{kind: 'copy', text: '5'}]);
});

test('the create command accepts a name and a preset as arguments, and opens a dialog', () => {
  const create = tokensScreen.commands.find(({id}) => id === 'create');
  const action = create?.args?.action({name: 'ci', preset: '7d'}, 0) ?? expect.fail('no arguments');
  const [task] = run(ready(), action).tasks;
  expect(task?.kind).toBe('dialog');
});

test('undo is disabled if the journal has no edit, and enabled after an edit or before the journal is read', () => {
  const undo = tokensScreen.commands.find(({id}) => id === 'undo') ?? expect.fail('no such command');
  const reasonIn = (state: TokensState): string | undefined => undo.disabledReason?.(state);
  const read = run(ready(1), {kind: 'undoable', edit: undefined}).state;
  const edited = run(read, {kind: 'edited', name: 'ci'}).state;
  expect([ready(1), read, edited].map(reasonIn)).toEqual([undefined, NOTHING_TO_UNDO, undefined]);
});
