import type {RequestListener} from 'node:http';
import {describe, expect, test} from 'vitest';
import {type CallOptions, type Client, type ClientOptions, createClient, type Exchange} from '../src/index.ts';
import type {RetryEvent} from '../src/types.ts';
import {failing, until} from './support/outcomes.ts';
import {respondJson, serveHttp} from './support/serve.ts';

const fine = respondJson({status: 0, data: {data: [], meta: {count: 1}}});

/** Creates a client of a gateway that uses each handler once, then sends valid responses. */
const inTurn = async (handlers: RequestListener[], options: Partial<ClientOptions> = {}) => {
  const exchanges: Exchange[] = [];
  const rest = [...handlers];
  const baseUrl = await serveHttp((request, response) => (rest.shift() ?? fine)(request, response));
  const client = createClient({baseUrl, onExchange: exchange => exchanges.push(exchange), ...options});
  return {client, exchanges};
};

interface Ending {
  readonly call: CallOptions;
  readonly abort?: AbortController;
  readonly silent?: boolean;
  readonly close?: boolean;
}

const reset: RequestListener = request => request.socket.resetAndDestroy();
const status = (code: number) => respondJson({status: 1, msg: 'no'}, code);

describe('retries of a GET', () => {
  test.each([
    ['a reset', reset],
    ['a timeout', () => {}],
    ...[408, 429, 502, 503, 504].map((code): [string, RequestListener] => [`HTTP ${code}`, status(code)]),
  ] satisfies [string, RequestListener][])('a GET is retried after %s', async (_, handler) => {
    const {client, exchanges} = await inTurn([handler], {timeouts: {response: 1000}});
    expect(await client.apiTokens.count()).toBe(1);
    expect(exchanges.map(({id, attempt}) => [id, attempt])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(exchanges[0]?.error).toBeDefined();
    expect(exchanges[1]?.error).toBeUndefined();
  });
});

describe('a GET without a retry', () => {
  test.each([
    ['HTTP 500', status(500)],
    ['HTTP 401', status(401)],
    ['HTTP 200 with a status other than 0', status(200)],
    ['a response of the wrong shape', respondJson([])],
  ] satisfies [string, RequestListener][])('a GET is not retried after %s', async (_, handler) => {
    const {client, exchanges} = await inTurn([handler]);
    await failing(client.apiTokens.list());
    expect(exchanges).toHaveLength(1);
  });
});

describe('other methods', () => {
  test.each([
    ['login', client => client.session.login({username: 'u', password: 'p'})],
    ['create', client => client.apiTokens.create({name: 'n'})],
    ['update', client => client.apiTokens.update(1, {name: 'n'})],
    ['delete', client => client.apiTokens.delete(1)],
  ] satisfies [string, (client: Client) => Promise<unknown>][])(
    '%s is sent only once after a retryable failure',
    async (_, call) => {
      const {client, exchanges} = await inTurn([status(503), status(503)], {retries: 5});
      expect(await failing(call(client))).toMatchObject({attempt: 1, retryable: true});
      expect(exchanges).toHaveLength(1);
    },
  );
});

describe('repeat: idempotent', () => {
  const repeat = {retries: 2, repeat: 'idempotent'} as const;
  const done = respondJson({status: 0});

  test.each([
    ['update', (client: Client) => client.apiTokens.update(1, {name: 'n'}, repeat)],
    ['delete', (client: Client) => client.apiTokens.delete(1, repeat)],
  ])('%s is retried with `repeat: idempotent`', async (_, call) => {
    const {client, exchanges} = await inTurn([status(503), reset, done]);
    await call(client);
    expect(exchanges.map(({attempt}) => attempt)).toEqual([1, 2, 3]);
  });

  test.each([
    ['create', (client: Client) => client.apiTokens.create({name: 'n'}, repeat)],
    ['login', (client: Client) => client.session.login({username: 'u', password: 'p'}, repeat)],
  ])('%s is not retried with `repeat: idempotent`', async (_, call) => {
    const {client, exchanges} = await inTurn([status(503), status(503)]);
    await failing(call(client));
    expect(exchanges).toHaveLength(1);
  });
});

test('a retry waits until a date in Retry-After, and onRetry reports the date', async () => {
  const retries: RetryEvent[] = [];
  const date = new Date(Date.now() + 2000).toUTCString();
  const {client} = await inTurn([respondJson({status: 1}, 503, {'retry-after': date})], {
    onRetry: event => retries.push(event),
  });
  await client.apiTokens.list();
  expect(retries).toMatchObject([{method: 'GET', path: '/admin-api/api_token', attempt: 1, status: 503}]);
  expect(Math.abs(Number(retries[0]?.at.getTime()) - Date.parse(date))).toBeLessThan(1000);
});

test('the number of retries is limited by the option of the client or of the call', async () => {
  const {client, exchanges} = await inTurn(
    Array.from({length: 9}, () => status(503)),
    {retries: 1},
  );
  expect(await failing(client.apiTokens.list())).toMatchObject({attempt: 2});
  expect(await failing(client.apiTokens.list({}, {retries: 0}))).toMatchObject({attempt: 1});
  expect(exchanges.map(({attempt}) => attempt)).toEqual([1, 2, 1]);
});

test('a retry waits for the seconds in Retry-After', async () => {
  const {client, exchanges} = await inTurn([respondJson({status: 1}, 429, {'retry-after': '1'})]);
  await client.apiTokens.list();
  const [first, second] = exchanges.map(({at}) => at.getTime());
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990);
});

test('a call fails at once if the retry delay exceeds the total timeout', async () => {
  const {client, exchanges} = await inTurn([respondJson({status: 1}, 429, {'retry-after': '20'})], {
    timeouts: {total: 5000},
  });
  expect(await failing(client.apiTokens.list())).toMatchObject({code: 'rate_limited', retryAfter: 20_000});
  expect(exchanges).toHaveLength(1);
});

test('the total timeout includes all attempts of a call', async () => {
  const {client} = await inTurn(
    Array.from({length: 50}, () => () => {}),
    {
      retries: 50,
      timeouts: {response: 60, total: 400},
    },
  );
  const error = await failing(client.apiTokens.list());
  expect(error).toMatchObject({code: 'timeout'});
  expect(error.attempt).toBeLessThan(10);
});

describe('abort', () => {
  test('an abort before a call sends nothing', async () => {
    const {client, exchanges} = await inTurn([]);
    expect(await failing(client.apiTokens.list({}, {signal: AbortSignal.abort()}))).toMatchObject({code: 'aborted'});
    expect(exchanges).toEqual([]);
  });

  test('an abort during a call closes the socket of the call', async () => {
    let reached = false;
    let closed = false;
    const {client, exchanges} = await inTurn([
      request => {
        reached = true;
        request.socket.on('close', () => {
          closed = true;
        });
      },
    ]);
    const abort = new AbortController();
    const call = failing(client.apiTokens.list({}, {signal: abort.signal}));
    await until(() => reached);
    abort.abort(new Error('reason-canary'));
    const error = await call;
    expect(error).toMatchObject({code: 'aborted', retryable: false});
    expect(error.cause).toBeUndefined();
    await until(() => closed);
    expect(exchanges).toMatchObject([{error: 'aborted'}]);
  });

  test.each([
    ['abort while the body arrives', (abort: AbortController) => ({call: {signal: abort.signal}, abort})],
    ['the response timeout', () => ({call: {timeouts: {response: 150}}, silent: true})],
    ['the total timeout', () => ({call: {timeouts: {total: 150}}})],
    ['close()', () => ({call: {}, close: true})],
  ] as [string, (abort: AbortController) => Ending][])(
    'the server sees its socket closed after %s',
    async (_, make) => {
      const ending = make(new AbortController());
      const seen = {began: false, closed: false};
      const {client} = await inTurn([
        (request, response) => {
          request.socket.on('close', () => {
            seen.closed = true;
          });
          if (!ending.silent) response.writeHead(200).write('{"status":');
          seen.began = true;
        },
      ]);
      const call = failing(client.apiTokens.list({}, {...ending.call, retries: 0}));
      await until(() => seen.began);
      expect(seen.closed).toBe(false);
      ending.abort?.abort();
      if (ending.close) client.close();
      expect((await call).code).toBe(ending.abort ? 'aborted' : ending.close ? 'network' : 'timeout');
      await until(() => seen.closed);
    },
  );

  test('an abort during a retry delay ends the call', async () => {
    const {client, exchanges} = await inTurn([respondJson({status: 1}, 503, {'retry-after': '25'})]);
    const abort = new AbortController();
    const call = failing(client.apiTokens.list({}, {signal: abort.signal}));
    await until(() => exchanges.length === 1);
    abort.abort();
    expect(await call).toMatchObject({code: 'aborted'});
  });

  test('an abort ends an iteration', async () => {
    const rows = (page: number) => Array.from({length: 2}, (_, row) => ({id: 2 * page + row, name: 'n', expire: 0}));
    let page = 0;
    const endless: RequestListener = (request, response) =>
      respondJson({status: 0, data: {data: rows(page++)}})(request, response);
    const {client} = await inTurn(Array.from({length: 9}, () => endless));
    const abort = new AbortController();
    const ids: number[] = [];
    const iterate = async () => {
      for await (const token of client.apiTokens.items({page_size: 2}, {signal: abort.signal})) {
        ids.push(token.id);
        if (ids.length === 3) abort.abort();
      }
    };
    expect(await failing(iterate())).toMatchObject({code: 'aborted'});
    expect(ids).toEqual([0, 1, 2, 3]);
  });
});

describe('redirects', () => {
  const redirect =
    (location: string): RequestListener =>
    (_request, response) => {
      response.writeHead(301, {location}).end();
    };

  test('a GET follows a redirect within its origin', async () => {
    const {client} = await inTurn([redirect('/admin-api/api_token/')]);
    expect(await client.apiTokens.count()).toBe(1);
  });

  test('a redirect loop ends', async () => {
    const {client} = await inTurn(Array.from({length: 9}, () => redirect('/again')));
    expect(await failing(client.apiTokens.list())).toMatchObject({code: 'http', message: /in a loop/});
  });

  test.each(['http://127.0.0.1:1/x', '//127.0.0.1:1/x', 'https://127.0.0.1/x'])(
    'a redirect to %s is not followed',
    async location => {
      const {client, exchanges} = await inTurn([redirect(location)], {auth: {kind: 'api-token', token: 't'}});
      expect(await failing(client.apiTokens.list())).toMatchObject({code: 'http', status: 301});
      expect(exchanges).toHaveLength(1);
    },
  );

  test('only GET requests follow redirects', async () => {
    const {client} = await inTurn([redirect('/elsewhere')]);
    expect(await failing(client.apiTokens.delete(1))).toMatchObject({code: 'http', status: 301});
  });
});
