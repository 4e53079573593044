import {describe, expect, test} from 'vitest';
import {exchange, expectFailure, readUntil, send, statusesOf} from './raw.ts';
import {ANN_TOKEN, call, shared, start} from './support.ts';

const TOKENS = '/admin-api/api_token';
const HEAD = `HTTP/1.1\nHost: x\nAPI-Token: ${ANN_TOKEN}\n`;
const CLOSE = 'Connection: close\n';

describe.each(['http', 'envelope'] as const)('with errors as %s', errors => {
  const server = shared({errors});

  test.each([
    ['a transfer coding besides chunked', 501, `POST ${TOKENS} ${HEAD}Transfer-Encoding: gzip, chunked\n\n0\n\n`],
    ['chunked twice', 400, `POST ${TOKENS} ${HEAD}Transfer-Encoding: chunked, chunked\n\n0\n\n`],
    ['a transfer coding that does not end with chunked', 400, `POST ${TOKENS} ${HEAD}Transfer-Encoding: gzip\n\n`],
    ['two Host headers', 400, `GET ${TOKENS} ${HEAD}hOST: y\n${CLOSE}\n`],
    ['two equal Host headers', 400, `GET ${TOKENS} ${HEAD}Host: x\n${CLOSE}\n`],
    ['a compressed body', 415, `POST ${TOKENS} ${HEAD}${CLOSE}Content-Encoding: gzip\nContent-Length: 2\n\n{}`],
    ['a foreign scheme', 400, `GET ftp://x${TOKENS} ${HEAD}${CLOSE}\n`],
    ['a foreign scheme with an empty host', 400, `GET file://${TOKENS} ${HEAD}${CLOSE}\n`],
    ['an invalid chunk', 400, `POST ${TOKENS} ${HEAD}Transfer-Encoding: chunked\n\nZZ\n`],
    ['a body and garbage in it', 400, `POST ${TOKENS} ${HEAD}Transfer-Encoding: chunked\n\n1\n{\nZZ\n`],
  ])('%s gets %d and the envelope', async (_name, status, request) => {
    expectFailure(await exchange(server(), request), status, errors === 'http' ? status : 200);
  });

  test.each(['http', 'HTTPS'])('an absolute URL with the scheme %s is served', async scheme => {
    const answer = await exchange(server(), `GET ${scheme}://other.example${TOKENS} ${HEAD}${CLOSE}\n`);
    expect(statusesOf(answer)).toEqual([200]);
  });

  test('a body with Content-Encoding identity is read', async () => {
    const {body} = await call(server(), TOKENS, {
      token: ANN_TOKEN,
      json: {},
      headers: {'Content-Encoding': 'identity'},
    });
    expect(body.msg).toContain('name');
  });
});

describe('garbage after a pipelined request', () => {
  test.each([
    ['that is being answered', {}],
    ['whose response is slow', {kind: 'drip', bytes: 64, everyMs: 1}],
    ['that is delayed', {kind: 'delay', ms: 20}],
  ] as const)('gets 400 after the response to the request before it, %s', async (_name, fault) => {
    const {server} = await start();
    if ('kind' in fault) server.setFault(fault);
    const answer = await exchange(server, `GET ${TOKENS} ${HEAD}\nGET /api/agents ${HEAD}\nHELLO\n\nHELLO\n\n`);
    expect(statusesOf(answer)).toEqual([200, 200, 400]);
    expectFailure(answer.slice(answer.lastIndexOf('HTTP/1.1')), 400);
  });

  test('is ignored once the response to its own request has been sent', async () => {
    const {server} = await start();
    const socket = send(server, `POST /nothing ${HEAD}Transfer-Encoding: chunked\n\n`);
    await readUntil(socket, /\}$/);
    socket.write('ZZ\r\n');
    await expect(readUntil(socket, /HTTP/)).rejects.toThrow('closed after ""');
  });
});

test('text of the request is echoed up to a limit', async () => {
  const secret = 'a secret of enough length';
  const {server} = await start({controlSecret: secret});
  const headers = {'Control-Secret': secret};
  const {code, body} = await call(server, `/__control/faults/${'k'.repeat(7000)}`, {method: 'DELETE', headers});
  expect(code).toBe(404);
  expect(body.msg).toContain('kkk');
  expect(body.msg?.length).toBeLessThanOrEqual(1000);
});
