import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {failureSent} from '@edge-console/schema/openapi';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createApp} from '../src/http/app.ts';
import {type ByteBudget, createByteBudget} from '../src/http/byte-budget.ts';
import {exchange, readUntil, send, statusesOf} from './raw.ts';

const MIB = 1024 * 1024;

/** An app with a budget, and the most bytes held at once. */
const listen = async (options: {limit: number; waitMs: number}) => {
  const inner = createByteBudget(options);
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
    hold: (response, bytes) => follow(inner.hold(response, bytes)),
    settle: (response, bytes) => follow(inner.settle(response, bytes)),
  };
  const app = createApp({errors: 'http', tls: undefined, logger: undefined, log: undefined, budget});
  app.post('/body', {bodyLimit: 8 * MIB}, async request => String((request.body as string).length));
  app.get('/when-full', async (_request, reply) => {
    await budget.hold(reply.raw, MIB);
    await full.promise;
    return 'x'.repeat(MIB);
  });
  app.get<{Params: {size: string}}>('/page/:size', async ({params}, reply) => {
    const size = Number(params.size);
    await budget.hold(reply.raw, size);
    return 'x'.repeat(size);
  });
  await app.listen({host: '127.0.0.1', port: 0});
  onTestFinished(() => app.close());
  return {budget, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, peak: () => peak};
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

  test('include bodies that have not arrived', async () => {
    const server = await listen({limit: 4 * MIB, waitMs: 1});
    const head = `POST /body HTTP/1.1\nHost: x\nConnection: close\nContent-Length: ${3 * MIB}\n`;
    const first = send(server, `${head}\n{`);
    await expect.poll(() => server.budget.used).toBe(3 * MIB);
    expect(statusesOf(await exchange(server, `${head}Expect: 100-continue\n\n`))).toEqual([503]);
    first.write(' '.repeat(3 * MIB - 1));
    expect(await readUntil(first, /\d$/)).toContain(String(3 * MIB));
    expect(statusesOf(await readUntil(send(server, `${head}Expect: 100-continue\n\n`), /\r\n\r\n/))).toEqual([100]);
  });

  test('of one request may exceed the budget', async () => {
    const server = await listen({limit: MIB, waitMs: 1});
    expect(statusesOf(await exchange(server, page(3 * MIB)))).toEqual([200]);
  });
});

test('a response that is closed holds nothing', () => {
  const budget = createByteBudget();
  budget.settle({closed: true} as ServerResponse, MIB);
  expect(budget.used).toBe(0);
});
