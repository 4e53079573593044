import type {RequestListener} from 'node:http';
import {describe, expect, test} from 'vitest';
import {createClient, type EdgeErrorCode, type Exchange} from '../src/index.ts';
import type {Timeouts} from '../src/types.ts';
import {leaksIn} from './support/leaks.ts';
import {failing} from './support/outcomes.ts';
import {respondJson, serveHttp, serveTcp} from './support/serve.ts';

const TOKEN = 'tok-5f1c2b7e-canary';
const PASSWORD = 'pass"word-canary';

interface Row {
  readonly name: string;
  readonly server: () => Promise<string>;
  readonly code: EdgeErrorCode;
  readonly message: RegExp;
  readonly fields?: Record<string, unknown>;
  readonly timeouts?: Timeouts;
  /** Whether the gateway cannot have received the request. */
  readonly isUnsent?: boolean;
}

// A label of 64 letters, which the resolver rejects without a DNS query.
const TOO_LONG = 'a'.repeat(64);
const http = (handler: RequestListener) => () => serveHttp(handler);
const text = (body: string, status = 200): RequestListener => {
  return (_request, response) => response.writeHead(status).end(body);
};
const echo =
  (status: number): RequestListener =>
  async (request, response) => {
    const chunks = await request.toArray();
    const err = {headers: request.headers, body: Buffer.concat(chunks).toString()};
    respondJson({status: 7, msg: `no: ${JSON.stringify(err)}`, err}, status)(request, response);
  };

const rows: Row[] = [
  {name: 'HTML', server: http(text('<!doctype html><p>hi')), code: 'invalid_response', message: /HTML.*URL/},
  {name: 'an empty response', server: http(text('')), code: 'invalid_response', message: /is empty/},
  {name: 'cut JSON', server: http(text('{"status":0,"da')), code: 'invalid_response', message: /not complete JSON/},
  {name: 'null', server: http(text('null')), code: 'invalid_response', message: /top level/},
  {name: 'a response without status', server: http(respondJson({})), code: 'invalid_response', message: /at status/},
  {
    name: 'a wrong type deep inside',
    server: http(respondJson({status: 0, data: {id: 'x', data: 3}})),
    code: 'invalid_response',
    message: /at data/,
    fields: {status: 200, retryable: false},
  },
  {
    name: '200 with status ≠ 0',
    server: http(respondJson({status: 9, msg: 'quota', err: [1]}, 200, {'x-request-id': 'r-1'})),
    code: 'envelope',
    message: /refused the call: quota/,
    fields: {status: 200, envelopeStatus: 9, msg: 'quota', err: [1], requestId: 'r-1', retryable: false},
  },
  {
    name: '200 with a status of 401 in the envelope',
    server: http(respondJson({status: 401})),
    code: 'envelope',
    message: /refused/,
  },
  {
    name: '400 with an envelope',
    server: http(respondJson({status: 1, msg: 'name is too long'}, 400)),
    code: 'envelope',
    message: /name is too long/,
    fields: {status: 400, envelopeStatus: 1},
  },
  {
    name: '401 in an envelope',
    server: http(respondJson({status: 1}, 401)),
    code: 'unauthenticated',
    message: /rejected the credential/,
  },
  {
    name: '403 without body',
    server: http(text('', 403)),
    code: 'forbidden',
    message: /does not permit this call .*; use an API token with the right to it/,
    fields: {status: 403, retryable: false},
  },
  {
    name: '403 in an envelope',
    server: http(respondJson({status: 3, msg: 'role auditor'}, 403)),
    code: 'forbidden',
    message: /does not permit this call: role auditor/,
    fields: {status: 403, envelopeStatus: 3, msg: 'role auditor'},
  },
  {name: '404 in HTML', server: http(text('<h1>', 404)), code: 'not_found', message: /does not know this path.*URL/},
  {
    name: '404 in an envelope',
    server: http(respondJson({status: 4, msg: 'no such token'}, 404)),
    code: 'not_found',
    message: /no such token.*identifier/,
  },
  {
    name: '429',
    server: http(respondJson({status: 1, msg: 'slow'}, 429, {'retry-after': '7'})),
    code: 'rate_limited',
    message: /too many requests/,
    fields: {retryAfter: 7000, retryable: true},
  },
  {name: '500 in text', server: http(text('oops', 500)), code: 'server', message: /HTTP 500.*try again/},
  {
    name: '502',
    server: http(text('<p>', 502)),
    code: 'server',
    message: /502/,
    fields: {retryable: true},
  },
  {name: '500 with status 0', server: http(respondJson({status: 0}, 500)), code: 'server', message: /HTTP 500/},
  {
    name: '500 in an envelope',
    server: http(respondJson({status: 12, msg: 'database is locked', err: {retry: true}}, 500)),
    code: 'server',
    message: /returned HTTP 500: database is locked/,
    fields: {status: 500, envelopeStatus: 12, msg: 'database is locked', err: {retry: true}, retryable: false},
  },
  {
    name: '204 where data is due',
    server: http((_request, response) => response.writeHead(204).end()),
    code: 'invalid_response',
    message: /is empty/,
    fields: {status: 204},
  },
  {
    name: 'a key of escape sequences',
    server: http(
      respondJson({status: 0, data: {id: 1, expire: 0, name: {[`\u001b[2J\u202e${'k'.repeat(100_000)}`]: 1}}}),
    ),
    code: 'invalid_response',
    message: /at data/,
  },
  {
    name: 'a redirect to another host',
    server: http((_request, response) => response.writeHead(302, {location: 'https://other.example/x?y=z'}).end()),
    code: 'http',
    message: /redirects to https:\/\/other\.example\/x, /,
  },
  {
    name: 'a redirect to a file',
    server: http((_request, response) => response.writeHead(302, {location: 'file:///etc/passwd'}).end()),
    code: 'http',
    message: /redirects to an address of the scheme file:, /,
    fields: {status: 302},
  },
  {
    name: 'a redirect loop',
    server: http((request, response) => response.writeHead(302, {location: request.url ?? ''}).end()),
    code: 'http',
    message: /redirects in a loop/,
    fields: {status: 302},
  },
  {
    name: 'headers of 100 kB',
    server: http((_request, response) => response.writeHead(200, {'x-long': 'x'.repeat(100_000)}).end()),
    code: 'invalid_response',
    message: /headers of the response of .* are too long/,
  },
  {
    name: 'an echo of the credentials',
    server: http(echo(200)),
    code: 'envelope',
    message: /call: \[redacted: contains a secret\] /,
  },
  {name: 'an echo with 401', server: http(echo(401)), code: 'unauthenticated', message: /rejected the credential/},
  {
    name: 'a hang',
    server: http(() => {}),
    code: 'timeout',
    message: /did not respond in time/,
    timeouts: {response: 150},
    fields: {retryable: true},
  },
  {
    name: 'a slow body',
    server: http((_request, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    }),
    code: 'timeout',
    message: /exceeded its time limit/,
    timeouts: {total: 300},
  },
  {
    name: 'a reset',
    server: () => serveTcp(socket => socket.on('data', () => socket.resetAndDestroy())),
    code: 'network',
    message: /closed the connection/,
    fields: {retryable: true},
  },
  {
    name: 'a body that breaks off',
    server: () =>
      serveTcp(socket => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"sta'))),
    code: 'network',
    message: /closed the connection/,
  },
  {
    name: 'another protocol',
    server: () => serveTcp(socket => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
    code: 'invalid_response',
    message: /does not speak HTTP/,
  },
  {
    name: 'a closed port',
    server: async () => 'http://127.0.0.1:1',
    code: 'network',
    message: /refused the connection/,
    isUnsent: true,
  },
  {
    name: 'no such host',
    server: async () => `http://${TOO_LONG}.invalid`,
    code: 'network',
    message: /host name of a+\.invalid could not be resolved/,
    isUnsent: true,
  },
  {
    name: 'plain HTTP behind https://',
    server: async () => (await serveHttp(() => {})).replace('http:', 'https:'),
    code: 'tls',
    message: /TLS.*http:\/\//,
  },
];

const setUp = async (row: Row) => {
  const exchanges: Exchange[] = [];
  const client = createClient({
    baseUrl: await row.server(),
    auth: {kind: 'api-token', token: TOKEN},
    consoleToken: TOKEN,
    retries: 0,
    ...(row.timeouts && {timeouts: row.timeouts}),
    onExchange: exchange => exchanges.push(exchange),
  });
  return {client, exchanges};
};

describe('a failing gateway', () => {
  test.each(rows)('a gateway with $name is reported as $code', async row => {
    const {client, exchanges} = await setUp(row);
    const error = await failing(client.apiTokens.get(1));
    expect(error).toMatchObject({code: row.code, method: 'GET', path: '/admin-api/api_token/1', attempt: 1});
    expect(error).toMatchObject(row.fields ?? {});
    const isLost = ['network', 'timeout', 'invalid_response'].includes(row.code) || row.name === '502';
    expect(error.outcomeUnknown === true).toBe(isLost && row.isUnsent !== true);
    expect(error.message).toMatch(row.message);
    expect(error.message).toContain('GET /admin-api/api_token/1');
    expect(error.message).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,500}$/u);
    expect(exchanges).toMatchObject([{id: 1, attempt: 1, error: row.code, method: 'GET'}]);
    client.close();
  });

  test.each(rows)('the error of a gateway with $name leaks no secret', async row => {
    const {client, exchanges} = await setUp(row);
    const login = client.session.login({username: 'u', password: PASSWORD});
    const errors = [
      await failing(login),
      await failing(client.errorLogs.list()),
      await failing(client.applications.agents()),
    ];
    expect(errors.map(error => error.cause)).toEqual([undefined, undefined, undefined]);
    expect(leaksIn([errors, exchanges, client], [TOKEN, 'word-canary'])).toEqual([]);
    client.close();
  });
});

test('untrusted text is one short line in the message of an error, and unchanged in its field `msg`', async () => {
  const msg = `\u001b[31mbad\n\u202e\u2066${'x'.repeat(3000)}`;
  const client = createClient({baseUrl: await serveHttp(respondJson({status: 1, msg}))});
  const error = await failing(client.errorLogs.list());
  expect(error.msg).toBe(msg);
  expect(error.message.length).toBeLessThan(400);
  expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(error.message).toMatch(/… \(GET .*\); check the input/);
});

test('HTTP 204 completes a call without data', async () => {
  const {apiTokens} = createClient({baseUrl: await serveHttp((_request, response) => response.writeHead(204).end())});
  expect(await apiTokens.update(1, {name: 'n'})).toBeUndefined();
  expect(await apiTokens.delete(1)).toBeUndefined();
});

test('a user agent that a header cannot carry is rejected as an invalid request', async () => {
  const client = createClient({baseUrl: await serveHttp(() => {}), userAgent: 'a\nb'});
  expect(await failing(client.apiTokens.list())).toMatchObject({code: 'invalid_request', retryable: false});
});
