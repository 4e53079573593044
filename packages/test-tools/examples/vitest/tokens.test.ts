import {createClock, createTestServer, type TestServer} from '@edge-console/test-tools';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';

// The function under test.
const listTokens = async (baseUrl: string, apiToken: string): Promise<string[]> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${baseUrl}/admin-api/api_token`, {headers: {'API-Token': apiToken}});
    if (response.status === 429 && attempt < 3) continue;
    const {status, msg, data} = (await response.json()) as {
      status: number;
      msg?: string;
      data?: {data: {name: string}[]};
    };
    if (status !== 0) throw new Error(msg);
    return (data?.data ?? []).map(({name}) => name);
  }
};

const createToken = async (baseUrl: string, apiToken: string, name: string): Promise<void> => {
  const response = await fetch(`${baseUrl}/admin-api/api_token`, {
    method: 'POST',
    headers: {'API-Token': apiToken, 'Content-Type': 'application/json; charset=utf-8'},
    body: JSON.stringify({name, expire: 0}),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
};

const TOKEN = '11111111-1111-4111-8111-111111111111';
const NOON = new Date('2026-11-20T12:00:00Z');
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({
    clock: createClock(NOON),
    ids: 'sequential',
    passwordCost: 'minimal',
    seed: {
      users: [{username: 'ann', password: 'ann-password', role: 'master'}],
      tokens: [{username: 'ann', name: 'ci', token: TOKEN, expire: NOON.getTime() + 60_000}],
    },
  });
});
beforeEach(() => server.reset());
afterAll(() => server.close());

test('listTokens returns the names of the tokens', async () => {
  expect(await listTokens(server.url, TOKEN)).toEqual(['ci']);
});

test('createToken sends a request that the contract allows', async () => {
  await createToken(server.url, TOKEN, 'nightly');
  const request = await server.waitForRequest({operation: 'createApiToken'}, {timeoutMs: 1000});
  expect(request).toMatchObject({body: {name: 'nightly', expire: 0}, violations: [], status: 200});
  expect(server.requests({violations: 'some'})).toEqual([]);
});

test('listTokens retries on 429', async () => {
  server.setFault({kind: 'rate-limit', operation: 'listApiTokens', times: 2});
  expect(await listTokens(server.url, TOKEN)).toEqual(['ci']);
  expect(server.requests().map(({status}) => status)).toEqual([429, 429, 200]);
});

test('listTokens rejects for an expired token', async () => {
  server.clock.advance(60_000);
  await expect(listTokens(server.url, TOKEN)).rejects.toThrow('API-Token or edge-token is not valid or has expired');
});
