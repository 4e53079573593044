import type {Application} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import type {Env, Task} from '../../core/screen.ts';
import {type ApplicationsAction, type ApplicationsState, applicationsInitial} from './state.ts';
import {selectedApplication, updateApplications} from './update.ts';

const env: Env = {now: 1_000_000, size: {columns: 80, rows: 10}, connection: undefined};
const application = (id: number): Application => ({
  id,
  name: `app ${id}`,
  online: true,
  processes: [],
  ports: [],
  version: {},
  created: 0,
  modified: 0,
  cmd_line: '',
  exe: '',
  cwd: '',
  pgid: 1,
});
const run = (state: ApplicationsState, ...actions: ApplicationsAction[]) => {
  let tasks: readonly Task<ApplicationsAction>[] = [];
  let next = state;
  for (const action of actions) [next, ...tasks] = updateApplications(next, action, env);
  return {state: next, tasks, names: tasks.map(task => ('name' in task ? task.name : task.kind))};
};
const offered: ApplicationsAction = {
  kind: 'agents',
  agents: {kind: 'offered', agents: [{id: 1, name: 'fra-1'}, {id: 2}, {id: 'x3'}]},
};
const loaded = (...ids: number[]): ApplicationsAction => ({
  kind: 'loaded',
  applications: ids.map(application),
  at: 1,
  ms: 2,
});
const failure = {code: 'not_found', signedOut: false, message: 'no such list', hint: 'type an id'};
const ready = (...ids: number[]) => run(applicationsInitial, {kind: 'enter'}, offered, loaded(...ids)).state;

describe('agents', () => {
  test('the first on offer is shown at first, and stays chosen', () => {
    expect(run(applicationsInitial, {kind: 'enter'}).names).toEqual(['agents']);
    const first = run(applicationsInitial, {kind: 'enter'}, offered);
    expect(first.state.agent).toBe('1');
    expect(first.names).toEqual(['load']);
    expect(run(run(first.state, {kind: 'agent', agent: '9'}).state, offered).state.agent).toBe('9');
  });

  test('a console without such a list is no obstacle', () => {
    const {state, tasks} = run(applicationsInitial, {kind: 'agents', agents: {kind: 'unoffered', failure}});
    expect(state.agent).toBeUndefined();
    expect(tasks).toMatchObject([{name: 'refresh', background: true}]);
    expect(run(state, {kind: 'agent', agent: '44'}).state).toMatchObject({agent: '44', recent: ['44']});
  });

  test('come round both ways, also from one that is not on offer', () => {
    const step = (state: ApplicationsState, by: 1 | -1) => run(state, {kind: 'step-agent', by}).state;
    const start = ready(1);
    expect([step(start, 1).agent, step(start, -1).agent]).toEqual(['2', 'x3']);
    const typed = run(start, {kind: 'agent', agent: '99'}).state;
    expect([step(typed, 1).agent, step(typed, -1).agent]).toEqual(['1', 'x3']);
    expect(step(applicationsInitial, 1).agent).toBeUndefined();
  });

  test('the last ones are remembered, each once', () => {
    let state = applicationsInitial;
    for (const agent of ['1', '2', '1', ...Array.from({length: 12}, (_, at) => `a${at}`)])
      state = run(state, {kind: 'agent', agent}).state;
    expect(state.recent).toHaveLength(10);
    expect(state.recent[0]).toBe('a11');
    expect(new Set(state.recent).size).toBe(10);
  });
});

test('the selection stays on its application; details of one that is gone close', () => {
  const detail = run(ready(1, 2, 3), {kind: 'move', motion: 'down'}, {kind: 'detail', open: true}).state;
  const moved = run(detail, loaded(5, 4, 2)).state;
  expect(selectedApplication(moved)?.id).toBe(2);
  expect(moved.detail).toBe(true);
  expect(run(moved, loaded(5, 4)).state.detail).toBe(false);
});

test('refreshes by itself while it is in front, and not afterwards', () => {
  expect(run(ready(1), loaded(1)).names).toEqual(['refresh']);
  expect(run(ready(1), {kind: 'refresh'}, {kind: 'failed', failure}).names).toEqual(['refresh']);
  const left = run(ready(1), {kind: 'refresh'}, {kind: 'leave'});
  expect(left.tasks).toEqual([
    {kind: 'cancel', name: 'refresh'},
    {kind: 'cancel', name: 'load'},
  ]);
});

test('leads to the error logs of the selected application', () => {
  expect(run(ready(7), {kind: 'logs'}).tasks).toEqual([{kind: 'goto', screen: 'error-logs', params: {appId: '7'}}]);
  expect(run(ready(), {kind: 'logs'}).tasks).toEqual([]);
});

test('a failed refresh keeps what was there', () => {
  expect(run(ready(1), {kind: 'failed', failure}).state.applications).toMatchObject({kind: 'stale', failure});
});
