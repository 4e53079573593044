import {once} from 'node:events';
import {type AddressInfo, connect, createServer as createNet} from 'node:net';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {createServer, openSqlite, type Store} from '../src/index.ts';
import {ANN_TOKEN, call, SEED, shared, start} from './support.ts';

const TOKENS = '/admin-api/api_token';

describe('every answer', () => {
  const server = shared({controlSecret: 'a secret of enough length'});

  test.each([
    ['a success', TOKENS, {token: ANN_TOKEN}],
    ['a refusal', TOKENS, {}],
    ['no route', '/nothing', {}],
    ['a URL that cannot be read', '/%E0%A4%A', {}],
    ['the control', '/__control/requests', {}],
    ['health', '/healthz', {}],
  ])('carries the headers that protect it: %s', async (_name, path, request) => {
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

  test('also one that is written by hand', async () => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    socket.write('HELLO\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('x-content-type-options: nosniff');
    socket.destroy();
  });
});

describe('limits', () => {
  const server = shared();

  test.each([
    [200, '/admin-api/log_server/errlog?req_id='.length, 8192],
    [414, '/admin-api/log_server/errlog?req_id='.length, 8193],
  ])('a URL: %d', async (code, used, size) => {
    const path = `/admin-api/log_server/errlog?req_id=${'a'.repeat(size - used)}`;
    expect((await call(server(), path, {token: ANN_TOKEN})).code).toBe(code);
  });

  test('headers: 431', async () => {
    const {code} = await call(server(), TOKENS, {headers: {'X-Long': 'a'.repeat(17_000)}});
    expect(code).toBe(431);
  });

  test('no page reaches deeper than the count can vouch for', async () => {
    const store = await shallow(100_000_001);
    const deep = await withStore(store);
    const at = async (query: string) => {
      const {code, body} = await call(deep, `/admin-api/log_server/errlog?${query}`, {token: ANN_TOKEN});
      return [code, body.msg];
    };
    expect(await at('page=100001&page_size=1000')).toEqual([200, undefined]);
    expect(await at('page=100002&page_size=1000')).toEqual([
      400,
      'no page reaches beyond row 100000000; narrow the list by a filter',
    ]);
  });
});

test('what is kept to answer the same again is bounded, also where answers are short and URLs are long', async () => {
  const source = await createServer({seed: SEED, passwordCost: 'minimal'});
  onTestFinished(() => source.close());
  const {store} = source;
  let reads = 0;
  const list = () => {
    reads += 1;
    return store.agents.list();
  };
  const server = await withStore({...store, agents: {...store.agents, list}});
  const read = async (url: string) => {
    const before = reads;
    await call(server, url, {token: ANN_TOKEN});
    return reads - before;
  };
  expect([await read('/api/agents?first'), await read('/api/agents?first')]).toEqual([1, 0]);
  const long = 'x'.repeat(8000);
  // Sixteen megabytes of URLs push it out.
  for (let at = 0; at < 2000; at++) await read(`/api/agents?${at}${long}`);
  expect(await read('/api/agents?first')).toBe(1);
});

const withStore = async (store: Store) => {
  const server = await createServer({store});
  onTestFinished(() => server.close());
  return server;
};

/** A store with Ann's token, whose list of entries claims to be this long. */
const shallow = async (count: number): Promise<Store> => {
  const source = await createServer({seed: SEED, passwordCost: 'minimal'});
  onTestFinished(() => source.close());
  const errorLogs = {...source.store.errorLogs, list: async () => ({rows: [], count})};
  return {...source.store, errorLogs, close: async () => undefined};
};

describe('a server made for tests', () => {
  test.each([
    [{seed: 'demo', seedLogs: 0}, 'demo credentials'],
    [{ids: 1}, 'predictable tokens (ids)'],
    [{passwordCost: 'minimal'}, 'minimal password hashes'],
    [{seed: 'demo', ids: 1}, 'demo credentials and predictable tokens (ids)'],
  ] as const)('listens on this machine alone: %j', async (options, reason) => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
      await expect(createServer({...options, host})).rejects.toThrow(
        `a server with ${reason} may only listen on a loopback address: use 127.0.0.1 instead of ${host}`,
      );
    }
  });

  test('may listen by the name of this machine', async () => {
    const server = await createServer({host: 'localhost', ids: 1});
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.close();
  });

  test('keeps no cheap hash in a file', async () => {
    await expect(createServer({passwordCost: 'minimal', database: '/tmp/never.db'})).rejects.toThrow('not for a file');
  });

  test('has standard hashes by default', async () => {
    const server = await createServer({seed: SEED});
    onTestFinished(() => server.close());
    expect((await server.store.users.find('ann'))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('health', () => {
  test('a server that is seeded is alive and ready', async () => {
    const {server} = await start();
    for (const path of ['/healthz', '/readyz', '/readyz/']) {
      expect((await call(server, path)).body).toEqual({status: 0});
    }
    expect(server.requests()).toEqual([]);
  });

  test('without its database it is alive and not ready', async () => {
    const store = await shallow(0);
    let gone = false;
    const count = async () => {
      if (gone) throw new Error('gone: password in here');
      return 1;
    };
    const server = await withStore({...store, users: {...store.users, count}});
    gone = true;
    expect((await call(server, '/healthz')).code).toBe(200);
    const {code, body} = await call(server, '/readyz');
    expect([code, body.msg]).toEqual([503, 'the database does not answer']);
  });

  test('while it is seeded it is not ready, and nothing else is answered', async () => {
    const gate = Promise.withResolvers<void>();
    const store = await openSqlite(':memory:', 'inline');
    const atomically: Store['atomically'] = async (work, how) => {
      await gate.promise;
      await store.atomically(work, how);
    };
    const port = await freePort();
    const starting = createServer({port, seed: SEED, store: {...store, atomically}});
    const url = `http://127.0.0.1:${port}`;
    for (const path of ['/readyz', '/admin-api/api_token']) {
      const {code, body} = await vi.waitFor(() => call({url}, path, {token: ANN_TOKEN}));
      expect([code, body.msg]).toEqual([503, 'the server is starting']);
    }
    gate.resolve();
    const server = await starting;
    for (const path of ['/readyz', '/admin-api/api_token']) {
      expect((await call(server, path, {token: ANN_TOKEN})).code).toBe(200);
    }
    await server.close();
    await store.close();
  });

  test('a database that holds the demo stays on this machine', async () => {
    const store = await openSqlite(':memory:');
    onTestFinished(() => store.close());
    await (await createServer({store, seed: 'demo', seedLogs: 0})).close();
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
