import {describe, expect, test} from 'vitest';
import type {RequestRecord} from '../src/index.ts';
import {ANN_TOKEN, call, login, start} from './support.ts';

const TOKENS = '/admin-api/api_token';
const LOGIN = '/admin-api/user/login';
const JSON_TYPE = 'application/json; charset=utf-8';

describe('a recorded request', () => {
  test('a recorded request contains headers, body, and parameters with the types of the contract', async () => {
    const {server} = await start();
    await call(server, `${TOKENS}/1`, {
      method: 'PUT',
      token: ANN_TOKEN,
      type: JSON_TYPE,
      json: {name: 'ci', expire: 0},
      headers: {'X-Run': '7'},
    });
    await call(server, '/admin-api/log_server/errlog/?page=2&level=&req_id=12', {token: ANN_TOKEN});
    const [update] = server.requests({operation: 'updateApiToken'});
    expect(update).toMatchObject({
      params: {api_token_id: 1},
      headers: {'x-run': '7', 'content-type': JSON_TYPE, 'api-token': '[redacted]'},
      body: {name: 'ci', expire: 0},
      bodyBytes: 24,
      violations: [],
    });
    expect(update?.body?.name?.toUpperCase()).toBe('CI');
    const [list] = server.requests({operation: 'listErrorLogs'});
    expect([list?.query, list?.query.page?.toFixed(1)]).toEqual([{page: 2, level: '', req_id: '12'}, '2.0']);
    expect(list).not.toHaveProperty('body');
  });

  test('a recorded request has no secrets', async () => {
    const {server} = await start();
    const secrets = ['s3cret-1', 's3cret-2', 's3cret-3', 's3cret-4', 's3cret-5', 's3cret-6', 's3cret-7'];
    const headers = {Authorization: 'Bearer s3cret-1', Cookie: 'a=s3cret-2', 'X-Api-Key': 's3cret-3', Echo: 'plain-s'};
    const json = {
      username: 'ann',
      password: 's3cret-4',
      more: [{otp: {jwt: 's3cret-5'}, note: ANN_TOKEN}],
      say: 'plain-s',
    };
    await call(server, LOGIN, {json, headers, session: 'plain-s'});
    await call(server, LOGIN, {text: '{"password": "s3cret-6", "user'});
    await call(server, LOGIN, {text: 'password=s3cret-6&user=ann'});
    await call(server, LOGIN, {text: '{"edge-token":"s3cret-7'});
    const recorded = JSON.stringify(server.requests());
    for (const secret of [...secrets, ANN_TOKEN, 'plain-s"']) expect(recorded).not.toContain(secret);
    expect(server.requests()[0]?.body).toEqual({
      username: 'ann',
      password: '[redacted]',
      more: [{otp: '[redacted]', note: '[redacted]'}],
      say: '[redacted]',
    });
    expect(server.requests()[2]?.body).toBe('password=[redacted]&user=ann');
  });

  test('a recorded request has no headers and no body with recordBodies off', async () => {
    const {server} = await start({recordBodies: 'off'});
    await call(server, TOKENS, {json: {name: 'ci'}, token: ANN_TOKEN, type: JSON_TYPE});
    const [record] = server.requests();
    expect(record).not.toHaveProperty('headers');
    expect(record).not.toHaveProperty('body');
    expect(record).toMatchObject({bodyBytes: 13, violations: []});
  });

  test('requests() filters recorded requests by contract violations and by state', async () => {
    const {server} = await start();
    await call(server, `${TOKENS}?pagesize=5`, {token: ANN_TOKEN});
    await call(server, `${TOKENS}?page_size=5`, {token: ANN_TOKEN});
    server.setFault({kind: 'hang', times: 1});
    const hanging = fetch(server.url).catch(() => undefined);
    await expect.poll(() => server.requests({state: 'active'}).length).toBe(1);
    server.clearFaults();
    await hanging;
    expect(server.requests({violations: 'some', state: 'responded'})).toMatchObject([{query: {pagesize: '5'}}]);
    expect(server.requests({violations: 'none'})).toMatchObject([{query: {page_size: 5}}]);
  });
});

/** Sends one request to a new server. Resolves to the violations in its record. */
const violationsOf = async (path: string, request: Parameters<typeof call>[2] = {}) => {
  const {server} = await start();
  await call(server, path, {token: ANN_TOKEN, ...request});
  return server.requests()[0]?.violations?.map(({rule, message}) => `${rule}: ${message}`);
};

describe('valid requests', () => {
  test.each<[string, object]>([
    [TOKENS, {}],
    [`${TOKENS}/?page=&start=0&end=5&detail=1`, {}],
    ['/admin-api/log_server/errlog/?level=4&start_time=5&req_id=000028800bac65d7fed03afd', {}],
    ['/api/agents?detail=1', {}],
    ['/api/agents/1/applications?_page=1&_pagesize=5&online=1', {}],
    [TOKENS, {json: {name: 'a', expire: 1_795_176_003_000}, type: JSON_TYPE}],
    [TOKENS, {json: {name: 'a', expire: 0}, type: 'Application/JSON;charset="UTF-8"'}],
    [LOGIN, {json: {username: 'a', password: 'b'}, type: JSON_TYPE, token: ''}],
  ])('a valid request has no violations: %s %j', async (path, request) => {
    expect(await violationsOf(path, request)).toEqual([]);
  });
});

describe('invalid requests', () => {
  const json = {name: 'a'};
  test.each<[string, object, string[]]>([
    [`${TOKENS}?pagesize=5`, {}, ['parameter: unknown parameter pagesize; did you mean page_size']],
    [`${TOKENS}?page=x`, {}, ['parameter: page: expected a number, received text']],
    [`${TOKENS}?page=0`, {}, ['parameter: page: expected 1 or more']],
    [`${TOKENS}?page=1&page=2`, {}, ['parameter: page: expected once, received 2 times']],
    [`${TOKENS}/x`, {}, ['parameter: api_token_id: expected an integer, 0 or more']],
    ['/admin-api/log_server/errlog?level=9', {}, ['parameter: level: expected 8 or less']],
    ['/admin-api/api_tokens', {}, ['path: there is no such path; did you mean /admin-api/api_token']],
    [
      '/api/agent/7/applications',
      {},
      ['path: there is no such path; did you mean /api/agents/{agent_id}/applications'],
    ],
    ['/nothing', {}, ['path: there is no such path']],
    [TOKENS, {method: 'PATCH'}, ['method: PATCH is not possible here; possible: GET, HEAD, POST']],
    ['/admin-api/user/logout', {method: 'POST', session: 'x'}, ['method: expected GET, received POST']],
    [TOKENS, {token: ''}, ['credential: expected the header API-Token or edge-token, received none']],
    ['/api/agents', {token: '', session: 'x'}, ['credential: expected the header API-Token, received edge-token']],
    [
      TOKENS,
      {token: '', headers: {Authorization: 'Bearer x'}},
      ['credential: expected the header API-Token or edge-token, received authorization'],
    ],
    [
      TOKENS,
      {token: '', headers: {'X-Api-Token': 'x'}},
      ['credential: expected the header API-Token or edge-token, received x-api-token'],
    ],
    [
      TOKENS,
      {json, type: 'text/plain'},
      ['content-type: expected application/json; charset=utf-8, received text/plain'],
    ],
    [
      TOKENS,
      {json, type: 'application/json'},
      ['content-type: expected application/json; charset=utf-8, received application/json'],
    ],
    [TOKENS, {json}, ['content-type: expected application/json; charset=utf-8, received no Content-Type']],
    [TOKENS, {json: {}, type: JSON_TYPE}, ['body: name: expected text, received nothing']],
    [TOKENS, {json: {name: 5}, type: JSON_TYPE}, ['body: name: expected text, received a number']],
    [TOKENS, {json: {name: 'a', expires: 0}, type: JSON_TYPE}, ['body: unknown field expires; did you mean expire']],
    [
      TOKENS,
      {json: {name: 'a', expire: 1_795_176_003}, type: JSON_TYPE},
      ['body: expire: expected milliseconds since the epoch, received seconds'],
    ],
    [TOKENS, {text: '{"name":', type: JSON_TYPE}, ['body: body: expected JSON, received text']],
    [TOKENS, {method: 'POST'}, ['body: body: expected JSON, received nothing']],
    [TOKENS, {json: [], type: JSON_TYPE}, ['body: body: expected an object, received a list']],
    [`${TOKENS}/2`, {method: 'DELETE', json: {}}, ['body: expected no body']],
  ])(
    'an invalid request has the violations of its path, headers, query and body: %s %j',
    async (path, request, violations) => {
      expect(await violationsOf(path, request)).toEqual(violations);
    },
  );
});

test('a body that is not UTF-8 violates the contract, even if it is JSON otherwise', async () => {
  const flagging = await start();
  const refusing = await start({strictRequests: 'refuse'});
  const send = async ({url}: {readonly url: string}, name: string) =>
    (
      await fetch(url + TOKENS, {
        method: 'POST',
        headers: {'API-Token': ANN_TOKEN, 'Content-Type': JSON_TYPE},
        body: Buffer.from(`{"name": "${name}"}`, 'latin1'),
      })
    ).status;
  expect([await send(flagging.server, 'caf\u00e9'), await send(refusing.server, 'caf\u00e9')]).toEqual([200, 400]);
  expect(flagging.server.requests()[0]).toMatchObject({
    bodyBytes: 16,
    violations: [{rule: 'body', message: 'body: expected UTF-8, received other bytes'}],
  });
  // The replacement character U+FFFD itself is valid in UTF-8.
  const sent = Buffer.from('\ufffd').toString('latin1');
  expect([await send(flagging.server, sent), await send(refusing.server, sent)]).toEqual([200, 200]);
  expect(flagging.server.requests()[1]).toMatchObject({bodyBytes: 15, violations: []});
});

test('at most 20 unknown parameters and 20 unknown fields are reported as violations', async () => {
  const names = Array.from({length: 100}, (_, at) => `unknown${at}`);
  const json = {name: 'a', ...Object.fromEntries(names.map(name => [name, 1]))};
  const violations = await violationsOf(`${TOKENS}?${names.join('=&')}`, {json, type: JSON_TYPE});
  expect(violations?.filter(text => text.startsWith('parameter: ')).length).toBe(20);
  expect(violations?.filter(text => text.startsWith('body: ')).length).toBe(20);
});

describe('strictRequests', () => {
  test('strictRequests: refuse rejects a contract violation with 400 and its reason, and changes no data', async () => {
    const {server} = await start({strictRequests: 'refuse', keepRequests: 0});
    const refused = await call(server, `${TOKENS}?pagesize=5`, {token: ANN_TOKEN});
    expect([refused.code, refused.body.msg]).toEqual([400, 'unknown parameter pagesize; did you mean page_size']);
    const created = await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'a', expire: 1_795_176_003}});
    expect([created.code, created.body.msg]).toEqual([
      400,
      'expected application/json; charset=utf-8, received no Content-Type; ' +
        'expire: expected milliseconds since the epoch, received seconds',
    ]);
    const {body} = await call(server, `${TOKENS}?page_size=0`, {token: ANN_TOKEN});
    expect(body.data).toMatchObject({meta: {count: 3}});
  });

  test('with strictRequests refuse, requests still get 401, 404 and 405, and valid requests succeed', async () => {
    const {server} = await start({strictRequests: 'refuse'});
    const json = {username: 'ann', password: 'ann-password'};
    expect((await call(server, LOGIN, {json, type: JSON_TYPE})).code).toBe(200);
    expect((await call(server, TOKENS)).code).toBe(401);
    expect((await call(server, '/nothing', {token: ANN_TOKEN})).code).toBe(404);
    expect((await call(server, TOKENS, {method: 'PATCH', token: ANN_TOKEN})).code).toBe(405);
    expect((await call(server, '/healthz?x=1')).code).toBe(200);
  });

  test('a server accepts a contract violation by default, and does not record it with strictRequests: off', async () => {
    const {server} = await start();
    expect((await call(server, `${TOKENS}?pagesize=5`, {token: ANN_TOKEN})).code).toBe(200);
    const {server: off} = await start({strictRequests: 'off'});
    await call(off, `${TOKENS}?pagesize=5`, {token: ANN_TOKEN});
    expect(off.requests()[0]).not.toHaveProperty('violations');
  });
});

describe('waitForRequest', () => {
  test('waitForRequest resolves to the newest matching request that was recorded before the call', async () => {
    const {server} = await start();
    await call(server, `${TOKENS}?page=1`, {token: ANN_TOKEN});
    await call(server, `${TOKENS}?page=2`, {token: ANN_TOKEN});
    const request = await server.waitForRequest({operation: 'listApiTokens'});
    expect([request.query.page, request.status]).toEqual([2, 200]);
  });

  test('waitForRequest resolves when a request that arrives after the call has a response', async () => {
    const {server} = await start();
    const fault = server.setFault({kind: 'delay', ms: 600_000});
    const waiting: Promise<RequestRecord<'login'>> = server.waitForRequest({operation: 'login', status: 200});
    const done = login(server);
    const active = await server.waitForRequest({operation: 'login', state: 'active'});
    expect(active).not.toHaveProperty('status');
    fault.remove();
    expect((await waiting).body).toEqual({username: 'ann', password: '[redacted]'});
    await done;
  });

  test('a recorded request has the time until its response was ready, in ms', async () => {
    const {server} = await start();
    server.setFault({kind: 'delay', ms: 50});
    await call(server, TOKENS, {token: ANN_TOKEN});
    // Timers may end a millisecond early.
    expect(server.requests()[0]?.ms).toBeGreaterThanOrEqual(49);
  });

  test('waitForRequest with count 2 resolves when two requests match', async () => {
    const {server} = await start();
    const waiting = server.waitForRequest({path: '/two'}, {count: 2});
    await call(server, '/two');
    await call(server, '/two?last=1');
    expect((await waiting).query).toEqual({last: '1'});
  });

  test('waitForRequest rejects at the deadline with a list of the requests that were received', async () => {
    const {server} = await start();
    await expect(server.waitForRequest({operation: 'login'}, {timeoutMs: 1})).rejects.toThrow(
      'expected 1 of {"state":"responded","operation":"login"} within 1 ms, received 0\nno request was recorded',
    );
    await call(server, `${TOKENS}?pagesize=5`, {token: ANN_TOKEN});
    await call(server, '/nothing');
    const missed = server.waitForRequest({operation: 'login', status: 200}, {timeoutMs: 1});
    await expect(missed).rejects.toThrow(
      [
        'expected 1 of {"state":"responded","operation":"login","status":200} within 1 ms, received 0',
        'recorded, newest last:',
        `  GET ${TOKENS} listApiTokens: 200; unknown parameter pagesize; did you mean page_size`,
        '  GET /nothing no operation: 404; there is no such path',
      ].join('\n'),
    );
    await expect(missed).rejects.toMatchObject({name: 'RequestNotReceived'});
    await call(server, `/${'x'.repeat(5000)}`);
    const long = server.waitForRequest({operation: 'login'}, {timeoutMs: 1});
    await expect(long).rejects.toSatisfy((error: Error) => error.message.length < 1000);
  });

  test('waitForRequest rejects when the server closes', async () => {
    const {server} = await start();
    const waiting = server.waitForRequest({operation: 'login'}, {timeoutMs: 600_000});
    const rejected = expect(waiting).rejects.toThrow('before the server closed');
    await server.close();
    await rejected;
  });

  test.each([{timeoutMs: -1}, {timeoutMs: Number.NaN}, {count: 0}])(
    'waitForRequest rejects the invalid options %j',
    async options => {
      const {server} = await start();
      await expect(server.waitForRequest({}, options)).rejects.toThrow(RangeError);
    },
  );
});
