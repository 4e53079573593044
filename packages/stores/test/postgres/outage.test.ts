import {describe, expect, onTestFinished, test} from 'vitest';
import {ANN_TOKEN, type ApiResponse, call, SEED, START, startOn} from '../../../../apps/server/test/support.ts';
import {createTestServer, type TestServer} from '../../../test-tools/src/index.ts';
import {
  expectAllSucceed,
  expectNoSecrets,
  expectSuccess,
  expectUnavailable,
  readAll,
  send,
} from '../../../test-tools/test/durability/checks.ts';
import {
  CONTROL_SECRET,
  type Fixtures,
  OPERATIONS,
  OTHER_WRITES,
  type PathRequest,
  prepare,
  RESET,
  requestsOf,
} from '../../../test-tools/test/durability/operation-calls.ts';
import {postgresBinaries} from './support/cluster.ts';
import {startOutage} from './support/outage.ts';

const binaries = postgresBinaries();
if (!binaries)
  process.stderr.write('Skipped: outages of PostgreSQL, which is not installed (apt-get install postgresql).\n');

const startServer = async () => {
  const outage = await startOutage(binaries ?? '');
  onTestFinished(() => outage.remove());
  const logged: string[] = [];
  const write = (text: string) => void logged.push(text);
  const server = await startOn(createTestServer, outage.url, {
    seed: SEED,
    clock: () => START,
    controlSecret: CONTROL_SECRET,
    log: {level: 'trace', stream: {write}},
  });
  return {outage, server, logged, fixtures: await prepare(server)};
};

const readiness = (server: TestServer) => async () => (await call(server, '/readyz')).body.status;

/** Returns requests for all operations, each with a name for error messages. */
const allRequests = (fixtures: Fixtures): readonly (readonly [string, PathRequest])[] => [
  ...OPERATIONS.flatMap(id => requestsOf(id, fixtures).map(request => [id, request] as const)),
  ...Object.entries(OTHER_WRITES).map(([what, request]) => [what, request(fixtures)] as const),
];

describe.skipIf(!binaries)('when PostgreSQL stops', () => {
  test('every operation gets 503 while PostgreSQL is stopped, and succeeds after it restarts', async () => {
    const {outage, server, logged, fixtures} = await startServer();
    const other = await createTestServer({database: outage.url, clock: () => START, errors: 'envelope'});
    onTestFinished(() => other.close());
    const before = await readAll(server);
    await outage.stop();
    const responses: ApiResponse[] = [];
    for (const [what, request] of [...allRequests(fixtures), ['__control/reset', RESET] as const]) {
      const response = await send(server, request);
      expectUnavailable(what, response, 'http');
      responses.push(response);
    }
    // Concurrent requests must fail at once, not wait for a free connection.
    const concurrent = await Promise.all(
      allRequests(fixtures).map(async ([what, request]) => [what, await send(server, request)] as const),
    );
    for (const [what, response] of concurrent) expectUnavailable(what, response, 'http');
    const list = await call(other, '/admin-api/api_token', {token: ANN_TOKEN});
    expectUnavailable('listApiTokens', list, 'envelope');
    expect((await call(server, '/healthz')).body.status).toBe(0);
    const ready = await call(server, '/readyz');
    expect([ready.code, ready.body.status]).toEqual([503, 503]);
    await outage.restart();
    await expect.poll(readiness(server), {timeout: 30_000}).toBe(0);
    expect(await readAll(server)).toEqual(before);
    await expectAllSucceed(server, fixtures);
    expectNoSecrets([...responses, ready], logged);
  });

  test('when PostgreSQL stops, active requests get responses, and acknowledged writes are kept', async () => {
    const {outage, server, fixtures} = await startServer();
    let made = 0;
    const acknowledged: string[] = [];
    const lane = async () => {
      // Ends after three failed requests.
      for (let lost = 0; lost < 3; ) {
        made += 1;
        const name = `t${made}`;
        const [request] = requestsOf('createApiToken', fixtures);
        if (!request) return;
        const response = await send(server, {...request, json: {name, expire: 0}});
        if (response.body.status === 0) {
          expectSuccess('createApiToken', response);
          acknowledged.push(name);
        } else {
          expectUnavailable(name, response, 'http');
          lost += 1;
        }
      }
    };
    const lanes = Promise.all(Array.from({length: 16}, lane));
    await expect.poll(() => acknowledged.length, {timeout: 30_000}).toBeGreaterThan(50);
    await Promise.all([outage.stop(), lanes]);
    await outage.restart();
    await expect.poll(readiness(server), {timeout: 30_000}).toBe(0);
    const {body} = await call(server, '/admin-api/api_token?page_size=1000', {token: ANN_TOKEN});
    const names = new Set((body.data as {data: {name: string}[]}).data.map(({name}) => name));
    expect(acknowledged.filter(name => !names.has(name))).toEqual([]);
  });
});
