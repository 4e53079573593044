import {once} from 'node:events';
import {Agent, get} from 'node:http';
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

test('close answers what is under way, on connections that are kept alive too', async () => {
  const {server} = await start();
  const agent = new Agent({keepAlive: true});
  await ask(server.url, agent);
  const fault = server.setFault({kind: 'delay', ms: 300});
  const held = ask(server.url, agent);
  await expect.poll(() => fault.hits).toBe(1);
  const closing = server.close();
  expect(await held).toEqual({code: 200, connection: 'close'});
  await closing;
  await expect(ask(server.url, agent)).rejects.toThrow('ECONNREFUSED');
  agent.destroy();
});

test('close waits no longer than its deadline', async () => {
  const {server} = await start({graceMs: 150});
  const fault = server.setFault({kind: 'delay', ms: 600_000});
  const held = ask(server.url).catch((error: Error) => error.message);
  await expect.poll(() => fault.hits).toBe(1);
  const before = performance.now();
  await server.close();
  expect(performance.now() - before).toBeGreaterThanOrEqual(140);
  expect(performance.now() - before).toBeLessThan(5000);
  expect(await held).toContain('socket hang up');
});

const ask = (url: string, agent?: Agent): Promise<{code: number | undefined; connection: string | undefined}> =>
  new Promise((resolve, reject) => {
    const headers = {'API-Token': ANN_TOKEN};
    get(`${url}/api/agents`, {headers, ...(agent && {agent})}, response => {
      response.resume();
      response.on('end', () => resolve({code: response.statusCode, connection: response.headers.connection}));
    }).on('error', reject);
  });
