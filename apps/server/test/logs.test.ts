import {expect, test} from 'vitest';
import {createApp} from '../src/http/app.ts';
import type {LogLevel} from '../src/index.ts';
import {ANN_TOKEN, call, login, start} from './support.ts';

const logged = async (level: LogLevel) => {
  const lines: string[] = [];
  const {server} = await start({log: {level, stream: {write: (line: string) => lines.push(line)}}});
  const session = await login(server);
  await call(server, `/admin-api/api_token?page=1&token=hidden&x=${ANN_TOKEN}`, {session, token: ANN_TOKEN});
  await call(server, '/admin-api/user/login', {json: {username: 'ann', password: 'wr0ng'}});
  await call(server, '/healthz');
  return {session, lines, entries: lines.map(line => JSON.parse(line) as Record<string, unknown>)};
};

test('a request is logged as JSON on arrival and with its response', async () => {
  const {entries} = await logged('info');
  expect(entries.filter(({req}) => req).map(({req}) => req)).toContainEqual({
    method: 'GET',
    path: '/admin-api/api_token',
    query: {page: '1', token: '[redacted]', x: '[redacted]'},
    ip: '127.0.0.1',
  });
  const responses = entries.filter(({res}) => res);
  expect(responses.map(({res}) => res)).toEqual([{statusCode: 200}, {statusCode: 200}, {statusCode: 401}]);
  expect(responses.every(({responseTime}) => typeof responseTime === 'number')).toBe(true);
  expect(JSON.stringify(entries)).not.toContain('healthz');
});

test('no line of the log contains a secret, at any level', async () => {
  const {lines, session} = await logged('trace');
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of [ANN_TOKEN, session, 'ann-password', 'wr0ng', 'hidden'])
    expect(lines.join('')).not.toContain(secret);
});

test('percent-encoded secrets are redacted in the log', async () => {
  const lines: string[] = [];
  const {server} = await start({log: {level: 'info', stream: {write: (line: string) => lines.push(line)}}});
  await call(server, `/nothing/${encodeURIComponent(ANN_TOKEN)}?next=${encodeURIComponent('http://u:PW@h/x')}&pwd=PW`);
  await call(server, '/nothing?pass%2577ord=PW1&%256a%2577%2574=PW2');
  expect(lines.join('')).toContain('/nothing/[redacted]');
  expect(lines.join('')).not.toMatch(/PW|1111/);
});

test('fields of a log line are redacted if they have the name of a secret', () => {
  const lines: string[] = [];
  const app = createApp({
    errors: 'http',
    bases: [],
    log: {level: 'info', stream: {write: (line: string) => lines.push(line)}},
  });
  app.log.info({jwt: 'PW1', inner: {otp: 'PW2', page: 7, password: 'PW3'}, headers: {'x-any': 'PW4'}}, 'text');
  expect(lines.join('')).not.toContain('PW');
  expect(JSON.parse(lines.join(''))).toMatchObject({jwt: '[redacted]', inner: {otp: '[redacted]', page: 7}});
});

test('expected failures are not logged at level error', async () => {
  expect((await logged('error')).lines).toEqual([]);
});
