import type {IncomingHttpHeaders} from 'node:http';
import {contract, type OperationId} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import {type CallOptions, type ClientOptions, createClient} from '../src/index.ts';
import type {Call} from '../src/types.ts';
import {tracesIn} from './support/leaks.ts';
import {arrayOf, failing} from './support/outcomes.ts';
import {respondJson, serveHttp} from './support/serve.ts';

const start = async (options: Partial<ClientOptions> = {}, status = 200) => {
  const seen: {url: string; headers: IncomingHttpHeaders}[] = [];
  const events: unknown[] = [];
  const baseUrl = await serveHttp((request, response) => {
    seen.push({url: request.url ?? '', headers: request.headers});
    const echo = `${request.url} ${JSON.stringify(request.headers)}`;
    const data = {data: [], meta: {count: 5}};
    respondJson(status === 200 ? {status: 0, data} : {status: 1, msg: echo, err: request.headers}, status)(
      request,
      response,
    );
  });
  const note = (event: unknown) => events.push(event);
  const auth = {kind: 'api-token', token: 'api-token-canary'} as const;
  const client = createClient({
    baseUrl,
    auth,
    retries: 0,
    onRequest: note,
    onResponse: note,
    onExchange: note,
    ...options,
  });
  return {client, seen, events};
};

describe('query and headers of a call', () => {
  test('query and headers of a call are sent with those of the operation', async () => {
    const {client, seen} = await start();
    const options = {query: {detail: 1, verbose: true, 'a b': 'ä&', none: undefined}, headers: {'X-Request-Id': 'r 7'}};
    await client.errorLogs.list({level: 4}, options);
    expect(seen[0]?.url).toBe('/admin-api/log_server/errlog?level=4&detail=1&verbose=true&a+b=%C3%A4%26');
    expect(seen[0]?.headers).toMatchObject({'x-request-id': 'r 7', 'api-token': 'api-token-canary'});
  });

  test('query and headers of a call are sent for every page of an iteration', async () => {
    const {client, seen} = await start();
    for await (const _ of client.errorLogs.pages({}, {query: {detail: 1}, headers: {traceparent: '00-1'}}));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({url, headers}) => url.includes('detail=1') && headers.traceparent === '00-1')).toBe(true);
  });

  test('errors and events show the query and headers of a call, with secrets redacted', async () => {
    const {client, seen, events} = await start({}, 400);
    const secrets = ['query-secret-9/8', 'Bearer header secret', 'sid=cookie secret'];
    const [access_token, authorization, cookie] = secrets as [string, string, string];
    const error = await failing(
      client.errorLogs.list(
        {level: 4},
        {query: {tag: 'x', access_token}, headers: {authorization, cookie, 'x-tag': 'y'}},
      ),
    );
    expect(seen[0]?.url).toContain('access_token=query-secret-9%2F8');
    expect(seen[0]?.headers).toMatchObject({authorization, cookie});
    expect(error.path).toBe('/admin-api/log_server/errlog?level=4&tag=x&access_token=[secret]');
    expect(events[0]).toMatchObject({
      path: error.path,
      headers: {authorization: '[secret]', cookie: '[secret]', 'x-tag': 'y'},
    });
    expect(error.msg).toBe('[redacted: contains a secret]');
    expect(tracesIn([error, events], [...secrets, 'api-token-canary'])).toEqual([]);
  });

  test.each([
    ['headers.API-Token', {headers: {'API-Token': 'other-canary'}}],
    ['headers.EDGE-TOKEN', {headers: {'EDGE-TOKEN': 'other-canary'}}],
    ['headers.Content-Type', {headers: {'Content-Type': 'text/plain'}}],
    ['headers.host', {headers: {host: 'other-canary'}}],
    ['headers.transfer-encoding', {headers: {'transfer-encoding': 'chunked'}}],
    ['headers.proxy-authorization', {headers: {'proxy-authorization': 'other-canary'}}],
    ['headers.x-a', {headers: {'x-a': 'other-canary\r\nx-b: 1'}}],
    ['headers.x-a', {headers: {'x-a': 'snowman-canary ☃'}}],
    ['headers.x-a', {headers: {'x-a': 7}}],
    ['headers', {headers: {'a b': 'other-canary'}}],
    ['headers', {headers: 7}],
    ['query', {query: 'a=b'}],
    ['query.a', {query: {a: {b: 1}}}],
    ['query.level', {query: {level: 4}}],
    ['signal', {signal: {aborted: false}}],
    ['repeat', {repeat: 'all'}],
    ['retries', {retries: '3'}],
    ['timeouts', {timeouts: 7}],
    ['timeouts.total', {timeouts: {total: '5'}}],
  ] as [string, unknown][])('an invalid %s is rejected: %j', async (name, options) => {
    const {client, seen} = await start();
    const error = await failing(client.errorLogs.list({}, options as CallOptions));
    expect(error).toMatchObject({
      code: 'invalid_request',
      attempt: 0,
      message: expect.stringContaining(`${name} is invalid`),
    });
    expect(tracesIn(error, ['other-canary', 'snowman-canary'])).toEqual([]);
    expect(seen).toEqual([]);
  });

  test.each([-1, 0.5, 17])('an iteration rejects a prefetch of %d without a request', async prefetch => {
    const {client, seen} = await start();
    expect(await failing(arrayOf(client.errorLogs.pages({}, {prefetch})))).toMatchObject({
      message: expect.stringContaining('prefetch is invalid: it must be a whole number from 0 to 16'),
    });
    expect(seen).toEqual([]);
  });

  test('an infinite timeout sets no limit', async () => {
    const {client} = await start();
    expect(await client.errorLogs.count({}, {timeouts: {total: Number.POSITIVE_INFINITY, response: 1e12}})).toBe(5);
  });
});

describe('a call that cannot be sent', () => {
  const wrong: [string, unknown[]][] = [
    ['an unknown operation', ['listEverything', {}]],
    ['a name of every object', ['toString', {}]],
    ['an operation that is no text', [{}, {}]],
    ['no operation', []],
    ['input null', ['listErrorLogs', null]],
    ['options null', ['listErrorLogs', {}, null]],
    ['options of a wrong type', ['listErrorLogs', {}, 'x']],
    ['input of wrong types', ['getApiToken', {params: null}]],
    ['a query of a wrong type', ['listErrorLogs', {query: 7}]],
    ['an identifier of a wrong type', ['getApiToken', {params: {api_token_id: {}}}]],
    ['an identifier with a lone surrogate', ['listApplications', {params: {agent_id: '\ud800'}}]],
    ['a body of a wrong type', ['createApiToken', {body: 'x'}]],
  ];
  test.each(wrong)('a call with %s rejects and does not throw', async (_, args) => {
    const {client, seen} = await start();
    const call = client.call as unknown as (...args: unknown[]) => Promise<unknown>;
    expect(await failing(call(...args))).toMatchObject({code: 'invalid_request', attempt: 0});
    expect(seen).toEqual([]);
  });

  test('the error of an unknown operation names the operation on one line', async () => {
    const {client} = await start();
    const id = `list\u001b[2J\n${'x'.repeat(1000)}` as OperationId;
    const {message} = await failing((client.call as Call)(id, {} as never));
    expect(message).toMatch(/^There is no operation 'list \[2J x+…'\.$/);
  });

  test('the input of an operation without required fields may be omitted', async () => {
    const {client} = await start();
    const call = client.call as unknown as (id: string) => Promise<unknown>;
    expect(await call('listErrorLogs')).toMatchObject({status: 0});
    expect(Object.hasOwn(contract, 'listErrorLogs')).toBe(true);
  });
});

test('an error does not show a secret that is in the input', async () => {
  const {client, seen} = await start({}, 404);
  const secret = 'api-token-canary';
  const errors = [
    await failing(client.errorLogs.list({[secret]: 1} as never)),
    await failing(client.applications.list(secret)),
    await failing(client.errorLogs.list({req_id: secret})),
  ];
  expect(errors.map(({path}) => path)).toEqual([
    '/admin-api/log_server/errlog',
    '/api/agents/{agent_id}/applications',
    '/admin-api/log_server/errlog',
  ]);
  expect(seen).toHaveLength(2);
  const path = `/admin-api/${secret}/{id}`;
  errors.push(
    await failing(client.request({method: 'GET', path, params: {id: 1}})),
    await failing(client.request({method: 'GET', path})),
  );
  expect(tracesIn(errors, [secret])).toEqual([]);
});
