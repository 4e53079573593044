import {once} from 'node:events';
import {Agent, get} from 'node:http';
import {connect} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {createServer, type Extension, memoryStore, type ServerOptions} from '../src/index.ts';
import {ANN_TOKEN, call, start} from './support.ts';

test('createServer rejects an unknown option', async () => {
  const misspelt = {hosts: 'localhost'} as ServerOptions;
  await expect(createServer(misspelt)).rejects.toThrow('unknown option; did you mean host; known: database, store,');
});

test('close() of a server does not wait for idle connections, and is idempotent', async () => {
  const {server} = await start({graceMs: 600_000});
  await call(server, '/api/agents', {token: ANN_TOKEN});
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  // If close() waited for the idle connections, the test would time out.
  await Promise.all([server.close(), server.close()]);
  await server.close();
  silent.destroy();
});

test('two servers can share a store, which stays open after they close', async () => {
  const store = memoryStore();
  const {server: one} = await start({store});
  const two = await createServer({store});
  await call(one, '/admin-api/api_token/2', {method: 'DELETE', token: ANN_TOKEN});
  expect((await call(two, '/admin-api/api_token/2', {token: ANN_TOKEN})).code).toBe(404);
  await one.close();
  expect((await call(two, '/api/agents', {token: ANN_TOKEN})).code).toBe(200);
  await two.close();
  expect(await store.users.count()).toBe(2);
  await store.close();
});

test('two servers in one process have independent data', async () => {
  const {server: one} = await start();
  const {server: two} = await start({seed: {}});
  expect((await call(one, '/api/agents', {token: ANN_TOKEN})).code).toBe(200);
  expect((await call(two, '/api/agents', {token: ANN_TOKEN})).code).toBe(401);
});

test('close() of a server waits until active requests have responses, also on keep-alive connections', async () => {
  const gate = Promise.withResolvers<void>();
  const {server} = await start({extension: holdingAgents(gate)});
  const agent = new Agent({keepAlive: true});
  await fetch(`${server.url}/healthz`);
  const held = ask(server.url, agent);
  await gate.promise;
  const closing = server.close();
  expect(await held).toEqual({code: 200, connection: 'close'});
  await closing;
  await expect(ask(server.url, agent)).rejects.toThrow('ECONNREFUSED');
  agent.destroy();
});

test('close() of a server waits for active requests for graceMs at most', async () => {
  const gate = Promise.withResolvers<void>();
  const {server} = await start({graceMs: 150, extension: holdingAgents(gate, 60_000)});
  const held = ask(server.url).catch((error: Error) => error.message);
  await gate.promise;
  const before = performance.now();
  await server.close();
  expect(performance.now() - before).toBeGreaterThanOrEqual(140);
  expect(await held).toContain('socket hang up');
});

/**
 * Returns an extension that delays requests for the agent list by `ms`, and resolves `arrived` at the first of them.
 */
const holdingAgents =
  (arrived: PromiseWithResolvers<void>, ms = 100): Extension =>
  app => {
    app.addHook('onRequest', async ({url}) => {
      if (url !== '/api/agents') return;
      arrived.resolve();
      await setTimeout(ms, undefined, {ref: false});
    });
  };

const ask = (url: string, agent?: Agent): Promise<{code: number | undefined; connection: string | undefined}> =>
  new Promise((resolve, reject) => {
    const headers = {'API-Token': ANN_TOKEN};
    get(`${url}/api/agents`, {headers, ...(agent && {agent})}, response => {
      response.resume();
      response.on('end', () => resolve({code: response.statusCode, connection: response.headers.connection}));
    }).on('error', reject);
  });
