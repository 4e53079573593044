import {expect, test} from 'vitest';
import {isEdgeError} from '../src/index.ts';
import {startTestServer, TEST_ACCESS, testSeed} from '../src/testing/index.ts';
import {serverProblem} from '../src/testing/start-test-server.ts';

// The server requires a newer Node than the client: on older ones the error is tested.
const runs = serverProblem('>=24.15', process.versions.node) === undefined;

const withServer = async (options: Parameters<typeof startTestServer>[0], use: (url: string) => Promise<void>) => {
  if (!runs) {
    await expect(startTestServer(options)).rejects.toThrow(/run the tests on a newer one/);
    return;
  }
  const server = await startTestServer(options);
  await use(server.url).finally(server.close);
};

test('a server answers its clients, in both error styles', async () => {
  await withServer({}, async () => {
    await using server = await startTestServer({errors: 'envelope'});
    const client = server.client();
    expect((await client.apiTokens.list()).items).toMatchObject([{name: 'test'}]);
    expect(await client.errorLogs.count()).toBe(0);
    const stranger = server.client({auth: {kind: 'api-token', token: 'unknown-token'}});
    const error = await stranger.apiTokens.list().catch((thrown: unknown) => thrown);
    expect(isEdgeError(error) && [error.code, error.status]).toEqual(['envelope', 200]);
    const {username, password} = TEST_ACCESS;
    expect(await stranger.session.login({username, password})).toMatchObject({username});
    expect(await stranger.errorLogs.count()).toBe(0);
    expect(server.server).toHaveProperty('store');
  });
});

test('servers load their seeds and run concurrently', async () => {
  const entry = {level: 4, log_time: 1_795_000_000, log: 'line'};
  await withServer({seed: {...testSeed(), error_logs: [entry]}}, async () => {
    const counts = [1, 2, 3].map(async many => {
      await using server = await startTestServer({seed: {...testSeed(), error_logs: Array(many).fill(entry)}});
      return await server.client().errorLogs.count();
    });
    expect(await Promise.all(counts)).toEqual([1, 2, 3]);
  });
});

test('an error in a seed names its path', async () => {
  if (runs) await expect(startTestServer({seed: {users: [{}]}})).rejects.toThrow(/users\[0\]\.username/);
  else await expect(startTestServer()).rejects.toThrow(/Node >=24\.15/);
});

test('a test controls faults and the clock, and reads requests', async () => {
  await withServer({}, async () => {
    await using server = await startTestServer();
    const client = server.client({retries: 2});
    server.setFault({kind: 'status', status: 503, operation: 'listApiTokens', times: 1});
    expect(await client.apiTokens.count()).toBe(1);
    expect(server.requests().map(({status}) => status)).toEqual([503, 200]);
    const broken = server.setFault({kind: 'truncated', operation: 'listApiTokens'});
    await expect(client.apiTokens.list({}, {retries: 0})).rejects.toThrow(/listing|JSON|answer/i);
    broken.remove();
    const {username, password} = TEST_ACCESS;
    const session = server.client();
    await session.session.login({username, password});
    server.advance(9 * 3_600_000);
    expect(await session.apiTokens.list().catch((error: unknown) => isEdgeError(error) && error.code)).toBe(
      'unauthenticated',
    );
  });
});
