import {describe, expect, test} from 'vitest';
import {isEdgeError} from '../errors.ts';
import {problemOf, startTestServer, TEST_ACCESS, testSeed} from './start-test-server.ts';

describe('what keeps a server from starting', () => {
  test.each([
    ['not installed', undefined, '24.21.0', /not installed; add it to the devDependencies/],
    ['an older line of Node', '>=24.15', '22.18.0', /need Node >=24\.15 and this is Node 22\.18\.0/],
    ['an older version of the line', '>=24.15', '24.9.1', /newer/],
    ['the very version', '>=24.15', '24.15.0', undefined],
    ['a newer line', '>=24.15', '26.0.0', undefined],
    ['a server that wants no certain Node', '', '22.18.0', undefined],
  ])('%s', (_, engine, node, problem) => {
    if (problem) expect(problemOf(engine, node)).toMatch(problem);
    else expect(problemOf(engine, node)).toBeUndefined();
  });
});

// The server wants a newer Node than the client: on the older ones it is the sentence that is tested.
const runs = problemOf('>=24.15', process.versions.node) === undefined;

const withServer = async (options: Parameters<typeof startTestServer>[0], use: (url: string) => Promise<void>) => {
  if (!runs) {
    await expect(startTestServer(options)).rejects.toThrow(/run the tests on a newer one/);
    return;
  }
  const server = await startTestServer(options);
  await use(server.url).finally(server.close);
};

test('a server answers its own client, in both styles of failure', async () => {
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

test('a seed of the test is loaded, and many servers run at once', async () => {
  const entry = {level: 4, log_time: 1_795_000_000, log: 'line'};
  await withServer({seed: {...testSeed(), error_logs: [entry]}}, async () => {
    const counts = [1, 2, 3].map(async many => {
      await using server = await startTestServer({seed: {...testSeed(), error_logs: Array(many).fill(entry)}});
      return await server.client().errorLogs.count();
    });
    expect(await Promise.all(counts)).toEqual([1, 2, 3]);
  });
});

test('a seed that cannot be loaded is told by its path', async () => {
  if (runs) await expect(startTestServer({seed: {users: [{}]}})).rejects.toThrow(/users\[0\]\.username/);
  else await expect(startTestServer()).rejects.toThrow(/Node >=24\.15/);
});

test('faults, the clock and what was asked are in the hands of the test', async () => {
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
