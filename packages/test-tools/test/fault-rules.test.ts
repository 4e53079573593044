import {describe, expect, test} from 'vitest';
import type {FaultInput, TestServer} from '../src/index.ts';
import {ANN_TOKEN, call, shared, start} from './support.ts';

const TOKENS = '/admin-api/api_token';
const FAIL = {kind: 'status', status: 500} as const;

const codes = async (server: TestServer, count: number, path = TOKENS) => {
  const seen: number[] = [];
  for (let at = 0; at < count; at += 1) seen.push((await call(server, path, {token: ANN_TOKEN})).code);
  return seen;
};

describe('conditions of a fault', () => {
  test.each<[string, Partial<FaultInput>, number[]]>([
    ['always', {}, [500, 500, 500, 500, 500, 500]],
    ['twice', {times: 2}, [500, 500, 200, 200, 200, 200]],
    ['after two', {after: 2}, [200, 200, 500, 500, 500, 500]],
    ['every third', {every: 3}, [500, 200, 200, 500, 200, 200]],
    ['after one, every second, twice', {after: 1, every: 2, times: 2}, [200, 500, 200, 500, 200, 200]],
    ['never', {probability: 0}, [200, 200, 200, 200, 200, 200]],
  ])('a fault can be set to apply %s', async (_name, rule, expected) => {
    const {server} = await start();
    const handle = server.setFault({...FAIL, ...rule} as FaultInput);
    expect(await codes(server, 6)).toEqual(expected);
    expect(handle.hits).toBe(expected.filter(code => code === 500).length);
  });

  test('a fault with a probability applies to requests that the fault seed determines', async () => {
    const codesWith = async (faultSeed: number) => {
      const {server} = await start({faultSeed, faults: [{...FAIL, probability: 0.5}]});
      return codes(server, 24);
    };
    const first = await codesWith(3);
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await codesWith(3)).toEqual(first);
    expect(await codesWith(4)).not.toEqual(first);
  });
});

describe('a fault', () => {
  const server = shared();

  test.each<[string, Partial<FaultInput>, string, number]>([
    ['operation', {operation: 'listApiTokens'}, TOKENS, 500],
    ['operation', {operation: 'listApiTokens'}, `${TOKENS}/1`, 200],
    ['method', {method: 'get'}, TOKENS, 500],
    ['method', {method: 'POST'}, TOKENS, 200],
    ['path', {path: TOKENS}, `${TOKENS}/?page=1`, 500],
    ['path', {path: TOKENS}, `${TOKENS}/1`, 200],
    ['a path with a parameter', {path: '/admin-api/api_token/{id}'}, `${TOKENS}/1`, 500],
    ['a path with a star', {path: '/api/*/1/applications'}, '/api/agents/1/applications', 500],
    ['a path with two stars', {path: '/admin-api/**'}, `${TOKENS}/1`, 500],
    ['a path with two stars', {path: '/admin-api/**'}, '/api/agents', 200],
    ['header', {headers: {'API-Token': ANN_TOKEN}}, TOKENS, 500],
    ['header', {headers: {'API-Token': 'another'}}, TOKENS, 200],
  ])('with a fault that matches by %s (%j), a request for %s gets %i', async (_name, rule, path, expected) => {
    const handle = server().setFault({...FAIL, ...rule} as FaultInput);
    expect(await codes(server(), 1, path)).toEqual([expected]);
    handle.remove();
    expect(await codes(server(), 1)).toEqual([200]);
  });

  test('a fault does not apply to /healthz', async () => {
    server().setFault(FAIL);
    expect(await codes(server(), 1, '/healthz')).toEqual([200]);
    server().clearFaults();
  });

  test.each<[unknown, RegExp]>([
    [{kind: 'nonsense'}, /kind/],
    [{kind: 'delay', ms: -1}, /ms: /],
    [{kind: 'delay', milliseconds: 1}, /fault: unknown field/],
    [{kind: 'status', status: 200}, /status: /],
    [{kind: 'hang', operation: 'listTokens'}, /operation: /],
    [{kind: 'rate-limit', retryAfter: 'a\r\nb'}, /retryAfter: .*header value/],
    [{kind: 'rate-limit', retryAfter: ''}, /retryAfter: /],
    [{kind: 'content-type', type: 'a\nb'}, /type: .*header value/],
    [{kind: 'content-type', type: 'text/\u{1f600}'}, /type: .*header value/],
    [null, /fault: /],
  ])('an invalid fault is rejected: %j', (fault, reason) => {
    expect(() => server().setFault(fault as FaultInput)).toThrow(reason);
    expect(() => server().setFault(fault as FaultInput)).toThrow(RangeError);
    expect(server().faults()).toEqual([]);
  });
});

describe('the header x-edge-fault', () => {
  const ask = async (server: TestServer, fault: string) =>
    call(server, TOKENS, {token: ANN_TOKEN, headers: {'x-edge-fault': fault}});

  test('x-edge-fault is ignored by default', async () => {
    const {server} = await start();
    expect((await ask(server, 'status')).code).toBe(200);
  });

  test('x-edge-fault sets a fault for one request, by kind or as JSON', async () => {
    const {server} = await start({faultHeader: true});
    expect((await ask(server, 'status')).code).toBe(500);
    expect((await ask(server, '{"kind":"status","status":418}')).code).toBe(418);
    expect(await codes(server, 1)).toEqual([200]);
    expect(server.requests({status: 418})).toMatchObject([{faults: ['status']}]);
  });

  test('x-edge-fault has no effect on a request that the fault cannot apply to', async () => {
    const {server} = await start({faultHeader: true});
    const headers = {'x-edge-fault': 'sort-order'};
    expect((await call(server, `${TOKENS}/1`, {token: ANN_TOKEN, headers})).code).toBe(200);
  });

  test.each(['X-Forwarded-For', 'Via'])('x-edge-fault is ignored in proxied requests (%s)', async name => {
    const {server} = await start({faultHeader: true});
    const headers = {'x-edge-fault': 'status', [name]: '1.1 proxy'};
    expect((await call(server, TOKENS, {token: ANN_TOKEN, headers})).code).toBe(200);
  });

  test.each(['nonsense', '{', '{"kind":"delay","ms":"long"}', '{"kind":"status","after":5}'])(
    'an invalid x-edge-fault gets 400: %s',
    async fault => {
      const {server} = await start({faultHeader: true});
      const {code, body} = await ask(server, fault);
      expect([code, body.msg]).toEqual([400, expect.stringMatching(/^x-edge-fault: /)]);
    },
  );
});
