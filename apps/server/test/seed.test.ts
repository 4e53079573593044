import {expect, onTestFinished, test} from 'vitest';
import {createServer, memoryStore, SeedError, type Store} from '../src/index.ts';
import {StoreUnavailable} from '../src/store/store.ts';
import {temporaryDatabase} from './folder.ts';
import {ANN_TOKEN, call, SEED, start, startOn} from './support.ts';

test('createServer with an invalid seed rejects and inserts nothing', async () => {
  const store = memoryStore();
  const bad = {...SEED, tokens: [{username: 'eve', name: 'x', expire: 0}]};
  await expect(createServer({store, seed: bad})).rejects.toThrow(SeedError);
  expect(await store.users.count()).toBe(0);
  await store.close();
});

test('a seed is not loaded into a store that has data', async () => {
  const store = memoryStore();
  onTestFinished(() => store.close());
  const {server: first} = await start({store});
  await call(first, '/admin-api/api_token/3', {method: 'DELETE', token: ANN_TOKEN});
  const {server: second} = await start({store});
  expect([first.seeded, second.seeded]).toEqual([true, false]);
  expect((await store.tokens.list(undefined, {offset: 0, limit: 9})).count).toBe(2);
});

test.each([
  ['users', {users: SEED.users}],
  ['agents', {agents: SEED.agents}],
  ['entries', {error_logs: SEED.error_logs}],
])('a seed is not loaded into a store that has nothing but %s', async (_name, first) => {
  const store = memoryStore();
  onTestFinished(() => store.close());
  const all = async () => [
    await store.users.list(),
    await store.agents.list(),
    (await store.errorLogs.list({}, {offset: 0, limit: 9})).rows,
  ];
  await start({store, seed: first});
  const before = await all();
  const {server: two} = await start({store});
  expect([two.seeded, await all()]).toEqual([false, before]);
});

test('a server that starts on a store with data does not wait for the lock of the store', async () => {
  const store = memoryStore();
  onTestFinished(() => store.close());
  await store.agents.add({id: 1, name: 'edge-1'}, []);
  const transaction = () => Promise.reject(new Error('a transaction began'));
  const {server} = await start({store: {...store, transaction}});
  expect(server.seeded).toBe(false);
});

test('a seed is loaded in an exclusive transaction', async () => {
  const store = memoryStore();
  onTestFinished(() => store.close());
  const modes: unknown[] = [];
  const transaction: Store['transaction'] = (work, mode) => {
    modes.push(mode);
    return store.transaction(work, mode);
  };
  await start({store: {...store, transaction}});
  expect(modes).toEqual(['exclusive']);
});

test('the property seeded is false for a server without a seed', async () => {
  const server = await createServer();
  onTestFinished(() => server.close());
  expect(server.seeded).toBe(false);
});

test('of several servers that start concurrently on a database file, exactly one loads the seed', async () => {
  const database = temporaryDatabase();
  const starting = Array.from({length: 4}, () => startOn(createServer, database, {seed: SEED}));
  const servers = await Promise.all(starting);
  expect(servers.filter(({seeded}) => seeded).length).toBe(1);
  for (const server of servers) expect((await call(server, '/api/agents', {token: ANN_TOKEN})).code).toBe(200);
});

test('loading a seed is retried while another process writes to the database', async () => {
  const store = memoryStore();
  onTestFinished(() => store.close());
  let attempts = 0;
  const transaction: Store['transaction'] = async (work, mode) => {
    attempts += 1;
    if (attempts < 3) throw new StoreUnavailable('database is locked', 'busy');
    await store.transaction(work, mode);
  };
  const {server} = await start({store: {...store, transaction}});
  expect([attempts, server.seeded]).toEqual([3, true]);
});
