import {describe, expect, test} from 'vitest';
import {exchange, expectFailure, readUntil, send, statusesOf} from './raw.ts';
import {ANN_TOKEN, shared, start} from './support.ts';

const TOKENS = '/admin-api/api_token';
const LOGIN = '/admin-api/user/login';
const SECRET = 'a secret of enough length';
const ANN = `API-Token: ${ANN_TOKEN}`;

describe('before the body arrives', () => {
  const server = shared({controlSecret: SECRET});

  test.each([
    ['no credential', 401, `POST ${TOKENS}`, 'X: y'],
    ['an invalid credential', 401, `PUT ${TOKENS}/1`, 'API-Token: wrong'],
    ['no credential for a method with an optional body', 401, `DELETE ${TOKENS}/1`, 'X: y'],
    ['no control secret', 401, 'POST /__control/seed', 'X: y'],
    ['an unknown path', 404, 'POST /nothing', ANN],
    ['an unknown control path', 404, 'POST /__control/nothing', `Control-Secret: ${SECRET}`],
    ['a method the path does not have', 405, `PUT ${LOGIN}`, ANN],
    ['a long body', 413, `POST ${TOKENS}`, ANN],
    ['a long body of a login', 413, `POST ${LOGIN}`, 'X: y'],
  ])('%s gets %d', async (_name, status, line, header) => {
    const head = `${line} HTTP/1.1\nHost: x\n${header}\nContent-Length: 70000000\n`;
    const plain = await readUntil(send(server(), `${head}\n`), /\}$/);
    expectFailure(plain, status);
    // A client that waits for 100 has sent no body, so the connection cannot be used again.
    const expecting = await exchange(server(), `${head}Expect: 100-continue\n\n`);
    expectFailure(expecting, status);
    expect(expecting).toMatch(/^connection: close/im);
  });

  test('a request whose body is wanted gets 100', async () => {
    const socket = send(
      server(),
      `POST ${TOKENS} HTTP/1.1\nHost: x\n${ANN}\nContent-Length: 2\nExpect: 100-continue\nConnection: close\n\n`,
    );
    await readUntil(socket, /100 Continue\r\n\r\n$/);
    socket.write('{}');
    expect(statusesOf(await readUntil(socket, /\}$/))).toEqual([400]);
  });
});

test.each([
  ['with Content-Length', 'Content-Length: 20000', ' '.repeat(20_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `4e20\n${' '.repeat(20_000)}\n0\n\n`],
])('a login with a body over 16 KiB gets 413: %s', async (_name, header, body) => {
  const {server} = await start();
  const answer = await readUntil(send(server, `POST ${LOGIN} HTTP/1.1\nHost: x\n${header}\n\n${body}`), /\}$/);
  expect(expectFailure(answer, 413)).toBe('the body is too large; 16384 bytes is the limit');
});

test('requests that wait for 100 are counted as active', async () => {
  const {server} = await start();
  const fault = server.setFault({kind: 'delay', ms: 100});
  const held = exchange(server, `GET ${TOKENS} HTTP/1.1\nHost: x\n${ANN}\nExpect: 100-continue\n\n`);
  await expect.poll(() => fault.hits).toBe(1);
  await server.close();
  expect(statusesOf(await held)).toContain(200);
});
