import {describe, expect, test} from 'vitest';
import {application} from '../../../test/support/application.ts';
import type {Failure} from '../../core/failure.ts';
import type {Env, Task} from '../../core/screen.ts';
import {applicationsScreen, emptyLines} from './application-list.ts';
import type {ApplicationRow, ApplicationsState} from './applications.ts';

const env: Env = {now: 1_000_000, size: {columns: 80, rows: 10}, connection: undefined};
const row = (id: number): ApplicationRow => ({...application(id, `app ${id}`), agent: '1', raw: {}});

type Action = Parameters<typeof applicationsScreen.update>[1];

const run = (state: ApplicationsState, ...actions: Action[]) => {
  let tasks: readonly Task<Action>[] = [];
  let next = state;
  for (const action of actions) [next, ...tasks] = applicationsScreen.update(next, action, env);
  const effects = tasks.flatMap(task => (task.kind === 'effect' ? [task.name] : []));
  return {state: next, own: next.data.own, tasks, effects};
};
const {initial} = applicationsScreen;
const enter: Action = {kind: 'list.enter'};
const offered: Action = {
  kind: 'agents',
  known: {
    agentsFailure: undefined,
    agents: [
      {id: 1, name: 'fra-1', raw: {}},
      {id: 2, raw: {}},
      {id: 'x3', raw: {}},
    ],
  },
};
const loaded = (...ids: number[]): Action => ({
  kind: 'rows-loaded',
  rows: ids.map(row),
  unreadable: 0,
  at: 1,
  ms: 2,
});
const failure = {code: 'not_found', credentialRefused: false, message: 'no such list', hint: 'type an id'} as const;
const ready = (...ids: number[]) => run(initial, enter, offered, loaded(...ids)).state;

describe('agents', () => {
  test('the first agent of the list is shown until another is chosen', () => {
    expect(run(initial, enter).effects).toEqual(['agents', 'due']);
    const first = run(initial, enter, offered);
    expect(first.own.shown).toEqual(['1']);
    expect(first.effects).toEqual(['load']);
    expect(run(run(first.state, {kind: 'show', agents: ['9']}).state, offered).own.shown).toEqual(['9']);
  });

  test('a refresh reads the list of agents again and keeps the last one if it fails', () => {
    expect(run(ready(1), {kind: 'list.refresh'}).effects).toEqual(['load', 'agents']);
    expect(run(ready(1), {kind: 'rows-due'}).effects).toEqual(['load']);
    const failed = run(ready(1), {kind: 'agents', known: {agents: undefined, agentsFailure: failure}});
    expect(failed.own.agents).toHaveLength(3);
  });

  test('an agent can be chosen by its id if the console has no list of agents', () => {
    const {state, own} = run(initial, enter, {kind: 'agents', known: {agents: undefined, agentsFailure: failure}});
    expect(own.shown).toEqual([]);
    expect(run(state, {kind: 'show', agents: ['44']}).own).toMatchObject({shown: ['44'], recent: ['44']});
  });

  test('a refused credential is not reported as a missing list of agents', () => {
    const linesFor = (code: Failure['code']) => emptyLines({...initial.data.own, agentsFailure: {...failure, code}});
    expect(linesFor('not_found')[0]).toContain('This console offers no list of agents.');
    for (const code of ['unauthenticated', 'invalid_request', 'forbidden', 'timeout'] as const)
      expect(linesFor(code)).toEqual([]);
  });

  test('going to the next agent wraps around, even from an agent that is not in the list', () => {
    const step = (state: ApplicationsState, by: 1 | -1) => run(state, {kind: 'step-agent', by}).own.shown[0];
    const start = ready(1);
    expect([step(start, 1), step(start, -1)]).toEqual(['2', 'x3']);
    const typed = run(start, {kind: 'show', agents: ['99']}).state;
    expect([step(typed, 1), step(typed, -1)]).toEqual(['1', 'x3']);
    expect(step(initial, 1)).toBeUndefined();
  });

  test('an agent that the gateway refuses is removed from the recent agents, but an unreachable agent is not', () => {
    const typed = run(ready(1), {kind: 'show', agents: ['99']}).state;
    const refused: Action = {kind: 'rows-own', own: {refused: ['99', '98']}};
    const failed: Action = {kind: 'rows-failed', failure};
    const after = run(typed, refused, failed);
    expect([after.own.recent, after.effects]).toEqual([['1'], ['due', 'forget-recent']]);
    expect(run(typed, failed).own.recent).toContain('99');
    const several = run(ready(1), {kind: 'show', agents: ['1', '99', '98']}).state;
    expect(run(several, {...loaded(1), own: {refused: ['99', '98']}} as Action).own.recent).toEqual(['1']);
  });

  test('the last ten chosen agents are remembered, each once', () => {
    let state = initial;
    for (const agent of ['1', '2', '1', ...Array.from({length: 12}, (_, at) => String(10 + at))])
      state = run(state, {kind: 'show', agents: [agent]}).state;
    const {recent} = state.data.own;
    expect(recent).toHaveLength(10);
    expect(recent[0]).toBe('21');
    expect(new Set(recent).size).toBe(10);
  });

  test('changing the agent selects the first row and keeps the search and the sort order', () => {
    const sorted = run(ready(1, 2), {kind: 'list.sort'}, {kind: 'list.move', motion: 'down'}).state;
    const {list, data} = run(sorted, {kind: 'show', agents: ['2']}).state;
    expect([list.position.selected, data.rows.kind, list.sort]).toEqual([0, 'loading', sorted.list.sort]);
  });
});

test('the applications refresh only while their tab is active', () => {
  expect(run(ready(1), loaded(1)).effects).toEqual(['due']);
  expect(run(ready(1), {kind: 'rows-failed', failure}).effects).toEqual(['due']);
  expect(run(ready(1), {kind: 'list.leave'}).tasks).toEqual([
    {kind: 'cancel', name: 'due'},
    {kind: 'cancel', name: 'load'},
  ]);
});

test('a command opens the error logs of the selected application', () => {
  expect(run(ready(7), {kind: 'logs'}).tasks).toEqual([{kind: 'goto', screen: 'error-logs', params: {app: '7'}}]);
  expect(run(ready(), {kind: 'logs'}).tasks).toEqual([]);
});
