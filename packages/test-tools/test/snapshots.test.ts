import {describe, expect, test} from 'vitest';
import {temporaryDatabase} from '../../../apps/server/test/folder.ts';
import {logEntry} from '../../../apps/server/test/seed-rows.ts';
import {createClock, type TestServer} from '../src/index.ts';
import {ANN_TOKEN, call, login, type Request, START, start} from './support.ts';

const SECRET = 'correct horse battery staple';
const TOKENS = '/admin-api/api_token';
const ENTRIES = '/admin-api/log_server/errlog';

/** Returns what clients and tests can observe of a server. */
const stateOf = async (server: TestServer, session: string) => {
  const read = async (path: string) => (await call(server, path, {session})).body;
  const found = [await read(TOKENS), await read(ENTRIES), (await call(server, '/api/agents', {token: ANN_TOKEN})).body];
  const state = {found, users: await server.users.list(), now: server.clock().getTime()};
  return {...state, faults: server.faults().map(({fault, hits}) => ({fault, hits}))};
};

const create = async (server: TestServer, session: string) =>
  (await call(server, TOKENS, {session, json: {name: 'a'}})).body.data as {id: number; token: string};

describe('snapshots', () => {
  test.each(['sequential', 7] as const)(
    'a snapshot restores data, sessions, clock, faults and ids (%s), any number of times',
    async ids => {
      const {server} = await start({ids, clock: createClock(START)});
      const session = await login(server);
      await create(server, session);
      server.clock.advance(1500);
      server.setFault({kind: 'delay', ms: 1, operation: 'logout', times: 2});
      await server.snapshots.save('base');
      const before = await stateOf(server, session);
      const rounds = [];
      for (let round = 0; round < 3; round += 1) {
        const created = await create(server, session);
        await server.users.add({username: 'eve', password: 'eve-password'});
        await server.users.remove('bob');
        await server.seed({error_logs: [{level: 4, log_time: 1, log: 'x'}], agents: [{id: 9, name: 'edge-9'}]});
        await server.recordRecurrence(1, {count: 9});
        server.clock.advance(60_000);
        server.setFault({kind: 'status', operation: 'login'});
        await call(server, '/admin-api/user/logout', {session});
        expect((await call(server, TOKENS, {session})).code).toBe(401);
        await server.snapshots.restore('base');
        expect(server.requests()).toEqual([]);
        expect(await stateOf(server, session)).toEqual(before);
        rounds.push(created);
      }
      expect(rounds).toEqual([rounds[0], rounds[0], rounds[0]]);
    },
  );

  test('a snapshot survives a reset, and restores the demo credentials with which it was saved', async () => {
    const {server} = await start({seed: 'demo', seedLogs: 10});
    const {demo} = server;
    expect(await server.snapshots.save('demo')).toMatchObject({name: 'demo', rows: 10 + 5 + 40 + 6});
    await server.reset();
    expect((await call(server, TOKENS, {token: demo?.apiToken ?? ''})).code).toBe(401);
    await server.snapshots.restore('demo');
    expect(server.demo).toEqual(demo);
    expect((await call(server, TOKENS, {token: demo?.apiToken ?? ''})).code).toBe(200);
  });

  test('saving a snapshot replaces one of the same name, and fails beyond 32 snapshots or 1,000,000 rows', async () => {
    const {server} = await start();
    for (let at = 0; at < 32; at += 1) await server.snapshots.save(`s${at}`);
    await expect(server.snapshots.save('one-more')).rejects.toThrow('at most 32 snapshots; remove one');
    await server.snapshots.save('s0');
    expect(server.snapshots.list().map(({name}) => name)).toEqual([
      ...Array(31)
        .keys()
        .map(at => `s${at + 1}`),
      's0',
    ]);
    for (const {name} of server.snapshots.list()) server.snapshots.remove(name);
    await server.store.errorLogs.append(Array(600_000).fill(logEntry()));
    await server.snapshots.save('large');
    await expect(server.snapshots.save('larger')).rejects.toThrow('at most 1000000 rows in all snapshots, not 1200026');
    expect(server.snapshots.list().map(({name}) => name)).toEqual(['large']);
  });

  test.each(['', '.', '../a', 'a b', 'é', 'x'.repeat(65)])('the snapshot name %j is refused', async name => {
    const {server} = await start();
    await expect(server.snapshots.save(name)).rejects.toThrow('name: expected 1 to 64 letters, digits, _, . or -');
  });
});

describe('/__control/snapshots', () => {
  const controlled = async (options: object = {}) => {
    const {server} = await start({controlSecret: SECRET, ...options});
    const control = (path: string, request: Request = {}) =>
      call(server, `/__control/snapshots${path}`, {...request, headers: {'Control-Secret': SECRET}});
    return {server, control};
  };

  test('/__control/snapshots saves, lists, restores and removes snapshots', async () => {
    const {server, control} = await controlled();
    const saved = {name: 'a.1', at: START.getTime(), rows: 13};
    expect((await control('/a.1', {method: 'POST'})).body).toEqual({status: 0, data: saved});
    expect((await control('')).body.data).toEqual([saved]);
    await call(server, `${TOKENS}/2`, {method: 'DELETE', token: ANN_TOKEN});
    expect((await control('/a.1/restore', {method: 'POST'})).body).toEqual({status: 0});
    expect((await call(server, `${TOKENS}/2`, {token: ANN_TOKEN})).code).toBe(200);
    expect((await control('/a.1', {method: 'DELETE'})).body).toEqual({status: 0});
    for (const [path, method] of [
      ['/a.1/restore', 'POST'],
      ['/a.1', 'DELETE'],
    ] as const) {
      const {code, body} = await control(path, {method});
      expect([code, body.msg]).toEqual([404, 'there is no snapshot "a.1"']);
    }
    expect((await control('/a%20b', {method: 'POST'})).code).toBe(400);
  });

  test('/__control/snapshots responds with 501 for a database', async () => {
    const {control} = await controlled({database: temporaryDatabase(), passwordCost: 'standard', seed: undefined});
    const {code, body} = await control('/a', {method: 'POST'});
    expect([code, body.msg]).toEqual([501, 'snapshots need a server with its data in memory']);
  });
});
