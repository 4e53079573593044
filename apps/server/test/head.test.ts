import {expect, test} from 'vitest';
import {exchange, statusesOf} from './raw.ts';
import {ANN_TOKEN, call, login, start} from './support.ts';

const TOKENS = '/admin-api/api_token';

test('HEAD on logout does not end the session', async () => {
  const {server} = await start();
  const session = await login(server);
  const head = await fetch(`${server.url}/admin-api/user/logout`, {method: 'HEAD', headers: {'edge-token': session}});
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST']);
  expect((await call(server, TOKENS, {session})).code).toBe(200);
  expect((await call(server, '/admin-api/user/logout', {session})).code).toBe(200);
  expect((await call(server, TOKENS, {session})).code).toBe(401);
});

test.each([
  '/admin-api/api_token',
  '/admin-api/api_token/1',
  '/admin-api/log_server/errlog',
  '/api/agents',
  '/api/agents/1/applications',
  '/healthz',
  '/readyz',
])('HEAD %s has the status and headers of GET, and no body', async path => {
  const {server} = await start();
  const ask = (method: string) =>
    exchange(server, `${method} ${path} HTTP/1.1\nHost: x\nAPI-Token: ${ANN_TOKEN}\nConnection: close\n\n`);
  const [head, get] = [await ask('HEAD'), await ask('GET')];
  expect(statusesOf(head)).toEqual([200]);
  const headersOf = (response: string) => response.slice(0, response.indexOf('\r\n\r\n')).replace(/^date: .*$/im, '');
  expect(headersOf(head)).toBe(headersOf(get));
  expect(head.endsWith('\r\n\r\n')).toBe(true);
});
