import {describe, expect, test} from 'vitest';
import {type Client, type ClientOptions, createClient} from '../src/index.ts';
import {startGateway} from './support/gateway.ts';
import {failing} from './support/outcomes.ts';
import {PASSWORD, seed} from './support/seed.ts';
import {respondJson, serveHttp} from './support/serve.ts';

/**
 * Starts a gateway that records requests and responds to each with an empty envelope. Returns a client with an API token.
 */
const start = async (options: Partial<ClientOptions>) => {
  const received: string[] = [];
  const baseUrl = await serveHttp((request, response) => {
    received.push(`${request.method} ${request.url}`);
    const session = {token: 'session-token', username: 'ann', user_id: 1, role: 'master'};
    respondJson({status: 0, data: session})(request, response);
  });
  const client = createClient({baseUrl, auth: {kind: 'api-token', token: 'api-token'}, ...options});
  return {client, received};
};

const CHANGES: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ['apiTokens.create', ({apiTokens}) => apiTokens.create({name: 'n'})],
  ['apiTokens.update', ({apiTokens}) => apiTokens.update(1, {name: 'n'})],
  ['apiTokens.delete', ({apiTokens}) => apiTokens.delete(1)],
  ['call', client => client.call('deleteApiToken', {params: {api_token_id: 1}})],
  ...(['POST', 'PUT', 'PATCH', 'DELETE'] as const).map(
    method => [`request ${method}`, (client: Client) => client.request({method, path: '/x', base: 'console'})] as const,
  ),
];

describe.each(CHANGES)('%s', (_, change) => {
  test('a read-only client refuses the call and sends nothing', async () => {
    const {client, received} = await start({readOnly: true});
    const error = await failing(change(client));
    expect(error).toMatchObject({code: 'read_only', attempt: 0, retryable: false});
    expect(error.message).toMatch(/^The client is read-only \([A-Z]+ \/\S+\); nothing was sent\.$/);
    expect(received).toEqual([]);
  });

  test('a writable client sends the call', async () => {
    const {client, received} = await start({readOnly: () => undefined});
    await change(client).catch(() => undefined);
    expect(received).toHaveLength(1);
  });
});

test('a read-only client logs in, reads and logs out', async () => {
  const gateway = await startGateway({seed});
  const sent: string[] = [];
  const onRequest = ({method, path}: {method: string; path: string}) => sent.push(`${method} ${path}`);
  const client = createClient({baseUrl: gateway.url, readOnly: true, onRequest});
  await client.session.login({username: 'ann', password: PASSWORD});
  await client.apiTokens.list();
  await client.session.logout();
  expect(sent).toEqual(['POST /admin-api/user/login', 'GET /admin-api/api_token', 'GET /admin-api/user/logout']);
  await gateway.stop();
});

test('a readOnly function is called before each change, and its reason is in the error without secrets', async () => {
  let reason: string | undefined = 'The profile prod is read-only';
  const {client, received} = await start({readOnly: () => reason});
  const refused = () => failing(client.request({method: 'POST', path: '/x'}));
  expect((await refused()).message).toBe('The profile prod is read-only (POST /x); nothing was sent.');
  reason = 'read-only for the token api-token';
  expect((await refused()).message).not.toContain('api-token');
  reason = undefined;
  await client.request({method: 'POST', path: '/x'});
  expect(received).toEqual(['POST /x']);
});

test('readOnly must be a boolean or a function', () => {
  const readOnly = 'yes' as never;
  expect(() => createClient({baseUrl: 'http://127.0.0.1', readOnly})).toThrow('The option readOnly is invalid');
});
