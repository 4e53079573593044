import type {Application} from '@edge-console/schema';
import {expect, test} from 'vitest';
import type {Connection} from '../../../core/connection/connection.ts';
import {memoryPreferences} from '../../../core/preferences.ts';
import {
  type ApplicationChange,
  readChanges,
  readSnapshots,
  type Snapshot,
  saveChanges,
  saveSnapshots,
} from '../../../saved/application-snapshots.ts';
import {remember} from './remember.ts';
import {changeSince, goneSince, needsSaving, nextSnapshots, recordedChanges, seenOf} from './snapshots.ts';

const application = (id: number, more: Partial<Application> = {}): Application => ({
  ...{id, name: `app ${id}`, online: true, version: {b: '2', a: '1'}, processes: [], raw: {}},
  ...more,
});
const snapshot = (at: number, ...applications: Application[]): Snapshot => ({
  agent: '1',
  at,
  applications: applications.map(seenOf),
});

test('after a pause of more than five minutes, applications are compared with the last response before it', () => {
  const saved = snapshot(0, application(1));
  const first = nextSnapshots(snapshot(1_000_000, application(2)), saved);
  expect(first.before).toBe(saved);
  const later = nextSnapshots(snapshot(1_300_000, application(3)), undefined, first);
  expect(later.before).toBe(saved);
  expect(nextSnapshots(snapshot(1_600_001, application(4)), undefined, later).before).toBe(later.last);
  const none = nextSnapshots(snapshot(5, application(1)));
  expect(none.before).toBe(none.last);
});

test('a snapshot is saved if it differs from the last saved one or is more than a minute newer', () => {
  const last = snapshot(100_000, application(1));
  const kept = {before: last, last, savedAt: 100_000};
  expect(needsSaving({...kept, last: snapshot(159_999, application(1))}, kept)).toBe(false);
  expect(needsSaving({...kept, last: snapshot(160_001, application(1))}, kept)).toBe(true);
  expect(needsSaving({...kept, last: snapshot(100_001, application(2))}, kept)).toBe(true);
});

test('a changed state, version or number of processes marks an application, but not a changed process id', () => {
  const process = (pid: number) => ({kind: 'worker', id: 0, pid});
  const changeOf = changeSince(snapshot(7, application(1, {processes: [process(5)]}), application(2)));
  expect(changeOf(application(1, {version: {a: '1', b: '2'}, processes: [process(6)]}))).toBeUndefined();
  expect(changeOf(application(3))).toEqual({kind: 'new', fields: [], since: 7});
  expect(changeOf(application(2, {online: false, processes: [process(1)], version: {a: '2'}}))?.fields).toEqual([
    {field: 'state', from: 'online', to: 'offline'},
    {field: 'processes', from: '0', to: '1'},
    {field: 'version', from: 'a 1, b 2', to: 'a 2'},
  ]);
  expect(goneSince(snapshot(7, application(1), application(2)), [application(2)])).toMatchObject([
    {application: {id: 1}, change: {kind: 'gone', since: 7}},
  ]);
});

test('the history of an agent has changes of process ids, and applications that appear and disappear', () => {
  const process = (pid: number) => ({kind: 'worker', id: 0, pid});
  const before = snapshot(1, application(1, {processes: [process(5)]}), application(2));
  const changes = recordedChanges(before, snapshot(9, application(1, {processes: [process(6)]}), application(3)));
  expect(changes.map(({id, field, from, to}) => [id, field, from, to])).toEqual([
    [1, 'pids', '5', '6'],
    [3, 'listed', 'absent', 'listed'],
    [2, 'listed', 'listed', 'absent'],
  ]);
});

test('at most 5,000 applications and 2,000 changes are saved, 200 of one application', async () => {
  const preferences = memoryPreferences()('p');
  const many = Array.from({length: 2_000}, (_, at) => application(at));
  for (const agent of ['1', '2', '3', '2']) await saveSnapshots(preferences, [{...snapshot(1, ...many), agent}]);
  expect((await readSnapshots(preferences)).map(({agent}) => agent)).toEqual(['2', '3']);
  /** Saves 30 changes of each application, newest first. */
  const save = (newest: number, applications: number) => {
    const changes = Array.from({length: 30 * applications}, (_, n): ApplicationChange => {
      const place = {agent: '1', id: n % applications, at: newest - Math.floor(n / applications)};
      return {...place, field: 'state', from: 'a', to: 'b'};
    });
    return saveChanges(preferences, changes);
  };
  for (let newest = 29; newest < 300; newest += 30) await save(newest, 12);
  const saved = await readChanges(preferences);
  expect(saved).toHaveLength(2_000);
  expect(saved[0]?.at).toBe(299);
  for (let newest = 329; newest < 600; newest += 30) await save(newest, 1);
  expect((await readChanges(preferences)).filter(({id}) => id === 0)).toHaveLength(200);
});

test('an agent is not compared with the agent of the same id at another URL', async () => {
  const preferences = memoryPreferences()('p');
  const rememberAt = (consoleUrl: string, ...rows: Application[]) => {
    const received = new Map([['1', {rows, at: 1, isWhole: true}]]);
    const own = {received, onlineOnly: false, snapshots: new Map(), changes: undefined};
    const context = {preferences: () => preferences, connection: () => ({consoleUrl}) as Connection};
    return remember(own, context, new AbortController().signal);
  };
  await rememberAt('https://one', application(1));
  const other = await rememberAt('https://other', application(2));
  expect(other.changes).toEqual([]);
  expect(other.snapshots.get('1')?.before).toBe(other.snapshots.get('1')?.last);
  expect((await rememberAt('https://one', application(2))).changes).toHaveLength(2);
});
