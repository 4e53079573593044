import {describe, expect, test} from 'vitest';
import * as z from 'zod';
import type {Har, TestServerOptions} from '../src/index.ts';
import {ANN_TOKEN, call, exchange, login, start} from './support.ts';

const SECRET = 'correct horse battery staple';
const TOKENS = '/admin-api/api_token';
const JSON_TYPE = 'application/json; charset=utf-8';

/** An object of HAR 1.2: fields other than these must begin with an underscore. */
const har = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({...shape, comment: z.string().optional()})
    .catchall(z.unknown())
    .check(({value, issues}) => {
      const unknown = Object.keys(value).filter(
        name => !(name in shape) && name !== 'comment' && !name.startsWith('_'),
      );
      if (unknown.length > 0)
        issues.push({code: 'unrecognized_keys', keys: unknown, input: value, message: 'unknown field'});
    });

const sizeOf = z.int().min(-1);
const duration = z.number().min(0);
const headers = z.array(har({name: z.string(), value: z.string()}));
const message = {
  httpVersion: z.string(),
  cookies: z.array(har({name: z.string(), value: z.string()})),
  headers,
  headersSize: sizeOf,
  bodySize: sizeOf,
};
const timings = har({send: duration, wait: duration, receive: duration});
const request = har({
  ...message,
  method: z.string(),
  url: z.url(),
  queryString: headers,
  postData: har({mimeType: z.string(), text: z.string()}).optional(),
});
const response = har({
  ...message,
  status: z.int(),
  statusText: z.string(),
  content: har({size: sizeOf, mimeType: z.string()}),
  redirectURL: z.string(),
});
const entry = har({
  startedDateTime: z.iso.datetime({offset: true}),
  time: duration,
  request,
  response,
  cache: har({}),
  timings,
}).refine(({time, timings: {send, wait, receive}}) => time === Number(send) + Number(wait) + Number(receive));
const document = har({
  log: har({version: z.literal('1.2'), creator: har({name: z.string(), version: z.string()}), entries: z.array(entry)}),
});

const controlled = async (options: TestServerOptions = {}) => {
  const {server} = await start({controlSecret: SECRET, ...options});
  const get = (query = '') =>
    fetch(`${server.url}/__control/requests.har${query}`, {headers: {'Control-Secret': SECRET}});
  return {server, get};
};

const entriesOf = async (sent: Promise<Response>) => ((await (await sent).json()) as Har).log.entries;

describe('/__control/requests.har', () => {
  test('a HAR 1.2 document has all recorded requests, also active ones and those without an operation', async () => {
    const {server, get} = await controlled();
    await login(server);
    await call(server, `${TOKENS}/1`, {method: 'PUT', token: ANN_TOKEN, type: JSON_TYPE, json: {name: 'é'}});
    await call(server, '/a%2Fb c/é%25?page=1&q=x%26y', {token: ANN_TOKEN});
    for (const kind of ['redirect', 'drip', 'content-type'] as const) {
      server.setFault({kind, times: 1});
      await fetch(`${server.url}${TOKENS}`, {redirect: 'manual'}).then(response => response.text());
    }
    server.setFault({kind: 'hang', times: 1});
    const hanging = fetch(server.url).catch(() => undefined);
    await server.waitForRequest({state: 'active'});
    const response = await get();
    const body = await response.json();
    server.clearFaults();
    await hanging;
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(document.safeParse(body).error?.issues ?? []).toEqual([]);
    const entries = (body as Har).log.entries;
    expect(
      entries.map(({request: {method, url}, response: {status, statusText}}) => [method, url, status, statusText]),
    ).toEqual([
      ['POST', `${server.url}/admin-api/user/login`, 200, 'OK'],
      ['PUT', `${server.url}${TOKENS}/1`, 200, 'OK'],
      ['GET', `${server.url}/a%2Fb%20c/%C3%A9%25?page=1&q=x%26y`, 404, 'Not Found'],
      ['GET', `${server.url}${TOKENS}`, 302, 'Found'],
      ['GET', `${server.url}${TOKENS}`, 401, 'Unauthorized'],
      ['GET', `${server.url}${TOKENS}`, 401, 'Unauthorized'],
      ['GET', `${server.url}/`, 0, ''],
    ]);
    expect(entries[1]).toMatchObject({
      request: {bodySize: 13, postData: {mimeType: JSON_TYPE, text: '{"name":"é"}'}},
      response: {content: {mimeType: JSON_TYPE, size: 12}, bodySize: 12},
      _operation: 'updateApiToken',
      _violations: [],
    });
    expect(entries[2]?.request).toMatchObject({
      bodySize: 0,
      queryString: [
        {name: 'page', value: '1'},
        {name: 'q', value: 'x&y'},
      ],
    });
    expect(entries[3]?.response.redirectURL).toBe('/login');
    expect(entries[4]).toMatchObject({response: {bodySize: -1}, _faults: ['drip']});
    expect(entries[5]?.response.content.mimeType).toBe('text/html; charset=utf-8');
  });

  test('/__control/requests.har filters recorded requests, and waits for a request that matches', async () => {
    const {server, get} = await controlled();
    await call(server, '/nothing');
    const waiting = entriesOf(get('?operation=login&wait=5000'));
    await login(server);
    expect((await waiting).map(({_operation}) => _operation)).toEqual(['login']);
    expect(await entriesOf(get('?limit=1'))).toEqual(server.har({limit: 1}).log.entries);
    expect((await get('?operation=logn')).status).toBe(400);
    expect((await get('?operation=logout&wait=1')).status).toBe(404);
  });

  test('the HAR document has no secrets', async () => {
    const {server, get} = await controlled();
    const session = await login(server);
    const created = await call(server, TOKENS, {session, type: JSON_TYPE, json: {name: 'a', token: 's3cret-1'}});
    const {token} = (await call(server, TOKENS, {session, type: JSON_TYPE, json: {name: 'a'}})).body.data as {
      token: string;
    };
    expect(created.code).toBe(400);
    const redirect = server.setFault({kind: 'redirect', location: `/login?code=s3cret-2&next=${token}`});
    await fetch(`${server.url}/${token}/s3cret%2D3-plain?password=s3cret-4&say=plain-s`, {
      redirect: 'manual',
      headers: {
        'API-Token': 's3cret-3-plain',
        'edge-token': 'plain-s',
        Cookie: 'a=s3cret-5',
        Authorization: 'Basic s3cret-6',
      },
    });
    redirect.remove();
    const text = await (await get()).text();
    for (const secret of ['s3cret', 'plain-s', 'ann-password', session, token, SECRET])
      expect(text).not.toContain(secret);
  });

  test('the HAR document is valid without recorded headers and bodies', async () => {
    const {server, get} = await controlled({recordBodies: 'off'});
    await login(server);
    const body = await (await get()).json();
    expect(document.safeParse(body).error?.issues ?? []).toEqual([]);
    expect((body as Har).log.entries[0]).toMatchObject({
      request: {headers: [], url: `${server.url}/admin-api/user/login`},
      response: {headers: [], content: {mimeType: 'x-unknown'}},
    });
  });
});

test('the HAR document contains the URL of the server for a request with an invalid Host header', async () => {
  const {server} = await controlled();
  await exchange(server, 'GET /a HTTP/1.1\nHost: a b\nConnection: close\n\n');
  await exchange(server, 'GET /b HTTP/1.1\nHost: edge.example\nConnection: close\n\n');
  expect(server.har().log.entries.map(({request: {url}}) => url)).toEqual([`${server.url}/a`, 'http://edge.example/b']);
});
