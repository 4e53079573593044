import {describe, expect, test} from 'vitest';
import {createServer} from '../src/index.ts';
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
  test('is not served without a control secret', async () => {
    const {server} = await start();
    const {code, body} = await call(server, '/__control/requests', {headers: {'Control-Secret': SECRET}});
    expect([code, body.msg]).toEqual([404, 'there is no such path']);
  });

  test.each([{}, {'Control-Secret': ''}, {'Control-Secret': `${SECRET}x`}, {'API-Token': ANN_TOKEN}])(
    'refuses %j',
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
  ])('answers 404 to proxied requests: %j', async headers => {
    const {control} = await controlled();
    expect((await control('/requests', {headers})).code).toBe(404);
  });

  test('requires an ASCII secret of 16 characters', async () => {
    await expect(createServer({controlSecret: 'short'})).rejects.toThrow('16 characters');
    for (const secret of ['пароль-пароль-пароль', ' a secret of enough length', 'a secret of\nenough length']) {
      await expect(createServer({controlSecret: secret})).rejects.toThrow('the control secret must be ASCII');
    }
  });

  test('resets', async () => {
    const {server, control} = await controlled();
    await call(server, `${TOKENS}/1`, {method: 'DELETE', token: ANN_TOKEN});
    expect((await call(server, TOKENS, {token: ANN_TOKEN})).code).toBe(401);
    expect((await control('/reset', {method: 'POST'})).body).toEqual({status: 0});
    expect((await call(server, TOKENS, {token: ANN_TOKEN})).code).toBe(200);
  });

  test('answers new demo credentials after a reset, and 409 for data it did not seed', async () => {
    const {server, control} = await controlled({seed: 'demo', seedLogs: 1, passwordCost: 'standard'});
    const {body} = await control('/reset', {method: 'POST'});
    expect(body.data).toEqual({demo: server.demo});
    const {store} = server;
    const {control: other} = await controlled({store, seed: undefined});
    expect((await other('/reset', {method: 'POST'})).code).toBe(409);
  });

  test('seeds up to 64 MiB, and answers 400 for an invalid seed', async () => {
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

  test('advances the clock', async () => {
    const {control} = await controlled();
    const advanced = await control('/clock', {json: {advance_ms: 1500}});
    expect(advanced.body).toEqual({status: 0, data: {now: START.getTime() + 1500}});
    expect((await control('/clock')).body).toEqual(advanced.body);
    expect((await control('/clock', {json: {advance_ms: -1}})).code).toBe(400);
  });

  test('sets faults, lists and removes them', async () => {
    const {server, control} = await controlled();
    const status = {kind: 'status', status: 503, operation: 'listApiTokens', times: 2};
    expect((await control('/faults', {json: status})).body.data).toMatchObject({id: 1, hits: 0, ...status});
    await control('/faults', {json: {kind: 'hang', path: '/never'}});
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

  test('lists recorded requests, without its own', async () => {
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

  test('is not subject to faults', async () => {
    const {control} = await controlled({faults: [{kind: 'hang'}]});
    expect((await control('/faults', {method: 'DELETE'})).code).toBe(200);
  });
});
