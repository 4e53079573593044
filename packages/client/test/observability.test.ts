import {execFile} from 'node:child_process';
import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {type Client, type ClientOptions, createClient} from '../src/index.ts';
import {leaksIn} from './support/leaks.ts';
import {failing} from './support/outcomes.ts';
import {respondJson, serveHttp} from './support/serve.ts';

const TOKEN = 'tok-observe-canary';
const PASSWORD = 'pass-observe-canary';
const fine = {status: 0, data: {data: [], meta: {count: 5}}};

/** A gateway that responds to the first request with 503, the credential in a header, and a cookie. */
const serveBusy = async () => {
  let calls = 0;
  return serveHttp((request, response) => {
    const status = calls++ === 0 ? 503 : 200;
    respondJson(status === 200 ? fine : {status: 1}, status, {
      'set-cookie': 'sid=cookie-canary',
      'x-request-id': `r-${calls}`,
      'x-echo': `got ${request.headers['api-token']}`,
    })(request, response);
  });
};

const start = async (options: Partial<ClientOptions> = {}): Promise<Client> =>
  createClient({baseUrl: await serveBusy(), auth: {kind: 'api-token', token: TOKEN}, ...options});

const record = () => {
  const events: [string, Record<string, unknown>][] = [];
  const note = (name: string) => (event: object) => {
    events.push([name, {...event}]);
  };
  return {events, note};
};

const expected = [
  ['request', {id: 1, attempt: 1, method: 'GET', path: '/admin-api/api_token?page=1&page_size=0'}],
  ['response', {id: 1, attempt: 1, status: 503, requestId: 'r-1'}],
  ['exchange', {id: 1, attempt: 1, status: 503, error: 'server'}],
  ['retry', {attempt: 1, status: 503, error: 'server', delay: expect.any(Number), at: expect.any(Date)}],
  ['request', {id: 2, attempt: 2}],
  ['response', {id: 2, attempt: 2, status: 200, requestId: 'r-2'}],
  ['exchange', {id: 2, attempt: 2, status: 200}],
];

test('hooks receive each attempt, response and retry, without secrets', async () => {
  const {events, note} = record();
  const client = await start({
    onRequest: note('request'),
    onResponse: note('response'),
    onExchange: note('exchange'),
    onRetry: note('retry'),
  });
  await client.apiTokens.count();
  expect(events).toMatchObject(expected);
  expect(events[0]?.[1].headers).toEqual({'API-Token': '[secret]'});
  expect(events[1]?.[1].headers).toMatchObject({'set-cookie': '[secret]', 'x-echo': '[redacted: contains a secret]'});
  expect(leaksIn(events, ['canary'])).toEqual([]);
  client.close();
});

test('diagnostics channels receive the same events', async () => {
  const {events, note} = record();
  for (const name of ['request', 'response', 'exchange', 'retry']) {
    const listener = note(name) as (event: unknown) => void;
    subscribe(`edge-client:${name}`, listener);
    onTestFinished(() => {
      unsubscribe(`edge-client:${name}`, listener);
    });
  }
  const client = await start();
  await client.apiTokens.count();
  await failing(client.session.login({username: 'u', password: PASSWORD}));
  expect(events.slice(0, 7)).toMatchObject(expected);
  expect(leaksIn(events, ['canary'])).toEqual([]);
  client.close();
});

test('NODE_DEBUG=edge-client logs a line per event, without secrets', async () => {
  const script = `
    import {createClient} from '@edge-console/client';
    const client = createClient({baseUrl: process.env.URL, auth: {kind: 'api-token', token: '${TOKEN}'}});
    await client.apiTokens.count();
    await client.session.login({username: 'u', password: '${PASSWORD}'}).catch(() => {});
    await client.errorLogs.list({req_id: '${TOKEN}'}, {query: {access_token: 'query-canary'}}).catch(() => {});
    client.close();`;
  const env = {...process.env, URL: await serveBusy(), NODE_DEBUG: 'edge-client'};
  const args = ['--input-type=module', '-e', script];
  const {stderr} = await promisify(execFile)(process.execPath, args, {env, cwd: new URL('.', import.meta.url)});
  const lines = stderr.split('\n').filter(line => line.startsWith('EDGE-CLIENT'));
  expect(lines.slice(0, 4).map(line => line.replace(/^EDGE-CLIENT \d+: /, ''))).toEqual([
    expect.stringMatching(/^#1 GET http:\S+\/admin-api\/api_token\?page=1&page_size=0 attempt 1$/),
    expect.stringMatching(/^#1 HTTP 503 after \d+ ms$/),
    expect.stringMatching(/^#1 server after \d+ ms$/),
    expect.stringMatching(/^GET \S+ again in [\d.]+ ms \(server\)$/),
  ]);
  expect(stderr).not.toContain('canary');
});

test('a hook that throws or rejects does not fail the call', async () => {
  const broken = () => {
    throw new Error('observer');
  };
  const client = await start({
    onRequest: broken,
    onResponse: async () => broken(),
    onRetry: broken,
    onExchange: broken,
    onSession: broken,
  });
  expect(await client.apiTokens.count()).toBe(5);
});

describe('withResponse', () => {
  test('withResponse resolves to the data with status, headers and timing', async () => {
    const client = await start();
    const {data, response} = await client.apiTokens.list().withResponse();
    expect(data.count).toBe(5);
    expect(response).toMatchObject({
      status: 200,
      requestId: 'r-2',
      attempt: 2,
      headers: {'content-type': 'application/json', 'set-cookie': ['sid=cookie-canary']},
      timing: {startedAt: expect.any(Date), total: expect.any(Number), firstByte: expect.any(Number)},
    });
    client.close();
  });

  test('withResponse sends no further request, and exists on every kind of call', async () => {
    const seen: string[] = [];
    const baseUrl = await serveHttp((request, response) => {
      seen.push(`${request.method}`);
      const data = {id: 1, name: 'n', expire: 0, token: 't', username: 'u', 'edge-token': 'e', login_2fa: {}};
      const listed = /errlog/.test(request.url ?? '') ? fine.data : /agents/.test(request.url ?? '') ? [] : data;
      respondJson({status: 0, data: listed})(request, response);
    });
    const {apiTokens, errorLogs, applications, session} = createClient({
      ...{baseUrl, auth: {kind: 'api-token', token: TOKEN}},
    });
    const calls = [
      () => apiTokens.get(1),
      () => apiTokens.create({name: 'n'}),
      () => apiTokens.update(1, {name: 'n'}),
      () => apiTokens.delete(1),
      () => errorLogs.list(),
      () => errorLogs.count(),
      () => applications.list(1),
      () => applications.agents(),
      () => session.login({username: 'u', password: 'p'}),
    ];
    for (const call of calls) {
      const promise = call();
      const {data, response} = await promise.withResponse();
      expect(await promise).toBe(data);
      expect(response.status).toBe(200);
    }
    expect(seen).toHaveLength(calls.length);
    expect(session.current?.username).toBe('u');
  });

  test('withResponse rejects with the error of the call, without an unhandled rejection', async () => {
    const {apiTokens} = createClient({baseUrl: await serveHttp(respondJson({status: 1}, 404))});
    expect(await failing(apiTokens.get(1).withResponse())).toMatchObject({code: 'not_found'});
  });
});
