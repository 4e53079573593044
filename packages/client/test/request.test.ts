import type {IncomingMessage} from 'node:http';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import * as z from 'zod';
import {type Client, type ClientOptions, createClient, type RequestInput} from '../src/index.ts';
import {type Gateway, startGateway} from './support/gateway.ts';
import {leaksIn} from './support/leaks.ts';
import {failing} from './support/outcomes.ts';
import {MASTER_TOKEN, PASSWORD, seed} from './support/seed.ts';
import {respondJson, serveHttp} from './support/serve.ts';

const TOKEN = 'tok-request-canary';
const auth = {kind: 'api-token', token: TOKEN} as const;

interface Received {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Creates a client of a gateway that records requests. Sends the responses in order and repeats the last one. */
const start = async (responses: readonly [body: unknown, status?: number][], options: Partial<ClientOptions> = {}) => {
  const received: Received[] = [];
  const url = await serveHttp(async (request, response) => {
    const sent = (await request.toArray()).join('');
    received.push({line: `${request.method} ${request.url}`, headers: request.headers, body: sent});
    const [body, status] = responses[received.length - 1] ?? responses.at(-1) ?? [{}];
    respondJson(body, status)(request, response);
  });
  return {received, url, client: createClient({baseUrl: `${url}/prefix`, auth, ...options})};
};

describe('client.request on the reference server', () => {
  let gateway: Gateway;
  let client: Client;
  beforeAll(async () => {
    gateway = await startGateway({seed});
    client = createClient({baseUrl: gateway.url, auth: {kind: 'api-token', token: MASTER_TOKEN}});
  });
  afterAll(async () => {
    client?.close();
    await gateway?.stop();
  });

  const getToken = {method: 'GET', path: '/admin-api/api_token/{id}', params: {id: 1}} as const;

  test('request resolves to `data`, the whole body, or the output of a schema', async () => {
    const data: unknown = await client.request(getToken);
    expect(data).toMatchObject({id: 1, name: 'good'});
    expect(await client.request({...getToken, result: 'body'})).toEqual({status: 0, data});
    const typed = await client.request({...getToken, schema: z.object({name: z.string()})});
    expect(typed).toEqual({name: 'good'} satisfies typeof typed);
    const body = await client.request({...getToken, result: 'body', schema: z.object({status: z.literal(0)})});
    expect(body).toEqual({status: 0});
  });

  test('request creates, renames and deletes a token', async () => {
    const path = '/admin-api/api_token';
    const {id} = await client.request({
      ...{method: 'POST', path, body: {name: 'raw', expire: 0}},
      schema: z.object({id: z.int()}),
    });
    const one = {path: `${path}/{id}`, params: {id}};
    expect(await client.request({...one, method: 'PUT', body: {name: 'raw-2'}})).toBeUndefined();
    expect(await client.apiTokens.get(id)).toMatchObject({name: 'raw-2'});
    await client.request({...one, method: 'DELETE'});
    expect(await failing(client.request({...one, method: 'GET'}))).toMatchObject({code: 'not_found', status: 404});
  });

  test('a call of request logs in, and supports withResponse and errors, like other calls', async () => {
    const own = createClient({
      ...{baseUrl: gateway.url, auth: {kind: 'credentials', username: 'ann', password: PASSWORD}},
    });
    const {response} = await own.request(getToken).withResponse();
    expect(response.status).toBe(200);
    expect(own.session.current?.username).toBe('ann');
    own.close();
    const refused = await failing(client.request({...getToken, schema: z.object({name: z.number()})}));
    expect(refused).toMatchObject({code: 'invalid_response', path: '/admin-api/api_token/1', status: 200});
    expect(refused.message).toContain('data.name');
  });
});

test('request sends credential, prefix, parameters, query and body', async () => {
  const {client, received} = await start([[{status: 0}]]);
  await client.request({
    ...{method: 'PATCH', path: '/a/{name}/', params: {name: 'x/y'}},
    ...{query: {detail: 1, all: true, none: undefined}, body: {list: [1, null]}},
  });
  expect(received).toMatchObject([
    {
      line: 'PATCH /prefix/a/x%2Fy/?detail=1&all=true',
      headers: {'api-token': TOKEN, 'content-type': 'application/json; charset=utf-8'},
      body: '{"list":[1,null]}',
    },
  ]);
});

test('request calls the console with its own token', async () => {
  const {url, received} = await start([[{status: 0}]]);
  const options = {baseUrl: 'http://127.0.0.1:1', consoleUrl: url, consoleToken: 'console-canary'};
  const client = createClient(options);
  await client.request({method: 'GET', path: '/api/x', base: 'console'});
  expect(received).toMatchObject([{line: 'GET /api/x', headers: {'api-token': 'console-canary'}}]);
});

test('for JSON without an envelope, request resolves with result `body`, and rejects by default', async () => {
  const {client} = await start([[['a', 1]]]);
  const get = {method: 'GET', path: '/list'} as const;
  expect(await client.request({...get, result: 'body'})).toEqual(['a', 1]);
  expect(await failing(client.request(get))).toMatchObject({code: 'invalid_response'});
});

test.each([
  ['GET', {}, 3],
  ['GET', {retries: 0}, 1],
  ['PUT', {}, 1],
  ['PUT', {repeat: 'idempotent'}, 3],
  ['DELETE', {repeat: 'idempotent'}, 3],
  ['POST', {repeat: 'idempotent'}, 1],
  ['PATCH', {repeat: 'idempotent'}, 1],
] as const)('a %s request with %j is sent %i times', async (method, options, times) => {
  const {client, received} = await start([[{status: 1}, 503]]);
  await failing(client.request({method, path: '/x'}, options));
  expect(received).toHaveLength(times);
});

test('the error of a refusal that echoes a secret is redacted', async () => {
  const err = {seen: TOKEN, inner: ['pass-canary-1', 'query-canary-2']};
  const {client} = await start([[{status: 7, msg: `no ${TOKEN}`, err}]]);
  const body = {account: {password: 'pass-canary-1'}};
  const query = {access_token: 'query-canary-2'};
  const error = await failing(client.request({method: 'POST', path: '/x', query, body}));
  expect(error).toMatchObject({code: 'envelope', path: '/prefix/x?access_token=[secret]', method: 'POST'});
  expect(leaksIn(error, ['canary'])).toEqual([]);
});

const invalid: [string, Partial<Record<keyof RequestInput, unknown>>][] = [
  ...[
    'x',
    '',
    'https://other/x',
    '//other/x',
    '/\\other/x',
    '/a/../b',
    '/a/..',
    '/./b',
    '/a/%2e%2e/b',
    '/a/.%2E/b',
    '/a/..%2fb',
    '/a/%2e%5cb',
    '/a/.\t./b',
    '/a\r\nb',
    '/a b',
    '/a?x=1',
    '/a#b',
    '/a/%zz',
    '/a/%252e%252e/b',
    '/a/..;/b',
    7,
  ].map((path): [string, {path: unknown}] => ['path', {path}]),
  ['id', {path: '/a/{id}'}],
  ['id', {path: '/a/{id}', params: {id: '..'}}],
  ['id', {path: '/a/{id}', params: {id: 0.5}}],
  ['id', {path: '/a/{id}', params: {id: '../x'}}],
  ['id', {path: '/a/{id}', params: {id: 'x\\..\\y'}}],
  ['id', {path: '/a/{id}', params: {id: '%2e%2e'}}],
  ['query.a', {query: {a: Number.NaN}}],
  ['query', {query: 'x=1'}],
  ['query', {query: ['x']}],
  ['method', {method: 'TRACE'}],
  ['base', {base: 'https://other'}],
  ['result', {result: 'raw'}],
  ['body', {body: {a: 1}}],
  ['body', {method: 'POST', body: [1]}],
  ['body', {method: 'POST', body: {a: 1n}}],
];
test.each(invalid)('an invalid %s is refused before anything is sent: %o', async (name, input) => {
  const {client, received} = await start([[{status: 0}]]);
  const error = await failing(client.request({method: 'GET', path: '/x', ...input} as RequestInput));
  expect(error).toMatchObject({code: 'invalid_request', attempt: 0, message: expect.stringContaining(`${name} `)});
  expect(received).toEqual([]);
});

test('the result of request has the type unknown without a schema', () => {
  const check = async ({request}: Client) => {
    // @ts-expect-error unknown
    (await request({method: 'GET', path: '/x'})).name;
    // @ts-expect-error a number
    const text: string = await request({method: 'GET', path: '/x', schema: z.number()});
    // @ts-expect-error no such option
    return [text, await request({method: 'GET', path: '/x', json: true})];
  };
  expect(check).toBeTypeOf('function');
});
