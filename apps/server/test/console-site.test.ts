import {once} from 'node:events';
import {createServer as createHttpServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {createServer} from '../src/index.ts';
import {ANN_TOKEN, call, login, SEED, start} from './support.ts';

const AGENTS = '/api/agents';
const TOKENS = '/admin-api/api_token';
const CONSOLE_TOKEN = '0123456789abcdef0123456789abcdef';

test('without consolePort, agent paths are served at the URL of the admin site, and accept its tokens', async () => {
  const {server} = await start();
  expect([server.consoleUrl, server.consoleToken]).toEqual([server.url, undefined]);
  expect((await call(server, AGENTS, {token: ANN_TOKEN})).code).toBe(200);
});

test('consolePort serves only the agent paths, and accepts only the tokens of the console', async () => {
  const {server} = await start({consolePort: 0});
  const site = {url: server.consoleUrl};
  const token = server.consoleToken ?? '';
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect((await call(site, `${AGENTS}/1/applications`, {token})).body.data).toHaveLength(3);
  expect((await call(site, AGENTS, {token})).body.data).toHaveLength(2);
  for (const credential of [{token: ANN_TOKEN}, {session: await login(server)}, {}]) {
    expect((await call(site, AGENTS, credential)).code).toBe(401);
  }
  expect((await call(server, TOKENS, {token})).code).toBe(401);
  for (const method of ['GET', 'POST']) {
    expect((await call(server, AGENTS, {method, token: ANN_TOKEN})).code).toBe(404);
    expect((await call(site, TOKENS, {method, token})).code).toBe(404);
  }
  expect((await call(site, AGENTS, {method: 'POST', token})).code).toBe(405);
  expect((await call(site, '/healthz')).code).toBe(200);
});

test('consolePort accepts a token passed in consoleTokens', async () => {
  const {server} = await start({consolePort: 0, consoleTokens: [CONSOLE_TOKEN]});
  expect((await call({url: server.consoleUrl}, AGENTS, {token: CONSOLE_TOKEN})).code).toBe(200);
  expect(server.consoleToken).toBe(CONSOLE_TOKEN);
});

test('close() of a server also stops listening on consolePort', async () => {
  const {server} = await start({consolePort: 0});
  await server.close();
  await expect(fetch(server.consoleUrl)).rejects.toThrow();
});

test('createServer rejects if consolePort is in use', async () => {
  const other = createHttpServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const {port: consolePort} = other.address() as AddressInfo;
  await expect(createServer({seed: SEED, consolePort})).rejects.toThrow('EADDRINUSE');
});

test.each([
  [{consolePort: 70_000}, /^option consolePort: /],
  [{consolePort: 0, consoleTokens: []}, /^option consoleTokens: /],
  [{consolePort: 0, consoleTokens: ['short']}, /^option consoleTokens\[0\]: expected 16 or more/],
  [{consoleTokens: [CONSOLE_TOKEN]}, /^options consoleTokens and consolePort: /],
])('createServer rejects the options %j', async (options, reason) => {
  await expect(createServer(options)).rejects.toThrow(reason);
});
