import type {ApiToken} from '@edge-console/schema';
import {Secret} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import {stillHost} from '../../../test/support/layers.ts';
import type {Env, Task} from '../../core/screen.ts';
import {type TokensAction, type TokensState, tokensInitial} from './state.ts';
import {selectedToken, updateTokens} from './update.ts';

const env: Env = {now: 1_000_000, size: {columns: 80, rows: 10}, connection: undefined};
const token = (id: number): ApiToken => ({id, name: `token ${id}`, expire: 0});
const tokens = (...ids: number[]): readonly ApiToken[] => ids.map(token);

const run = (state: TokensState, ...actions: TokensAction[]) => {
  let tasks: readonly Task<TokensAction>[] = [];
  let next = state;
  for (const action of actions) [next, ...tasks] = updateTokens(next, action, env);
  return {state: next, tasks};
};
const loaded = (...ids: number[]): TokensAction => ({kind: 'loaded', tokens: tokens(...ids), at: 1, ms: 2});
const ready = (...ids: number[]): TokensState => run(tokensInitial, {kind: 'enter'}, loaded(...ids)).state;
const down: TokensAction = {kind: 'move', motion: 'down'};
const failure = {code: 'network', signedOut: false, message: 'away', hint: 'wait'};

test('entering reads the list, and a failed refresh keeps it', () => {
  expect(run(tokensInitial, {kind: 'enter'}).tasks).toMatchObject([{kind: 'effect', name: 'load'}]);
  const {state} = run(ready(1, 2), {kind: 'refresh'}, {kind: 'failed', failure});
  expect(state.tokens).toMatchObject({kind: 'stale', failure, data: tokens(1, 2)});
});

describe('the selection', () => {
  test('stays on its token wherever that goes', () => {
    const {state} = run(ready(1, 2, 3), down, loaded(9, 8, 2, 1));
    expect(selectedToken(state)?.id).toBe(2);
  });
  test('goes to the nearest token when its own is gone', () => {
    const {state} = run(ready(1, 2, 3), {kind: 'move', motion: 'last'}, loaded(1, 2));
    expect(selectedToken(state)?.id).toBe(2);
    expect(selectedToken(run(state, loaded()).state)).toBeUndefined();
  });
  test('goes to the token just created', () => {
    const created = {...token(7), token: new Secret('5ecret-5ecret-5ecret')};
    const {state} = run(ready(1, 2), {kind: 'created', token: created}, loaded(1, 2, 7));
    expect(selectedToken(state)?.id).toBe(7);
  });
});

test('a created token is read back and its secret is shown once, kept by the dialog alone', () => {
  const secret = new Secret('5ecret-5ecret-5ecret');
  const {state, tasks} = run(ready(1), {kind: 'created', token: {...token(7), token: secret}});
  expect(tasks.map(task => task.kind)).toEqual(['effect', 'dialog']);
  expect(JSON.stringify(state)).not.toContain(secret.fingerprint);
});

describe('marks', () => {
  test('go on and off and the selection moves on', () => {
    const {state} = run(ready(1, 2, 3), {kind: 'mark'}, {kind: 'mark'});
    expect([...state.marked]).toEqual([1, 2]);
    expect(selectedToken(state)?.id).toBe(3);
    expect([...run(state, {kind: 'move', motion: 'first'}, {kind: 'mark'}).state.marked]).toEqual([2]);
  });
  test('of tokens that are gone are gone', () => {
    expect([...run(ready(1, 2), {kind: 'mark'}, loaded(2)).state.marked]).toEqual([]);
  });
});

describe('deleting', () => {
  const titleOf = (state: TokensState): string | undefined => {
    const [task] = run(state, {kind: 'ask-delete'}).tasks;
    return task?.kind === 'dialog' ? task.open(stillHost, () => undefined).title : undefined;
  };
  test('is about the marked tokens, or else the selected one', () => {
    expect(titleOf(ready(1, 2, 3))).toBe('Delete this API token');
    expect(titleOf(run(ready(1, 2, 3), {kind: 'mark'}, {kind: 'mark'}).state)).toBe('Delete 2 API tokens');
    expect(titleOf(ready())).toBeUndefined();
  });
  test('says what became of each, and reads the list anew', () => {
    const result = {deleted: [1], failed: [{name: 'token 2', message: 'not yours'}]};
    const {tasks} = run(ready(1, 2), {kind: 'deleted', result});
    expect(tasks).toMatchObject([
      {kind: 'effect', name: 'load'},
      {kind: 'flash', tone: 'error', text: 'Deleted 1 token. 1 token could not be deleted: token 2: not yours'},
    ]);
  });
});

test('without a token there is nothing to edit or copy', () => {
  expect(run(ready(), {kind: 'ask-edit'}).tasks).toEqual([]);
  expect(run(ready(), {kind: 'copy-id'}).tasks).toEqual([]);
  expect(run(ready(5), {kind: 'copy-id'}).tasks).toMatchObject([{kind: 'copy', text: '5'}]);
});
