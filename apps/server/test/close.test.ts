import {once} from 'node:events';
import {connect} from 'node:net';
import {expect, test} from 'vitest';
import {createServer, openSqlite} from '../src/index.ts';
import {ANN_TOKEN, call, SEED, start} from './support.ts';

test('close does not wait for connections that are kept alive or silent, and may be called again', async () => {
  const server = await createServer({seed: SEED});
  await call(server, '/api/agents', {token: ANN_TOKEN});
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  const before = performance.now();
  await Promise.all([server.close(), server.close()]);
  await server.close();
  expect(performance.now() - before).toBeLessThan(1900);
  silent.destroy();
});

test('a store of the caller outlives its servers, which share it', async () => {
  const store = await openSqlite(':memory:');
  const one = await createServer({store, seed: SEED});
  const two = await createServer({store});
  await call(one, '/admin-api/api_token/2', {method: 'DELETE', token: ANN_TOKEN});
  expect((await call(two, '/admin-api/api_token/2', {token: ANN_TOKEN})).code).toBe(404);
  await one.close();
  expect((await call(two, '/api/agents', {token: ANN_TOKEN})).code).toBe(200);
  await two.close();
  expect(await store.users.count()).toBe(2);
  await store.close();
});

test('servers of one process know nothing of each other', async () => {
  const {server: one} = await start();
  const {server: two} = await start({seed: {}});
  expect((await call(one, '/api/agents', {token: ANN_TOKEN})).code).toBe(200);
  expect((await call(two, '/api/agents', {token: ANN_TOKEN})).code).toBe(401);
});
