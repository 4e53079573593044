import {describe, expect, test} from 'vitest';
import {createTestServer} from '../src/index.ts';
import {ANN_TOKEN, call, paged, type Request, SEED, START, start} from './support.ts';

const SECRET = 'correct horse battery staple';
const TOKENS = '/admin-api/api_token';

const controlled = async (options: object = {}) => {
  const {server} = await start({controlSecret: SECRET, ...options});
  const control = (path: string, request: Request = {}) =>
    call(server, `/__control${path}`, {...request, headers: {'Control-Secret': SECRET, ...request.headers}});
  return {server, control};
};

describe('/__control', () => {
  test('/__control is not served without a control secret', async () => {
    const {server} = await start();
    const {code, body} = await call(server, '/__control/requests', {headers: {'Control-Secret': SECRET}});
    expect([code, body.msg]).toEqual([404, 'there is no such path']);
  });

  test.each([{}, {'Control-Secret': ''}, {'Control-Secret': `${SECRET}x`}, {'API-Token': ANN_TOKEN}])(
    '/__control refuses a request without the right secret: %j',
    async headers => {
      const {server} = await controlled();
      const {code, body} = await call(server, '/__control/reset', {method: 'POST', headers});
      expect([code, body]).toEqual([401, {status: 401, msg: 'send the header Control-Secret'}]);
    },
  );

  test.each([
    {'X-Forwarded-For': '203.0.113.9'},
    {'X-Forwarded-Proto': 'https'},
    {'X-Real-IP': '203.0.113.9'},
    {Forwarded: 'for=203.0.113.9'},
    {Via: '1.1 proxy'},
  ])('/__control responds with 404 to proxied requests: %j', async headers => {
    const {control} = await controlled();
    expect((await control('/requests', {headers})).code).toBe(404);
  });

  test('/__control responds to a wrong method with 405 and Allow, and a request without the secret with 401', async () => {
    const {server, control} = await controlled();
    const wrong = await control('/faults/1', {method: 'PATCH', json: {}});
    expect([wrong.code, wrong.body.msg]).toEqual([405, 'PATCH is not possible here; possible: DELETE']);
    expect(wrong.headers.get('allow')).toBe('DELETE');
    expect((await control('/reset')).headers.get('allow')).toBe('POST');
    expect((await control('/nothing')).code).toBe(404);
    for (const path of ['/nothing', '/reset']) expect((await call(server, `/__control${path}`)).code).toBe(401);
  });

  test('/__control requires an ASCII secret of at least 16 characters', async () => {
    await expect(createTestServer({controlSecret: 'short'})).rejects.toThrow('16 characters');
    for (const secret of ['пароль-пароль-пароль', ' a secret of enough length', 'a secret of\nenough length']) {
      await expect(createTestServer({controlSecret: secret})).rejects.toThrow('the control secret must be ASCII');
    }
  });

  test('/__control/reset restores the seed', async () => {
    const {server, control} = await controlled();
    await call(server, `${TOKENS}/1`, {method: 'DELETE', token: ANN_TOKEN});
    expect((await call(server, TOKENS, {token: ANN_TOKEN})).code).toBe(401);
    expect((await control('/reset', {method: 'POST'})).body).toEqual({status: 0});
    expect((await call(server, TOKENS, {token: ANN_TOKEN})).code).toBe(200);
  });

  test('/__control/reset returns new demo credentials, and responds with 409 if the server did not seed its data', async () => {
    const {server, control} = await controlled({seed: 'demo', seedLogs: 1});
    const {body} = await control('/reset', {method: 'POST'});
    expect(body.data).toEqual({demo: server.demo});
    const {store} = server;
    const {control: other} = await controlled({store, seed: undefined});
    expect((await other('/reset', {method: 'POST'})).code).toBe(409);
  });

  test('/__control/seed accepts a seed of 2 MB, and responds with 400 to an invalid seed', async () => {
    const {server, control} = await controlled();
    const log = {level: 4, log_time: 1, log: 'x'.repeat(1000)};
    const {body} = await control('/seed', {json: {error_logs: Array.from({length: 2000}, () => log)}});
    expect(body).toEqual({status: 0});
    const {meta} = paged(await call(server, '/admin-api/log_server/errlog?page_size=0', {token: ANN_TOKEN}));
    expect(meta.count).toBe(2006);
    const wrong = await control('/seed', {json: {users: SEED.users}});
    expect([wrong.code, wrong.body.msg]).toEqual([400, expect.stringContaining('users[0].username: already exists')]);
    expect((await control('/seed', {text: '{'})).body.msg).toContain('not valid JSON');
  });

  test('/__control/clock advances the clock', async () => {
    const {control} = await controlled();
    const advanced = await control('/clock', {json: {advance_ms: 1500}});
    expect(advanced.body).toEqual({status: 0, data: {now: START.getTime() + 1500}});
    expect((await control('/clock')).body).toEqual(advanced.body);
    expect((await control('/clock', {json: {advance_ms: -1}})).code).toBe(400);
  });

  test('/__control/clock sets the clock', async () => {
    const {control} = await controlled();
    const set = await control('/clock', {json: {at: '2027-01-01T01:00:00+01:00', advance_ms: 5}});
    expect(set.body.data).toEqual({now: Date.UTC(2027, 0, 1) + 5});
    const back = await control('/clock', {json: {at: '2020-01-01T00:00:00Z'}});
    expect(back.body.data).toEqual({now: Date.UTC(2020, 0, 1)});
    await control('/reset', {method: 'POST'});
    expect((await control('/clock')).body.data).toEqual({now: START.getTime()});
    const wrong = await control('/clock', {json: {at: 'tomorrow'}});
    expect([wrong.code, wrong.body.msg]).toEqual([400, 'at: expected a time such as 2026-11-20T12:00:00Z']);
    expect((await control('/clock', {json: {at: '9999-01-01T00:00:00Z'}})).code).toBe(400);
  });

  test('/__control/users adds, changes and removes users', async () => {
    const {server, control} = await controlled();
    const loginAs = async (username: string, password: string) =>
      call(server, '/admin-api/user/login', {json: {username, password}});
    expect((await control('/users', {json: {username: 'eve', password: 'first'}})).body).toEqual({status: 0});
    expect((await loginAs('eve', 'first')).body.data).toMatchObject({username: 'eve', role: 'user'});
    await control('/users/eve', {method: 'PATCH', json: {password: 'second', role: 'master'}});
    expect((await loginAs('eve', 'first')).code).toBe(401);
    const {'edge-token': session = ''} = (await loginAs('eve', 'second')).body.data as Record<string, string>;
    const created = await call(server, TOKENS, {session, json: {name: 'of eve'}});
    const {token} = created.body.data as {token: string};
    expect((await control('/users')).body.data).toEqual(
      ['ann', 'bob', 'eve'].map(username => expect.objectContaining({username})),
    );
    expect(JSON.stringify((await control('/users')).body)).not.toMatch(/argon|password/i);
    await control('/users/eve', {method: 'DELETE'});
    for (const credential of [{token}, {session}]) expect((await call(server, TOKENS, credential)).code).toBe(401);
    expect((await loginAs('eve', 'second')).code).toBe(401);
    expect((await control('/users')).body.data).toHaveLength(2);
  });

  test.each<[string, Request, number, string]>([
    ['/users', {json: {username: 'ann', password: 'x'}}, 400, 'username: already exists'],
    ['/users', {json: {username: 'eve'}}, 400, 'password: expected string, received undefined'],
    ['/users/ann', {method: 'PATCH', json: {passwort: 's3cret'}}, 400, 'user: unknown field'],
    ['/users/eve', {method: 'PATCH', json: {role: 'x'}}, 404, 'there is no user "eve"'],
    ['/users/eve', {method: 'DELETE'}, 404, 'there is no user "eve"'],
    ['/error_logs/99', {method: 'PATCH', json: {count: 2}}, 404, 'there is no entry 99'],
    ['/error_logs/1', {method: 'PATCH', json: {count: 0}}, 400, 'count: Too small: expected number to be >=1'],
  ])('/__control%s with %j gets %i', async (path, request, code, msg) => {
    const {control} = await controlled();
    const response = await control(path, request);
    expect([response.code, response.body.msg]).toEqual([code, msg]);
  });

  test('/__control/error_logs records that an entry occurred again', async () => {
    const {server, control} = await controlled();
    expect((await control('/error_logs/1', {method: 'PATCH', json: {count: 9}})).body).toEqual({status: 0});
    const {data} = paged(await call(server, '/admin-api/log_server/errlog', {token: ANN_TOKEN}));
    expect(data[0]).toMatchObject({id: 1, count: 9, log_time: Math.floor(START.getTime() / 1000)});
    await control('/error_logs/1', {method: 'PATCH', json: {count: 10, log_time: 5}});
    const {data: later} = paged(await call(server, '/admin-api/log_server/errlog', {token: ANN_TOKEN}));
    expect(later.at(-1)).toMatchObject({id: 1, count: 10, log_time: 5});
  });

  test('/__control/requests with wait and count responds when that many requests match, or with 404', async () => {
    const {server, control} = await controlled();
    const waiting = control('/requests?operation=listApiTokens&count=2&wait=60000');
    await call(server, `${TOKENS}?page=1`, {token: ANN_TOKEN});
    await call(server, `${TOKENS}?page=2`, {token: ANN_TOKEN});
    expect((await waiting).body.data).toMatchObject([{query: {page: 1}, status: 200}, {query: {page: 2}}]);
    const missed = await control('/requests?operation=login&wait=1');
    expect([missed.code, missed.body.msg]).toEqual([404, expect.stringMatching(/^expected 1 of .*\n {2}GET /s)]);
    expect((await control('/requests?wait=x')).code).toBe(400);
  });

  test('/__control/faults sets, lists and removes faults', async () => {
    const {server, control} = await controlled();
    const status = {kind: 'status', status: 503, operation: 'listApiTokens', times: 2};
    expect((await control('/faults', {json: status})).body.data).toMatchObject({id: 1, hits: 0, ...status});
    await control('/faults', {json: {kind: 'hang', path: '/api/agents/9/applications'}});
    expect((await call(server, TOKENS)).code).toBe(503);
    expect((await control('/faults')).body.data).toMatchObject([{id: 1, hits: 1}, {id: 2}]);
    expect((await control('/faults/1', {method: 'DELETE'})).body).toEqual({status: 0});
    expect((await control('/faults/1', {method: 'DELETE'})).code).toBe(404);
    expect((await call(server, TOKENS, {token: ANN_TOKEN})).code).toBe(200);
    await control('/faults', {method: 'DELETE'});
    expect(server.faults()).toEqual([]);
    const wrong = await control('/faults', {json: {kind: 'delay', ms: 'x'}});
    expect([wrong.code, wrong.body.msg]).toEqual([400, expect.stringMatching(/^ms: /)]);
  });

  test('/__control/requests lists recorded requests, without those to /__control', async () => {
    const {server, control} = await controlled();
    await call(server, TOKENS, {token: ANN_TOKEN});
    await call(server, '/nothing');
    const found = await control('/requests?status=404&path=/nothing&method=GET&limit=5&credential=&operation=');
    expect(found.body.data).toEqual([expect.objectContaining({path: '/nothing', credentials: []})]);
    expect((await control('/requests')).body.data).toHaveLength(2);
    expect((await control('/requests?status=x')).code).toBe(400);
    await control('/requests', {method: 'DELETE'});
    expect(server.requests()).toEqual([]);
  });

  test('faults do not apply to /__control', async () => {
    const {control} = await controlled({faults: [{kind: 'hang'}]});
    expect((await control('/faults', {method: 'DELETE'})).code).toBe(200);
  });
});
