import {once} from 'node:events';
import {type AddressInfo, connect, createServer as createNet} from 'node:net';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {createServer, memoryStore, type Store} from '../src/index.ts';
import {ANN_TOKEN, call, SEED, shared, start} from './support.ts';

const TOKENS = '/admin-api/api_token';

describe('every response', () => {
  const server = shared();

  test.each([
    ['a success', TOKENS, {token: ANN_TOKEN}],
    ['a failure', TOKENS, {}],
    ['no route', '/nothing', {}],
    ['an undecodable URL', '/%E0%A4%A', {}],
    ['health', '/healthz', {}],
  ])('the response to a request has the security headers: %s', async (_name, path, request) => {
    const {headers} = await call(server(), path, request);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
    });
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  test('the response to a request that Node.js cannot parse has the security headers', async () => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    socket.write('HELLO\r\n\r\n');
    const [response] = await once(socket, 'data');
    expect(String(response)).toContain('x-content-type-options: nosniff');
    socket.destroy();
  });
});

describe('limits', () => {
  const server = shared();

  test('a request with headers that are too long gets 431', async () => {
    const {code} = await call(server(), TOKENS, {headers: {'X-Long': 'a'.repeat(17_000)}});
    expect(code).toBe(431);
  });

  test('an error-log page beyond the last row is empty, even for the largest safe integer', async () => {
    for (const page of [100_000, Number.MAX_SAFE_INTEGER]) {
      const path = `/admin-api/log_server/errlog?page=${page}&page_size=1000`;
      const {code, body} = await call(server(), path, {token: ANN_TOKEN});
      expect([code, body.data]).toEqual([200, {data: [], meta: {count: 6}}]);
    }
  });
});

const withStore = async (store: Store) => {
  const server = await createServer({store});
  onTestFinished(() => server.close());
  return server;
};

/** Creates a store with the users and tokens of the seed. Its error-log list has no rows, but this count. */
const storeWithCount = async (count: number): Promise<Store> => {
  const source = await createServer({seed: SEED, passwordCost: 'minimal'});
  onTestFinished(() => source.close());
  const errorLogs = {...source.store.errorLogs, list: async () => ({rows: [], count})};
  return {...source.store, errorLogs, close: async () => undefined};
};

describe('a server made for tests', () => {
  test.each([
    [{seed: 'demo', seedLogs: 0}, 'demo credentials'],
    [{passwordCost: 'minimal'}, 'minimal password hashes'],
    [{seed: 'demo', passwordCost: 'minimal'}, 'demo credentials and minimal password hashes'],
  ] as const)('a server with the options %j listens on loopback addresses only', async (options, reason) => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
      await expect(createServer({...options, host})).rejects.toThrow(
        `a server with ${reason} may only listen on a loopback address: use 127.0.0.1 instead of ${host}`,
      );
    }
  });

  test('a server with passwordCost: minimal can listen on localhost', async () => {
    const server = await createServer({host: 'localhost', passwordCost: 'minimal'});
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.close();
  });

  test('createServer rejects minimal password hashes for a database file', async () => {
    await expect(createServer({passwordCost: 'minimal', database: '/tmp/never.db'})).rejects.toThrow('not for a file');
  });

  test('password hashes have the standard cost by default', async () => {
    const server = await createServer({seed: SEED});
    onTestFinished(() => server.close());
    expect((await server.store.users.find('ann'))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('health', () => {
  test('/healthz and /readyz succeed on a server that has loaded its seed', async () => {
    const {server} = await start();
    for (const path of ['/healthz', '/readyz', '/readyz/']) {
      expect((await call(server, path)).body).toEqual({status: 0});
    }
  });

  test('/healthz succeeds and /readyz gets 503 if the database fails', async () => {
    const store = await storeWithCount(0);
    let gone = false;
    const count = async () => {
      if (gone) throw new Error('gone: password in here');
      return 1;
    };
    const server = await withStore({...store, users: {...store.users, count}});
    gone = true;
    expect((await call(server, '/healthz')).code).toBe(200);
    const {code, body} = await call(server, '/readyz');
    expect([code, body.msg]).toEqual([503, 'the database does not respond']);
  });

  test('requests get 503 while the server loads its seed', async () => {
    const gate = Promise.withResolvers<void>();
    const store = memoryStore();
    const transaction: Store['transaction'] = async (work, how) => {
      await gate.promise;
      await store.transaction(work, how);
    };
    const port = await freePort();
    const starting = createServer({port, seed: SEED, passwordCost: 'minimal', store: {...store, transaction}});
    const url = `http://127.0.0.1:${port}`;
    for (const path of ['/readyz', '/admin-api/api_token']) {
      const {code, body} = await vi.waitFor(() => call({url}, path, {token: ANN_TOKEN}));
      expect([code, body.msg]).toEqual([503, 'the server is starting']);
    }
    expect((await call({url}, '/healthz')).code).toBe(200);
    gate.resolve();
    const server = await starting;
    for (const path of ['/readyz', '/admin-api/api_token']) {
      expect((await call(server, path, {token: ANN_TOKEN})).code).toBe(200);
    }
    await server.close();
    await store.close();
  });

  test('createServer rejects an address other than loopback for a database with demo users', async () => {
    const store = memoryStore();
    onTestFinished(() => store.close());
    await (await createServer({store, seed: 'demo', seedLogs: 0, passwordCost: 'minimal'})).close();
    await expect(createServer({store, host: '0.0.0.0'})).rejects.toThrow('demo credentials');
    await (await createServer({store})).close();
  });
});

const freePort = async (): Promise<number> => {
  const probe = createNet().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const {port} = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};
