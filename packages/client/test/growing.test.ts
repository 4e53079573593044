import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Client, createClient, type FollowEvent} from '../src/index.ts';
import {type Gateway, startGateway} from './support/gateway.ts';
import {MASTER_TOKEN, seed} from './support/seed.ts';
import {respondJson, serveHttp} from './support/serve.ts';

let server: Gateway;
let client: Client;

beforeAll(async () => {
  server = await startGateway({seed});
  client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: MASTER_TOKEN}});
});
afterAll(async () => {
  client?.close();
  await server?.stop();
});

test('follow reports each entry of bursts larger than a page exactly once', async () => {
  const signal = AbortSignal.timeout(15_000);
  const logs: string[] = [];
  const bursts = [1, 130, 7, 60, 2];
  for await (const event of client.errorLogs.follow({level: 4}, {signal, intervalMs: 20, pageSize: 25})) {
    if (event.kind === 'status') await server.grow(bursts.shift() ?? 0);
    if (event.kind !== 'added') continue;
    logs.push(...event.entries.map(entry => entry.log));
    const next = bursts.shift();
    if (next !== undefined) await server.grow(next);
    if (logs.length >= 200) break;
  }
  expect(logs.toSorted()).toEqual(Array.from({length: 200}, (_, at) => `grown ${at}`).toSorted());
});

test('follow ends when its signal aborts during a pause', async () => {
  const stop = new AbortController();
  const events: FollowEvent[] = [];
  for await (const event of client.errorLogs.follow({}, {signal: stop.signal, intervalMs: 60_000})) {
    events.push(event);
    setImmediate(() => stop.abort());
  }
  expect(events).toMatchObject([{kind: 'status', state: 'live', count: 245}]);
});

test('an iteration over a growing list yields each entry present at its start exactly once', async () => {
  const there = (await client.errorLogs.list({page_size: 1000})).items.map(entry => entry.id);
  const ids: number[] = [];
  for await (const page of client.errorLogs.pages({page_size: 20}, {prefetch: 3})) {
    ids.push(...page.items.map(entry => entry.id));
    if (ids.length < 200) await server.grow(5);
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(there.filter(id => !ids.includes(id))).toEqual([]);
});

test('an iteration over a list without counts, oldest first, ends however fast the list grows', async () => {
  const start = Math.floor(Date.now() / 1000);
  const rows = Array.from({length: 40}, (_, id) => ({
    id,
    level: 4,
    count: 1,
    src: 0,
    log_time: start - 60,
    log: `old ${id}`,
  }));
  let requests = 0;
  const url = await serveHttp((request, response) => {
    requests++;
    const {searchParams} = new URL(request.url ?? '', 'http://gateway');
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('page_size'))];
    const data = {data: rows.slice((page - 1) * size, page * size)};
    const arrived = Array.from({length: 2 * size}, (_, at) => ({
      ...rows[0],
      id: rows.length + at,
      log_time: start + 60,
    }));
    rows.push(...(arrived as typeof rows));
    // A response without the gateway's time.
    respondJson({status: 0, data})(request, response);
  });
  const gateway = createClient({baseUrl: url, auth: {kind: 'api-token', token: MASTER_TOKEN}});
  const ids: number[] = [];
  for await (const {id} of gateway.errorLogs.items({page_size: 10})) {
    ids.push(id);
    if (requests > 100) break;
  }
  gateway.close();
  expect(ids.slice(0, 40)).toEqual(rows.slice(0, 40).map(({id}) => id));
  // The list grows while it is read in two passes.
  expect(requests).toBeLessThan(24);
});
