import {expect, test} from 'vitest';
import {expectFailure, readUntil, send} from './raw.ts';
import {ANN_TOKEN, shared} from './support.ts';

const TOKENS = '/admin-api/api_token';
const LOGIN = '/admin-api/user/login';
const ANN = `API-Token: ${ANN_TOKEN}`;

const server = shared();

test.each([
  ['no credential', 401, `POST ${TOKENS}`, 'X: y'],
  ['an invalid credential', 401, `PUT ${TOKENS}/1`, 'API-Token: wrong'],
  ['no credential for a method with an optional body', 401, `DELETE ${TOKENS}/1`, 'X: y'],
  ['a long body', 413, `POST ${TOKENS}`, ANN],
  ['a long body of a login', 413, `POST ${LOGIN}`, 'X: y'],
])('a request with %s gets %d before the body arrives', async (_name, status, line, header) => {
  const head = `${line} HTTP/1.1\nHost: x\n${header}\nContent-Length: 70000000\n`;
  expectFailure(await readUntil(send(server(), `${head}\n`), /\}$/), status);
});

test.each([
  ['with Content-Length', 'Content-Length: 20000', ' '.repeat(20_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `4e20\n${' '.repeat(20_000)}\n0\n\n`],
])('a login with a body over 16 KiB gets 413 (body %s)', async (_name, header, body) => {
  const response = await readUntil(send(server(), `POST ${LOGIN} HTTP/1.1\nHost: x\n${header}\n\n${body}`), /\}$/);
  expect(expectFailure(response, 413)).toBe('the body is too large; 16384 bytes is the limit');
});
