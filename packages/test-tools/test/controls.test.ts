import {memoryStore, SeedError, type Store} from '@edge-console/server';
import {describe, expect, onTestFinished, test} from 'vitest';
import {temporaryDatabase} from '../../../apps/server/test/folder.ts';
import {logEntry} from '../../../apps/server/test/seed-rows.ts';
import {MAX_ADVANCE_MS} from '../src/clock.ts';
import {createClock, createTestServer, type TestServerOptions} from '../src/index.ts';
import {ANN_TOKEN, type ApiResponse, BOB_TOKEN, call, login, paged, SEED, START, start, startOn} from './support.ts';

const TOKENS = '/admin-api/api_token';
const ALL = {offset: 0, limit: 100};

const open = async (options: TestServerOptions = {}) => {
  const server = await createTestServer({seed: SEED, passwordCost: 'minimal', ...options});
  onTestFinished(() => server.close());
  return server;
};

describe('the clock', () => {
  test('the clock shows real time by default and can be advanced', async () => {
    const server = await open();
    expect(Math.abs(server.clock().getTime() - Date.now())).toBeLessThan(2000);
    const session = await login(server);
    server.clock.advance(8 * 3_600_000);
    expect((await call(server, TOKENS, {session})).code).toBe(401);
  });

  test('createClock(time) returns a stopped clock, which one server advances for all servers that use the clock', async () => {
    const clock = createClock(START);
    const [one, two] = [await open({clock}), await open({clock})];
    one.clock.advance(60_000);
    expect(clock().getTime()).toBe(START.getTime() + 60_000);
    expect((await call(two, TOKENS, {token: BOB_TOKEN})).code).toBe(401);
  });

  test('the clock rejects negative and non-finite advances', async () => {
    const server = await open({clock: () => START});
    for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => server.clock.advance(ms as number)).toThrow(RangeError);
    }
    expect(server.clock()).toEqual(START);
  });

  test('the clock rejects an advance if all advances together would exceed 100 years', async () => {
    const server = await open({clock: () => START});
    server.clock.advance(MAX_ADVANCE_MS - 1);
    expect(() => server.clock.advance(2)).toThrow('all advances together');
    expect(server.clock().getTime()).toBe(START.getTime() + MAX_ADVANCE_MS - 1);
  });
});

describe('ids', () => {
  const minted = async (ids: number) => {
    const server = await open({ids, clock: createClock(START)});
    const {body} = await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'x'}});
    return {server, minted: [(body.data as {token: string}).token, await login(server)]};
  };

  test('servers with the same value of the ids option issue the same tokens and sessions', async () => {
    const first = (await minted(1)).minted;
    expect((await minted(1)).minted).toEqual(first);
    expect((await minted(2)).minted).not.toEqual(first);
    expect(first[0]).not.toBe(first[1]);
  });

  test('a reset restarts the sequence of tokens and sessions that the ids option determines', async () => {
    const {server, minted: before} = await minted(1);
    await server.reset();
    const {body} = await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'x'}});
    expect([(body.data as {token: string}).token, await login(server)]).toEqual(before);
  });
});

describe('reset', () => {
  test('a reset restores data, faults and clock, and clears recorded requests', async () => {
    const server = await open({clock: createClock(START), faults: [{kind: 'delay', ms: 0}]});
    await call(server, `${TOKENS}/3`, {method: 'DELETE', token: ANN_TOKEN});
    server.clock.advance(60_000);
    server.setFault({kind: 'reset'});
    await server.seed({agents: [{id: 5, name: 'edge-5'}]});
    const {store} = server;
    await server.reset();
    expect([server.requests().length, server.faults().map(({fault}) => fault.kind)]).toEqual([0, ['delay']]);
    expect(paged(await call(server, TOKENS, {token: BOB_TOKEN})).data.length).toBe(1);
    expect(paged(await call(server, TOKENS, {token: ANN_TOKEN})).data.length).toBe(3);
    expect(await store.agents.list()).toHaveLength(2);
  });

  test('a reset restores the seed of the start, even if the caller has changed the object since then', async () => {
    const seed = {...SEED, agents: [{id: 1, name: 'edge-1'}]};
    const server = await open({seed});
    for (const changed of [[], 'invalid' as never]) {
      seed.agents = changed;
      await server.reset();
      expect(await server.store.agents.list()).toMatchObject([{id: 1, name: 'edge-1'}]);
    }
  });

  test('a reset creates new demo credentials', async () => {
    const server = await open({seed: 'demo', seedLogs: 10});
    const before = server.demo;
    await server.reset();
    expect(server.demo?.apiToken).not.toBe(before?.apiToken);
    expect((await call(server, TOKENS, {token: server.demo?.apiToken ?? ''})).code).toBe(200);
  });

  test('a reset restores the seed of stores that the caller passed, in a file and in memory', async () => {
    const inFile = await startOn(createTestServer, temporaryDatabase(), {seed: SEED});
    const store = memoryStore();
    onTestFinished(() => store.close());
    for (const server of [inFile, await open({store})]) {
      const before = await call(server, TOKENS, {token: ANN_TOKEN});
      await call(server, `${TOKENS}/3`, {method: 'DELETE', token: ANN_TOKEN});
      await server.seed({agents: [{id: 5, name: 'edge-5'}]});
      await server.reset();
      const after = await call(server, TOKENS, {token: ANN_TOKEN});
      expect(ids(after)).toEqual(ids(before));
      expect(await server.store.agents.list()).toHaveLength(2);
    }
  });

  test('a reset that fails changes nothing', async () => {
    const inner = memoryStore();
    onTestFinished(() => inner.close());
    let failing = false;
    // Fails after the old data are deleted and some of the new data are inserted.
    const transaction: Store['transaction'] = (work, mode) =>
      inner.transaction(async inside => {
        await work(inside);
        if (failing) throw new Error('the disk is full');
      }, mode);
    const server = await open({
      store: {...inner, transaction},
      ids: 1,
      clock: createClock(START),
      loginLimits: {perAccount: 1},
    });
    const bob = {username: 'bob', password: 'bob-password'};
    const codeOfBob = async (more: object = {}) =>
      (await call(server, '/admin-api/user/login', {json: {...bob, ...more}})).code;
    expect([await codeOfBob({password: 'wrong'}), await codeOfBob()]).toEqual([401, 429]);
    const made = await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'made'}});
    server.clock.advance(120_000);
    const fault = server.setFault({kind: 'delay', ms: 0});
    const before = await Promise.all([server.store.tokens.list(undefined, ALL), server.store.users.find('ann')]);
    const recorded = server.requests();
    failing = true;
    await expect(server.reset()).rejects.toThrow('the disk is full');
    failing = false;
    expect(await Promise.all([server.store.tokens.list(undefined, ALL), server.store.users.find('ann')])).toEqual(
      before,
    );
    expect(server.requests()).toEqual(recorded);
    expect(server.faults()).toEqual([fault]);
    expect(server.clock().getTime()).toBe(START.getTime() + 120_000);
    expect((await call(server, TOKENS, {token: BOB_TOKEN})).code).toBe(401);
    expect(await codeOfBob({password: 'wrong'})).toBe(429);
    // The failed reset must not restart the sequence of ids; a successful one does.
    const next = await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'next'}});
    expect((next.body.data as {token: string}).token).not.toBe((made.body.data as {token: string}).token);
    await server.reset();
    expect([server.clock(), server.faults(), server.requests()]).toEqual([START, [], []]);
    expect((await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'made'}})).body).toEqual(made.body);
    expect(await codeOfBob()).toBe(200);
  });

  test('a reset that fails keeps the demo credentials', async () => {
    const inner = memoryStore();
    onTestFinished(() => inner.close());
    let failing = false;
    const transaction: Store['transaction'] = async (work, mode) => {
      if (failing) throw new Error('the disk is full');
      await inner.transaction(work, mode);
    };
    const server = await open({
      store: {...inner, transaction},
      seed: 'demo',
      seedLogs: 10,
    });
    const before = server.demo;
    failing = true;
    await expect(server.reset()).rejects.toThrow('the disk is full');
    expect(server.demo).toEqual(before);
    expect((await call(server, TOKENS, {token: before?.apiToken ?? ''})).code).toBe(200);
  });

  test('reset() and seed() run one after the other, in the order of the calls', async () => {
    const server = await open({ids: 1, clock: createClock(START)});
    const create = async () => (await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'x'}})).body;
    await server.reset();
    const first = await create();
    await Promise.all([server.reset(), server.reset()]);
    expect(await create()).toEqual(first);
    // Without a password to hash, the seed would be inserted first and deleted by the reset if seed() did not wait for
    // reset().
    await Promise.all([server.reset(), server.seed({agents: [{id: 5, name: 'edge-5'}]})]);
    expect(await server.store.agents.list()).toHaveLength(3);
  });

  test('a reset of an advanced clock creates data with the original time', async () => {
    const server = await open({clock: createClock(START)});
    const createdAt = async () => (await server.store.users.find('ann'))?.created;
    server.clock.advance(3_600_000);
    await server.reset();
    expect(await createdAt()).toBe(START.getTime());
  });

  test('a reset rejects for a store that the server did not seed', async () => {
    const store = memoryStore();
    onTestFinished(() => store.close());
    const server = await createTestServer({store});
    onTestFinished(() => server.close());
    await store.agents.add({id: 1, name: 'edge-1'}, []);
    server.setFault({kind: 'hang'});
    await expect(server.reset()).rejects.toThrow('did not seed its database');
    expect([await store.agents.list(), server.faults().length]).toEqual([[{id: 1, name: 'edge-1'}], 1]);
  });

  test.each(['memory', 'file'] as const)(
    'concurrent requests see the data before or after a reset, never in between (database: %s)',
    async where => {
      const server = await startOn(createTestServer, where === 'file' ? temporaryDatabase() : ':memory:', {seed: SEED});
      const path = '/admin-api/log_server/errlog?page_size=5';
      const before = paged(await call(server, path, {token: ANN_TOKEN})).meta.count;
      const stop = new AbortController();
      const seen = new Set<string>();
      const readers = Array.from({length: 6}, async () => {
        while (!stop.signal.aborted) {
          const response = await call(server, path, {token: ANN_TOKEN});
          seen.add(`${response.code} ${response.code === 200 ? paged(response).meta.count : response.body.msg}`);
        }
      });
      for (let round = 0; round < 3; round++) {
        // Runs writes concurrently with resets: each write must happen before or after a reset, never during one.
        await Promise.all([
          server.reset(),
          server.store.errorLogs.append([logEntry()]),
          server.reset(),
          server.seed({users: [{username: `user-${round}`, password: 'p'}]}),
          server.store.errorLogs.append([logEntry()]),
        ]);
      }
      await server.reset();
      stop.abort();
      await Promise.all(readers);
      expect([...seen].filter(one => !/^200 \d+$/.test(one))).toEqual([]);
      expect([...seen].map(one => Number(one.slice(4))).filter(count => count < before)).toEqual([]);
      expect(paged(await call(server, path, {token: ANN_TOKEN})).meta.count).toBe(before);
    },
  );
});

const ids = (response: ApiResponse) => paged(response).data.map(row => (row as {id: number}).id);

describe('seed', () => {
  test('seed() adds to the existing data', async () => {
    const server = await open();
    const eve = {username: 'eve', password: 'eve-password', role: 'master'};
    const seed = {users: [eve], tokens: [{username: 'eve', name: 'e', token: 'eve-token'}]};
    await server.seed(seed);
    expect(paged(await call(server, TOKENS, {token: 'eve-token'})).data.length).toBe(4);
  });

  test('seed() rejects for existing users, tokens or agents, and adds nothing', async () => {
    const server = await open();
    const users = [{username: 'eve', password: 'x'}, ...SEED.users];
    const conflicting = server.seed({users, tokens: SEED.tokens.slice(0, 1), agents: SEED.agents});
    await expect(conflicting).rejects.toThrow(SeedError);
    await expect(conflicting).rejects.toMatchObject({
      problems: ['users[1].username', 'users[2].username', 'tokens[0].token', 'agents[0].id', 'agents[1].id'].map(
        path => `${path}: already exists`,
      ),
    });
    await expect(server.seed({users: [{username: 5}]} as never)).rejects.toThrow('users[0].username: expected string');
    expect(await server.store.users.count()).toBe(2);
  });

  test('seed() adds nothing if a write fails', async () => {
    const inner = memoryStore();
    onTestFinished(() => inner.close());
    let failing = false;
    // Fails after the first rows of the seed are inserted.
    const transaction: Store['transaction'] = (work, mode) =>
      inner.transaction(async inside => {
        await work(inside);
        if (failing) throw new Error('the disk is full');
      }, mode);
    const server = await open({store: {...inner, transaction}});
    failing = true;
    const seed = {users: [{username: 'eve', password: 'x'}], agents: [{id: 5, name: 'edge-5'}]};
    await expect(server.seed(seed)).rejects.toThrow('the disk is full');
    expect([await inner.users.count(), (await inner.agents.list()).length]).toEqual([2, 2]);
    failing = false;
    await server.seed(seed);
    expect([await inner.users.count(), (await inner.agents.list()).length]).toEqual([3, 3]);
  });
});

describe('requests', () => {
  test('requests are recorded with operation, credentials and status', async () => {
    const {server} = await start();
    await call(server, `${TOKENS}/?page=2&page_size=1`, {token: ANN_TOKEN});
    const session = await login(server);
    await call(server, '/nothing', {method: 'PUT', session, text: '{}'});
    expect(server.requests()).toEqual([
      {
        at: START.getTime(),
        method: 'GET',
        path: `${TOKENS}/`,
        params: {},
        query: {page: 2, page_size: 1},
        headers: expect.objectContaining({'api-token': '[redacted]'}),
        violations: [],
        operation: 'listApiTokens',
        credentials: ['api-token'],
        status: 200,
        ms: expect.any(Number),
        responseHeaders: expect.objectContaining({'content-type': 'application/json; charset=utf-8'}),
        responseBytes: expect.any(Number),
        faults: [],
      },
      expect.objectContaining({operation: 'login', credentials: []}),
      expect.objectContaining({method: 'PUT', path: '/nothing', status: 404, credentials: ['session']}),
    ]);
    expect(server.requests()[2]).not.toHaveProperty('operation');
  });

  test('recorded requests can be filtered by path, credential, operation, method, status and limit', async () => {
    const {server} = await start();
    for (const path of [TOKENS, `${TOKENS}/1`, `${TOKENS}/2`, '/nothing']) await call(server, path, {token: ANN_TOKEN});
    await call(server, TOKENS);
    const found = (query: object) => server.requests(query).length;
    expect(found({path: '/admin-api/api_token/*'})).toBe(2);
    expect(found({path: TOKENS, credential: 'api-token'})).toBe(1);
    expect(found({operation: 'getApiToken', method: 'get'})).toBe(2);
    expect(found({status: 401})).toBe(1);
    expect(found({limit: 0})).toBe(0);
    expect(server.requests({limit: 2}).map(({status}) => status)).toEqual([404, 401]);
    server.forgetRequests();
    expect(found({})).toBe(0);
  });

  test('requests are recorded without secrets', async () => {
    const {server} = await start();
    const session = await login(server);
    const secrets = [ANN_TOKEN, session, 'ann-password', 'plain-secret'];
    const query = `token=${ANN_TOKEN}&x=${session}&password=ann-password&y=plain-secret`;
    await call(server, `${TOKENS}/${ANN_TOKEN}?${query}`, {session: 'plain-secret', token: ANN_TOKEN});
    await call(server, `/${session}/plain-secret`, {session: 'plain-secret'});
    const recorded = JSON.stringify(server.requests());
    for (const secret of secrets) expect(recorded).not.toContain(secret);
    expect(server.requests().at(-1)?.path).toBe('/[redacted]/[redacted]');
  });

  test('a server keeps only the newest requests, as many as keepRequests says', async () => {
    const {server} = await start({keepRequests: 3});
    for (let page = 1; page <= 8; page += 1) await call(server, `${TOKENS}?page=${page}`, {token: ANN_TOKEN});
    expect(server.requests().map(({query}) => query.page)).toEqual([6, 7, 8]);
    const {server: without} = await start({keepRequests: 0});
    await call(without, TOKENS);
    expect(without.requests()).toEqual([]);
  });
});

test('25 servers in one process are independent, and leave no open handles when closed', async () => {
  const before = process.getActiveResourcesInfo().length;
  const numbers = Array.from({length: 25}, (_, at) => at);
  const servers = await Promise.all(
    numbers.map(at =>
      createTestServer({seed: {...SEED, agents: [{id: at, name: `edge-${at}`}]}, passwordCost: 'minimal'}),
    ),
  );
  expect(new Set(servers.map(({url}) => url)).size).toBe(25);
  servers[7]?.setFault({kind: 'status', status: 503});
  servers[8]?.clock.advance(1_000_000_000_000);
  const responses = await Promise.all(servers.map(server => call(server, '/api/agents', {token: ANN_TOKEN})));
  for (const [at, {code, body}] of responses.entries()) {
    if (at === 7) expect(code).toBe(503);
    else expect([code, body.data]).toEqual([200, [{id: at, name: `edge-${at}`}]]);
    expect(servers[at]?.requests()).toHaveLength(1);
  }
  await Promise.all(servers.map(server => server.close()));
  const listening = () => process.getActiveResourcesInfo().filter(name => name === 'TCPServerWrap').length;
  await expect.poll(listening).toBe(0);
  await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThan(before + 20);
});
