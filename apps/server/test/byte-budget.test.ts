import {EventEmitter, once} from 'node:events';
import type {ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {failureSent} from '@edge-console/schema/openapi';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {createApp} from '../src/http/app.ts';
import type {Caller} from '../src/http/authenticate.ts';
import {type ByteBudget, createByteBudget} from '../src/http/limits/byte-budget.ts';
import {memoryStore, type Store} from '../src/index.ts';
import {exchange, readUntil, send, statusesOf} from './raw.ts';
import {ANN_TOKEN, BOB_TOKEN, SEED, start} from './support.ts';

const MIB = 1024 * 1024;

/** An app with a budget, and the most bytes held at once. */
const listen = async (options: {limit: number; waitMs: number}) => {
  const inner = createByteBudget({part: options.limit, ...options});
  let peak = 0;
  const full = Promise.withResolvers<void>();
  const follow = <T>(result: T): T => {
    peak = Math.max(peak, inner.used);
    if (peak >= options.limit) full.resolve();
    return result;
  };
  const budget: ByteBudget = {
    get used() {
      return inner.used;
    },
    hold: (holder, bytes) => follow(inner.hold(holder, bytes)),
    holdFree: (holder, bytes) => follow(inner.holdFree(holder, bytes)),
    settle: (holder, bytes) => follow(inner.settle(holder, bytes)),
  };
  const bodies = createByteBudget({part: options.limit, ...options});
  const app = createApp({errors: 'http', tls: undefined, logger: undefined, log: undefined, budget, bodies});
  app.post('/body', {bodyLimit: 8 * MIB}, async request => String((request.body as string).length));
  app.get('/when-full', async (_request, reply) => {
    await budget.hold(reply, MIB);
    await full.promise;
    return 'x'.repeat(MIB);
  });
  app.get<{Params: {size: string}}>('/page/:size', async ({params}, reply) => {
    const size = Number(params.size);
    await budget.hold(reply, size);
    return 'x'.repeat(size);
  });
  app.get<{Params: {size: string}}>('/unexpected/:size', async ({params}) => 'x'.repeat(Number(params.size)));
  await app.listen({host: '127.0.0.1', port: 0});
  onTestFinished(() => app.close());
  return {budget, bodies, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, peak: () => peak};
};

const page = (size: number | 'when-full') =>
  `GET /${size === 'when-full' ? size : `page/${size}`} HTTP/1.1\nHost: x\nConnection: close\n\n`;

describe('bytes in flight', () => {
  test('of many pages at once stay within the budget, and every page is sent', async () => {
    const server = await listen({limit: 4 * MIB, waitMs: 60_000});
    const answers = await Promise.all(Array.from({length: 30}, () => exchange(server, page('when-full'))));
    expect(answers.every(answer => answer.startsWith('HTTP/1.1 200') && answer.length > MIB)).toBe(true);
    expect(server.peak()).toBe(4 * MIB);
    expect(server.budget.used).toBe(0);
  });

  test('are held until a slow client has read the response; others get 503 with Retry-After', async () => {
    const server = await listen({limit: 20 * MIB, waitMs: 1});
    const slow = send(server, page(15 * MIB)).pause();
    await expect.poll(() => server.budget.used).toBe(15 * MIB);
    const refused = await exchange(server, page(10 * MIB));
    expect(refused).toMatch(/^HTTP\/1\.1 503 .*^retry-after: 1\r$/ims);
    expect(failureSent.parse(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).msg).toContain('too many large requests');
    // Smaller requests are served.
    expect(statusesOf(await exchange(server, page(MIB)))).toEqual([200]);
    slow.resume();
    await once(slow, 'close');
    await expect.poll(() => server.budget.used).toBe(0);
  });

  test('include a response that nothing was held for, until the client has read it', async () => {
    const server = await listen({limit: 20 * MIB, waitMs: 1});
    const slow = send(server, `GET /unexpected/${15 * MIB} HTTP/1.1\nHost: x\nConnection: close\n\n`).pause();
    await expect.poll(() => server.budget.used).toBe(15 * MIB);
    slow.resume();
    await expect.poll(() => server.budget.used).toBe(0);
  });

  test('are released when the client closes the connection', async () => {
    const server = await listen({limit: 20 * MIB, waitMs: 60_000});
    const first = send(server, page(15 * MIB)).pause();
    await expect.poll(() => server.budget.used).toBe(15 * MIB);
    const second = exchange(server, page(10 * MIB));
    const third = send(server, page(10 * MIB));
    await once(third, 'connect');
    third.destroy();
    first.destroy();
    expect(statusesOf(await second)).toEqual([200]);
    await expect.poll(() => server.budget.used).toBe(0);
  });

  test('of bodies are those received, not those announced', async () => {
    const server = await listen({limit: 4 * MIB, waitMs: 1});
    const head = `POST /body HTTP/1.1\nHost: x\nConnection: close\nContent-Length: ${3 * MIB}\n`;
    const first = send(server, `${head}\n{`);
    expect(statusesOf(await readUntil(send(server, `${head}Expect: 100-continue\n\n`), /\r\n\r\n/))).toEqual([100]);
    expect(server.bodies.used).toBe(0);
    first.write(' '.repeat(2 * MIB));
    await expect.poll(() => server.bodies.used).toBeGreaterThanOrEqual(2 * MIB);
    const second = readUntil(send(server, `${head}\n${' '.repeat(3 * MIB)}`), /\}$/);
    expect(statusesOf(await second)).toEqual([503]);
    // Pages have a budget of their own.
    expect(server.budget.used).toBe(0);
    first.write(' '.repeat(MIB - 1));
    expect(await readUntil(first, /\d$/)).toContain(String(3 * MIB));
    await expect.poll(() => server.bodies.used).toBe(0);
  });

  test('of one request may exceed the budget', async () => {
    const server = await listen({limit: MIB, waitMs: 1});
    expect(statusesOf(await exchange(server, page(3 * MIB)))).toEqual([200]);
  });
});

/** Reads every page with `list`. */
const withList = (errorLogs: Store['errorLogs'], list: unknown): Store['errorLogs'] => ({
  ...errorLogs,
  list: list as Store['errorLogs']['list'],
});

const LONG = {level: 4, log_time: 1, log: 'x'.repeat(10_000_000)};

test.each([
  ['of the largest size, which take 16 MB at first', {rows: 1000, entries: [], fitting: 2}],
  ['of long texts, which are read a second time', {rows: 2, entries: [LONG, LONG], fitting: 1}],
])('pages %s wait before they are read, while small ones are read', async (_name, {rows, entries, fitting}) => {
  const inner = memoryStore();
  const gate = Promise.withResolvers<void>();
  const reading: number[] = [];
  const list = async (filter: object, range: {limit: number; maxBytes?: number}) => {
    const isSecond = range.maxBytes === undefined;
    // The start reads the number of entries.
    if (range.limit === 1 || (range.limit === rows && (entries.length === 0 || isSecond))) {
      reading.push(range.limit);
      await gate.promise;
    }
    return inner.errorLogs.list(filter, range as never);
  };
  const {server} = await start({
    store: {...inner, errorLogs: withList(inner.errorLogs, list)},
    seed: {...SEED, error_logs: entries},
  });
  const get = (size: number, more = '') =>
    `GET /admin-api/log_server/errlog?page_size=${size} HTTP/1.1\nHost: x\nAPI-Token: ${ANN_TOKEN}\n${more}\n`;
  const first = Array.from({length: fitting}, () => exchange(server, get(rows, 'Connection: close\n')));
  const all = Array(fitting).fill(rows);
  await expect.poll(() => reading).toEqual(all);
  // On one connection, so that the small page is asked for after the large one.
  const others = exchange(server, get(rows) + get(1, 'Connection: close\n'));
  await expect.poll(() => reading.includes(1)).toBe(true);
  expect(reading).toEqual([...all, 1]);
  gate.resolve();
  expect((await Promise.all([...first, others])).flatMap(statusesOf)).toEqual(Array(fitting + 2).fill(200));
});

test('logins do not wait for it, nor use it up, as anyone may send them', async () => {
  const inner = memoryStore();
  const gate = Promise.withResolvers<void>();
  let reading = 0;
  const list = async (filter: object, range: {limit: number}) => {
    if (range.limit > 0) {
      reading += 1;
      await gate.promise;
    }
    return inner.errorLogs.list(filter, range as never);
  };
  const {server} = await start({
    store: {...inner, errorLogs: withList(inner.errorLogs, list)},
  });
  const get = `GET /admin-api/log_server/errlog?page_size=1000 HTTP/1.1\nHost: x\nAPI-Token: ${ANN_TOKEN}\n`;
  const pages = [1, 2].map(() => exchange(server, `${get}Connection: close\n\n`));
  await expect.poll(() => reading).toBe(2);
  const login = 'POST /admin-api/user/login HTTP/1.1\nHost: x\nConnection: close\nContent-Length: 16384\n\n';
  for (let at = 0; at < 100; at++) send(server, `${login}{`);
  const active = () => server.requests({operation: 'login', state: 'active'}).length;
  await expect.poll(active).toBe(100);
  const body = JSON.stringify({username: 'ann', password: 'ann-password'}).padEnd(16_384);
  expect(statusesOf(await exchange(server, login + body))).toEqual([200]);
  // The others would be refused after 30 s, and make room.
  expect(active()).toBe(100);
  gate.resolve();
  expect((await Promise.all(pages)).flatMap(statusesOf)).toEqual([200, 200]);
});

test('lists of others are answered while one token holds 80 bodies that have not arrived', async () => {
  const {server} = await start();
  const head = `POST /admin-api/api_token HTTP/1.1\nHost: x\nAPI-Token: ${BOB_TOKEN}\nContent-Length: ${MIB}\n\n`;
  for (let at = 0; at < 80; at++) send(server, `${head}{`);
  const active = () => server.requests({operation: 'createApiToken', state: 'active'}).length;
  await expect.poll(active).toBe(80);
  const list = `GET /admin-api/log_server/errlog?page_size=1000 HTTP/1.1\nHost: x\nAPI-Token: ${ANN_TOKEN}\n`;
  expect(statusesOf(await exchange(server, `${list}Connection: close\n\n`))).toEqual([200]);
  const ready = 'GET /readyz HTTP/1.1\nHost: x\nConnection: close\n\n';
  expect(statusesOf(await exchange(server, ready))).toEqual([200]);
  // The bodies would be refused after 30 s, and make room.
  expect(active()).toBe(80);
});

test('bodies of others are read while one token has sent all that it may', async () => {
  const {server} = await start();
  const post = (token: string, body: string, length = body.length) =>
    send(
      server,
      `POST /admin-api/api_token HTTP/1.1\nHost: x\nAPI-Token: ${token}\nContent-Length: ${length}\n\n${body}`,
    );
  const refused = Array.from({length: 40}, () => readUntil(post(BOB_TOKEN, ' '.repeat(MIB - 1), MIB), /\}$/));
  expect(statusesOf(await Promise.any(refused))).toEqual([503]);
  const body = JSON.stringify({name: 'other'}).padEnd(100_000);
  expect(statusesOf(await readUntil(post(ANN_TOKEN, body), /\}$/))).toEqual([200]);
});

describe('a budget', () => {
  const newHolder = (hash = '') => ({
    raw: Object.assign(new EventEmitter(), {closed: false}) as unknown as ServerResponse,
    request: {caller: {hash} as Caller},
  });
  const refused = expect.objectContaining({message: expect.stringContaining('too many large requests')});

  test('is 64 MiB by default, and a request waits for 30 s', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const budget = createByteBudget();
    expect([budget.hold(newHolder('a'), 32 * MIB), budget.hold(newHolder('b'), 32 * MIB)]).toEqual([
      undefined,
      undefined,
    ]);
    let failure: unknown;
    budget.hold(newHolder('c'), 5000)?.catch((error: unknown) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(failure).toEqual(refused);
  });

  test('does not let a request wait for the bytes that it holds itself', () => {
    const budget = createByteBudget({limit: 8 * MIB});
    const response = newHolder();
    expect([budget.hold(response, 3 * MIB), budget.hold(response, 2 * MIB)]).toEqual([undefined, undefined]);
    expect(budget.used).toBe(2 * MIB);
  });

  test('leaves half of it to the other credentials, whatever responses one has in memory', () => {
    const budget = createByteBudget({limit: 8 * MIB});
    expect([budget.holdFree(newHolder('a'), 4 * MIB), budget.holdFree(newHolder('a'), 5000)]).toEqual([true, false]);
    budget.settle(newHolder('a'), 60 * MIB);
    expect(budget.used).toBe(4 * MIB);
    expect([budget.holdFree(newHolder('b'), 3 * MIB), budget.holdFree(newHolder('b'), MIB)]).toEqual([true, true]);
    expect(budget.holdFree(newHolder('c'), 5000)).toBe(false);
  });

  test('forgets a waiting request at once when its client closes the connection', async () => {
    const budget = createByteBudget({limit: 8 * MIB, waitMs: 600_000});
    budget.hold(newHolder(), 3 * MIB);
    const waiting = newHolder();
    const held = budget.hold(waiting, 2 * MIB);
    waiting.raw.emit('close');
    await expect(held).rejects.toEqual(refused);
    expect(budget.used).toBe(3 * MIB);
  });
});

test('a response that is closed holds nothing', () => {
  const budget = createByteBudget();
  budget.settle({raw: {closed: true} as ServerResponse, request: {}}, MIB);
  expect(budget.used).toBe(0);
});
