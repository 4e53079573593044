import {describe, expect, test} from 'vitest';
import {exchange, expectFailure, statusesOf} from './raw.ts';
import {ANN_TOKEN, shared} from './support.ts';

const TOKENS = '/admin-api/api_token';
const HEAD = `HTTP/1.1\nHost: x\nAPI-Token: ${ANN_TOKEN}\n`;
const CLOSE = 'Connection: close\n';

describe.each(['http', 'envelope'] as const)('with errors as %s', errors => {
  const server = shared({errors});

  test.each([
    ['text that is not HTTP', 400, 'HELLO\n\n'],
    ['an invalid chunk', 400, `POST ${TOKENS} ${HEAD}Transfer-Encoding: chunked\n\nZZ\n`],
    ['a compressed body', 415, `POST ${TOKENS} ${HEAD}${CLOSE}Content-Encoding: gzip\nContent-Length: 2\n\n{}`],
  ])('a request with %s gets a JSON body with the status %d', async (_name, status, request) => {
    expectFailure(await exchange(server(), request), status, errors === 'http' ? status : 200);
  });

  test.each(['http', 'HTTPS'])('a request for an absolute URL with the scheme %s is served', async scheme => {
    const response = await exchange(server(), `GET ${scheme}://other.example${TOKENS} ${HEAD}${CLOSE}\n`);
    expect(statusesOf(response)).toEqual([200]);
  });
});
