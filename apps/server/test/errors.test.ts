import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import {failureSent} from '@edge-console/schema/openapi';
import {errorCodes} from 'fastify';
import {describe, expect, test} from 'vitest';
import type {Server} from '../src/index.ts';
import {logEntry} from './seed-rows.ts';
import {ANN_TOKEN, call, type Request, shared, start} from './support.ts';

const TOKENS = '/admin-api/api_token';
const LOGIN = '/admin-api/user/login';

type Case = readonly [name: string, code: number, path: string, request: Request, msg: RegExp];

const CASES: readonly Case[] = [
  ['an unknown path', 404, '/admin-api/nothing', {}, /no such path/],
  ['the root path', 404, '/', {}, /no such path/],
  ['an unknown path with broken JSON', 404, '/nothing', {text: '{'}, /no such path/],
  ['an empty id', 404, '/api/agents//applications', {token: ANN_TOKEN}, /no such path/],
  ['an unsupported method', 405, `${TOKENS}/`, {method: 'PATCH', text: '{'}, /possible: GET, HEAD, POST/],
  ['another method of an item', 405, `${TOKENS}/1`, {method: 'POST', text: '{}'}, /possible: GET, HEAD, PUT, DELETE/],
  ['an unsupported method of /healthz', 405, '/healthz', {method: 'POST', text: '{}'}, /possible: GET, HEAD/],
  ['the method OPTIONS', 405, LOGIN, {method: 'OPTIONS'}, /possible: POST/],
  ['no credential', 401, TOKENS, {}, /API-Token/],
  ['text as path parameter', 400, `${TOKENS}/abc`, {token: ANN_TOKEN}, /api_token_id: expected an integer/],
  ['a path parameter beyond 2^53', 400, `${TOKENS}/99999999999999999999`, {token: ANN_TOKEN}, /api_token_id/],
  ['a long path parameter', 400, `${TOKENS}/${'a'.repeat(3000)}`, {token: ANN_TOKEN}, /api_token_id/],
  ['an unknown id', 404, `${TOKENS}/77`, {token: ANN_TOKEN}, /no API token 77/],
  ['an empty body', 400, LOGIN, {method: 'POST'}, /body: .*username, password.*empty/],
  ['a blank body', 400, LOGIN, {text: ' \n'}, /body: .*empty/],
  ['broken JSON', 400, LOGIN, {text: '{"username":"ann","password":"s3cret"'}, /^body: .*not valid JSON$/],
  ['a form as body', 400, LOGIN, {text: 'username=ann', type: 'application/x-www-form-urlencoded'}, /not valid JSON/],
  ['JSON that is no object', 400, LOGIN, {text: '[]'}, /body: expected object, received array/],
  ['a missing field', 400, LOGIN, {json: {username: 'ann'}}, /password: expected string/],
  ['a field of the wrong type', 400, TOKENS, {token: ANN_TOKEN, json: {name: 'x', expire: 'soon'}}, /expire: expected/],
  ['an empty name', 400, TOKENS, {token: ANN_TOKEN, json: {name: '  '}}, /name: /],
  ['a negative expire', 400, TOKENS, {token: ANN_TOKEN, json: {name: 'x', expire: -1}}, /expire: /],
  [
    'a misspelt field',
    400,
    TOKENS,
    {token: ANN_TOKEN, json: {name: 'x', expires: 1}},
    /unknown field; did you mean expire/,
  ],
  ['a body beyond 16 KiB', 413, LOGIN, {text: `"${'a'.repeat(17_000)}"`}, /too large; 16384 bytes/],
  ['an undecodable URL', 400, '/admin-api/%E0%A4%A', {}, /URL/],
];

const FRAMEWORK_TEXTS = Object.values(errorCodes)
  .flatMap(Code => new Code().message.split('%s'))
  .map(part => part.trim())
  .filter(part => part.includes(' '));

describe.each(['http', 'envelope'] as const)('with errors as %s', errors => {
  const server = shared({errors});

  test.each(CASES)('a request with %s gets %d in the envelope', async (_name, code, path, request, msg) => {
    const response = await call(server(), path, request);
    expect(response.code).toBe(errors === 'http' || path === '/healthz' ? code : 200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(failureSent.parse(response.body).msg).toMatch(msg);
    expect(JSON.stringify(response.body)).not.toContain('s3cret');
    expect(FRAMEWORK_TEXTS.filter(wording => response.body.msg?.includes(wording))).toEqual([]);
    if (code === 405) expect(response.headers.get('allow')).toMatch(/[A-Z]/);
  });

  test.each([
    ['an oversized URL', 431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['something that is not HTTP', 400, 'HELLO\r\n\r\n'],
    ['a method unknown to HTTP', 400, 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'the method QUERY and no Content-Type',
      400,
      `QUERY ${TOKENS} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    ],
    ['a WebDAV method', 405, `PROPFIND ${TOKENS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
  ])('a raw request with %s gets %d in the envelope', async (_name, code, request) => {
    const response = await raw(server(), request);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${errors === 'http' ? code : 200} `));
    expect(failureSent.parse(JSON.parse(response.split('\r\n\r\n')[1] ?? ''))).toMatchObject({status: code});
  });
});

test('a server still responds after CONNECT requests that are followed by a connection reset', async () => {
  const {server} = await start();
  for (let times = 0; times < 20; times++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy());
    await new Promise(resolve => socket.once('close', resolve));
  }
  expect((await call(server, '/healthz')).code).toBe(200);
});

test('a bug of the server is logged, and its details are not sent to the client', async () => {
  const logged: string[] = [];
  const {server} = await start({log: {level: 'error', stream: {write: (line: string) => logged.push(line)}}});
  await server.store.errorLogs.append([logEntry('x', {log_time: 0.5})]);
  const {code, body} = await call(server, '/admin-api/log_server/errlog', {token: ANN_TOKEN});
  expect([code, body]).toEqual([500, {status: 500, msg: 'the server failed; its log says why'}]);
  expect(logged.join()).toContain('log_time');
});

const raw = async (server: Server, request: string): Promise<string> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(request);
  return text(socket);
};
