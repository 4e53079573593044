import {get, type IncomingHttpHeaders} from 'node:http';
import {failureSent} from '@edge-console/schema/openapi';
import {describe, expect, test} from 'vitest';
import {KINDS} from '../src/faults/kinds/index.ts';
import type {FaultInput, TestServer} from '../src/index.ts';
import {ANN_TOKEN, call, exchange, login, paged, start} from './support.ts';

const LOGS = '/admin-api/log_server/errlog';
const TOKENS = '/admin-api/api_token';

interface Received {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Time at which each chunk arrived, in milliseconds since the start of the process. */
  readonly times: readonly number[];
  /** Error code if the response was cut off. */
  readonly broken: string | undefined;
}

/** Sends a request and collects its response, which may be cut off. */
const receive = (server: TestServer, path = TOKENS, headers: Record<string, string> = {}): Promise<Received> =>
  new Promise((resolve, reject) => {
    const request = get(server.url + path, {headers: {'API-Token': ANN_TOKEN, ...headers}, agent: false}, response => {
      let text = '';
      const times: number[] = [];
      const done = (broken?: string) =>
        resolve({code: response.statusCode ?? 0, headers: response.headers, text, times, broken});
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        times.push(performance.now());
      });
      response.on('end', () => done());
      response.on('error', (error: NodeJS.ErrnoException) => done(error.code));
    });
    request.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code)));
  });

const faulty = async (fault: FaultInput, options: object = {}) => {
  const {server} = await start(options);
  return {server, handle: server.setFault(fault)};
};

const ids = (list: {data: Record<string, unknown>[]}) => list.data.map(({id}) => id);
const listed = async (server: TestServer, path: string) => ids(paged(await call(server, path, {token: ANN_TOKEN})));

test('the fault status sends its HTTP status, even with errors: envelope', async () => {
  const {server} = await faulty({kind: 'status', status: 503, msg: 'under repair'}, {errors: 'envelope'});
  const response = await call(server, TOKENS);
  expect([response.code, response.body]).toEqual([503, {status: 503, msg: 'under repair'}]);
});

test('the fault envelope sends a failure with HTTP 200', async () => {
  const {server} = await faulty({kind: 'envelope', status: 17, msg: 'no', err: ['why']});
  const response = await call(server, TOKENS, {token: ANN_TOKEN});
  expect([response.code, response.body]).toEqual([200, {status: 17, msg: 'no', err: ['why']}]);
});

test('the fault unauthorized applies to one request by default', async () => {
  const {server} = await faulty({kind: 'unauthorized'});
  const codes = [(await receive(server)).code, (await receive(server)).code];
  expect(codes).toEqual([401, 200]);
});

test('the fault unauthorized applies only to requests with a credential', async () => {
  const {server, handle} = await faulty({kind: 'unauthorized'});
  const session = await login(server);
  await call(server, TOKENS, {headers: {'API-Token': ''}});
  expect([session.length > 0, handle.hits]).toEqual([true, 0]);
  expect((await call(server, TOKENS, {session})).code).toBe(401);
  expect((await call(server, TOKENS, {session})).code).toBe(200);
});

test.each([[1], ['Fri, 20 Nov 2026 12:00:09 GMT']])(
  'the fault rate-limit sends 429 with Retry-After: %s',
  async retryAfter => {
    const {server} = await faulty({kind: 'rate-limit', retryAfter});
    const {code, headers, text} = await receive(server);
    expect([code, headers['retry-after']]).toEqual([429, String(retryAfter)]);
    failureSent.parse(JSON.parse(text));
  },
);

test('the fault delay delays the response by at least ms milliseconds, or until the fault is removed', async () => {
  const {server} = await faulty({kind: 'delay', ms: 60, jitterMs: 10});
  const before = performance.now();
  expect((await receive(server)).code).toBe(200);
  expect(performance.now() - before).toBeGreaterThanOrEqual(59);
  server.clearFaults();
  const long = server.setFault({kind: 'delay', ms: 600_000});
  const held = receive(server);
  await expect.poll(() => long.hits).toBe(1);
  long.remove();
  expect((await held).code).toBe(200);
});

test('the fault hang sends nothing until the fault is removed or the server closes', async () => {
  const {server, handle} = await faulty({kind: 'hang'}, {graceMs: 600_000});
  const first = receive(server).catch((error: Error) => error.message);
  await expect.poll(() => handle.hits).toBe(1);
  expect(server.requests()).toMatchObject([{operation: 'listApiTokens', faults: ['hang']}]);
  expect(server.requests()[0]).not.toHaveProperty('status');
  handle.remove();
  expect(await first).toBe('ECONNRESET');
  const again = server.setFault({kind: 'hang'});
  const second = receive(server).catch((error: Error) => error.message);
  await expect.poll(() => again.hits).toBe(1);
  // Would time out here if `close()` waited for the hanging request.
  await server.close();
  expect(await second).toBe('ECONNRESET');
});

test('the fault drip sends the complete response in small chunks', async () => {
  const {server} = await faulty({kind: 'drip', bytes: 40, everyMs: 10});
  const {text, times, headers, broken} = await receive(server);
  expect([paged({body: JSON.parse(text)} as never).data.length, broken]).toEqual([3, undefined]);
  expect(headers['content-length']).toBe(String(text.length));
  const chunks = Math.ceil(text.length / 40);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual((chunks - 1) * 9);
});

test('the fault reset resets the connection', async () => {
  const {server} = await faulty({kind: 'reset'});
  await expect(receive(server)).rejects.toThrow('ECONNRESET');
  await expect(fetch(server.url)).rejects.toThrow();
});

test('the fault cut-off closes the connection before the body is complete', async () => {
  const {server} = await faulty({kind: 'cut-off', keep: 0.25});
  const {code, headers, text, broken} = await receive(server);
  const whole = Number(headers['content-length']);
  expect([code, broken, text.length]).toEqual([200, 'ECONNRESET', Math.floor(whole / 4)]);
});

test('the fault truncated sends half of the JSON in a complete HTTP response', async () => {
  const {server} = await faulty({kind: 'truncated'});
  const {text, headers, broken} = await receive(server);
  expect([headers['content-length'], broken]).toEqual([String(text.length), undefined]);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('the fault content-type replaces the Content-Type and optionally the body', async () => {
  const {server, handle} = await faulty({kind: 'content-type'});
  const page = await receive(server);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(JSON.parse(page.text)).toMatchObject({status: 0});
  handle.remove();
  server.setFault({kind: 'content-type', type: 'text/plain', body: '<h1>Sign in</h1>'});
  expect((await receive(server)).text).toBe('<h1>Sign in</h1>');
});

test('the fault repeated-rows sends every row twice', async () => {
  const {server} = await faulty({kind: 'repeated-rows'});
  expect(await listed(server, `${TOKENS}?page_size=2`)).toEqual([1, 1, 2, 2]);
});

test('the fault shuffled-rows sends the rows of a page in an order that the fault seed determines', async () => {
  const {server} = await faulty({kind: 'shuffled-rows'});
  const sorted = [6, 1, 2, 3, 4, 5].toSorted((a, b) => a - b);
  const first = await listed(server, LOGS);
  expect(first).not.toEqual([6, 5, 4, 3, 2, 1]);
  expect(first.toSorted((a, b) => Number(a) - Number(b))).toEqual(sorted);
  const {server: same} = await faulty({kind: 'shuffled-rows'});
  expect(await listed(same, LOGS)).toEqual(first);
  const {server: other} = await faulty({kind: 'shuffled-rows'}, {faultSeed: 5});
  expect(await listed(other, LOGS)).not.toEqual(first);
});

test('the fault repeated-page sends the previous page', async () => {
  const {server} = await faulty({kind: 'repeated-page', after: 1, times: 1});
  const pages = [1, 2, 3].map(page => `${LOGS}?page_size=2&page=${page}`);
  const seen = [];
  for (const page of pages) seen.push(await listed(server, page));
  expect(seen).toEqual([
    [6, 5],
    [6, 5],
    [2, 1],
  ]);
});

test('the fault swapped-pages swaps each odd page with the next page', async () => {
  const {server} = await faulty({kind: 'swapped-pages'});
  expect(await listed(server, `${LOGS}?page_size=2`)).toEqual([4, 3]);
  expect(await listed(server, `${LOGS}?page_size=2&page=2`)).toEqual([6, 5]);
  const {body} = await call(server, '/api/agents/1/applications?_page=1&_pagesize=2', {token: ANN_TOKEN});
  expect((body.data as {id: number}[]).map(({id}) => id)).toEqual([13]);
});

test('repeated-page and swapped-pages apply to pages of a list, not to ranges, whole lists or single tokens', async () => {
  const {server, handle} = await faulty({kind: 'repeated-page'});
  const applications = '/api/agents/1/applications';
  const listedApplications = async (query: string) => {
    const {body} = await call(server, applications + query, {token: ANN_TOKEN});
    return (body.data as {id: number}[]).map(({id}) => id);
  };
  expect(await listedApplications('')).toEqual([11, 12, 13]);
  expect(await listed(server, `${TOKENS}?start=1&end=2`)).toEqual([2]);
  await call(server, `${TOKENS}/1`, {token: ANN_TOKEN});
  expect(handle.hits).toBe(0);
  expect(await listedApplications('?_page=2&_pagesize=2')).toEqual([11, 12]);
  handle.remove();
  server.setFault({kind: 'swapped-pages'});
  expect(await listedApplications('?_pagesize=2')).toEqual([13]);
});

test('the fault sort-order sorts lists without meta', async () => {
  const {server, handle} = await faulty({kind: 'sort-order', order: 'descending'});
  const rows = async (path: string) => {
    const {body} = await call(server, path, {token: ANN_TOKEN});
    return (body.data as {id: number}[]).map(({id}) => id);
  };
  expect(await rows('/api/agents')).toEqual([2, 1]);
  expect(await rows('/api/agents/1/applications')).toEqual([13, 12, 11]);
  expect(await rows('/api/agents/1/applications?_page=2&_pagesize=2')).toEqual([11]);
  expect(await rows('/api/agents/1/applications?online=1')).toEqual([13, 11]);
  await call(server, `${TOKENS}/1`, {token: ANN_TOKEN});
  expect(handle.hits).toBe(4);
});

test('the fault sort-order sorts the complete list before it is divided into pages', async () => {
  const {server, handle} = await faulty({kind: 'sort-order'});
  expect(await listed(server, `${LOGS}?page_size=4`)).toEqual([1, 2, 3, 4]);
  expect(await listed(server, `${LOGS}?page_size=4&page=2`)).toEqual([5, 6]);
  expect(await listed(server, `${LOGS}?level=4`)).toEqual([2, 3, 5, 6]);
  handle.remove();
  server.setFault({kind: 'sort-order', by: 'name', order: 'descending'});
  expect(await listed(server, `${TOKENS}?start=0&end=2`)).toEqual([2, 3]);
});

test('the fault empty-object sends {} for empty lists only', async () => {
  const {server} = await faulty({kind: 'empty-object'});
  const {body} = await call(server, `${LOGS}?page_size=0`, {token: ANN_TOKEN});
  expect(body.data).toEqual({data: {}, meta: {count: 6}});
  expect((await call(server, '/api/agents/2/applications', {token: ANN_TOKEN})).body.data).toEqual({});
  expect(await listed(server, `${TOKENS}?page_size=1`)).toEqual([1]);
});

test('the fault no-meta removes meta from a page', async () => {
  const {server} = await faulty({kind: 'no-meta'});
  const {body} = await call(server, TOKENS, {token: ANN_TOKEN});
  expect(Object.keys(body.data as object)).toEqual(['data']);
});

test('every kind of fault can be set without parameters', async () => {
  const {server} = await start();
  for (const {kind} of KINDS) server.setFault({kind} as FaultInput).remove();
  expect(server.faults()).toEqual([]);
});

test('several faults of one request apply in the order in which they were set', async () => {
  const {server} = await faulty({kind: 'content-type', body: 'not JSON'});
  server.setFault({kind: 'repeated-rows'});
  server.setFault({kind: 'no-meta'});
  server.setFault({kind: 'drip', bytes: 3, everyMs: 1});
  server.setFault({kind: 'truncated'});
  const {text, headers} = await receive(server);
  expect([text, headers['content-type'], headers['content-length']]).toEqual(['not ', 'text/html; charset=utf-8', '4']);
  expect(server.requests()[0]?.faults).toEqual(['content-type', 'repeated-rows', 'no-meta', 'drip', 'truncated']);
});

test('a fault that sends the response applies after faults that change the body, even if it was set first', async () => {
  const {server} = await faulty({kind: 'cut-off'});
  server.setFault({kind: 'content-type', body: 'not JSON'});
  const {text, headers, broken} = await receive(server);
  expect([text, headers['content-length'], broken]).toEqual(['not ', '8', 'ECONNRESET']);
});

describe('faults of other gateways', () => {
  test('the fault redirect responds with its HTTP status and Location', async () => {
    const {server} = await start();
    server.setFault({kind: 'redirect', status: 307, location: 'https://other.example/login'});
    const response = await fetch(`${server.url}${TOKENS}`, {redirect: 'manual', headers: {'API-Token': ANN_TOKEN}});
    expect([response.status, response.headers.get('location')]).toEqual([307, 'https://other.example/login']);
    expect(server.requests()).toMatchObject([{status: 307, faults: ['redirect']}]);
  });

  test('the fault second-factor changes successful logins only', async () => {
    const {server} = await start();
    server.setFault({kind: 'second-factor', login_2fa: {type: 'sms', to: '+49 …7'}});
    const json = {username: 'ann', password: 'ann-password'};
    const {body} = await call(server, '/admin-api/user/login', {json});
    expect(body.data).toMatchObject({login_2fa: {type: 'sms', to: '+49 …7'}, username: 'ann'});
    const failed = await call(server, '/admin-api/user/login', {json: {...json, password: 'x'}});
    expect(failed.body).toEqual({status: 401, msg: 'incorrect login credentials'});
    expect((await call(server, `${TOKENS}/1`, {token: ANN_TOKEN})).body.data).not.toHaveProperty('login_2fa');
  });

  test('the fault page-size limits the pages of every list, and not requests with start and end', async () => {
    const {server} = await start();
    server.setFault({kind: 'page-size', size: 2});
    const {body} = await call(server, '/api/agents/1/applications?_page=2&_pagesize=50', {token: ANN_TOKEN});
    expect(body.data).toMatchObject([{id: 13}]);
    expect(paged(await call(server, `${TOKENS}?page_size=50`, {token: ANN_TOKEN})).data.length).toBe(2);
    expect(paged(await call(server, `${TOKENS}?start=0&end=3`, {token: ANN_TOKEN})).data.length).toBe(3);
  });
});

test('faults and recorded requests match a path in an absolute or percent-encoded request target', async () => {
  const {server} = await start();
  const fault = server.setFault({kind: 'status', status: 503, path: '/admin-api/api_token'});
  const get = (url: string, method = 'GET') =>
    exchange(server, `${method} ${url} HTTP/1.1\nHost: x\nConnection: close\nAPI-Token: ${ANN_TOKEN}\n\n`);
  expect(await get(`http://x/admin-api/api_token`)).toMatch(/^HTTP\/1\.1 503 /);
  expect(await get('/admin-api/api%5Ftoken?page=1')).toMatch(/^HTTP\/1\.1 503 /);
  expect(server.requests({path: '/admin-api/api_token'}).length).toBe(2);
  fault.remove();
  expect(await get(`http://x/admin-api/api_token`, 'PATCH')).toMatch(/^HTTP\/1\.1 405 /);
});
