import {expect, test} from 'vitest';
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

test('a request is logged as JSON when it arrives and when it is answered', async () => {
  const {entries} = await logged('info');
  expect(entries.filter(({req}) => req).map(({req}) => req)).toContainEqual({
    method: 'GET',
    path: '/admin-api/api_token',
    query: {page: '1', token: '[redacted]', x: '[redacted]'},
    ip: '127.0.0.1',
  });
  const answered = entries.filter(({res}) => res);
  expect(answered.map(({res}) => res)).toEqual([{statusCode: 200}, {statusCode: 200}, {statusCode: 401}]);
  expect(answered.every(({responseTime}) => typeof responseTime === 'number')).toBe(true);
  expect(JSON.stringify(entries)).not.toContain('healthz');
});

test('no line contains a secret, at any level', async () => {
  const {lines, session} = await logged('trace');
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of [ANN_TOKEN, session, 'ann-password', 'wr0ng', 'hidden'])
    expect(lines.join('')).not.toContain(secret);
});

test('logs and recorded requests redact percent-encoded secrets', async () => {
  const lines: string[] = [];
  const {server} = await start({log: {level: 'info', stream: {write: (line: string) => lines.push(line)}}});
  const encoded = ANN_TOKEN.replaceAll(/./g, one => `%${one.charCodeAt(0).toString(16)}`);
  await call(server, `/nothing/${encoded}?next=${encodeURIComponent('http://u:PW@h/x')}&pwd=PW&x=token%3DPW`);
  const recorded = JSON.stringify(server.requests()) + lines.join('');
  expect(recorded).toContain('/nothing/[redacted]');
  expect(recorded).not.toMatch(/PW|1111/);
});

test('the level error logs no expected failures', async () => {
  expect((await logged('error')).lines).toEqual([]);
});
