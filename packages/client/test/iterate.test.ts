import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Client, createClient} from '../src/index.ts';
import {type Gateway, startGateway} from './support/gateway.ts';
import {arrayOf, failing} from './support/outcomes.ts';
import {MASTER_TOKEN, seed} from './support/seed.ts';
import {respondJson, serveHttp} from './support/serve.ts';

let gateway: Gateway;
let client: Client;
let queries: string[] = [];
beforeAll(async () => {
  gateway = await startGateway({seed});
  client = createClient({
    baseUrl: gateway.url,
    auth: {kind: 'api-token', token: MASTER_TOKEN},
    onRequest: ({path}) => queries.push(path.split('?')[1] ?? ''),
  });
});
afterAll(async () => {
  client?.close();
  await gateway?.stop();
});

/** Iterates a list. Returns its entries and the queries sent. */
const collect = async <T>(list: () => AsyncIterable<T>): Promise<[T[], string[]]> => {
  queries = [];
  return [await arrayOf(list()), [...queries]];
};

test('awaiting a list resolves to one page, and iterating it yields all entries', async () => {
  const page = await client.errorLogs.list({level: 4, page_size: 10});
  expect(page).toMatchObject({count: 15, page: 1, pageSize: 10});
  expect(page.items).toHaveLength(10);
  const [entries, sent] = await collect(() => client.errorLogs.list({level: 4, page_size: 10}));
  expect(entries.map(({log}) => log)).toEqual((await arrayOf(client.errorLogs.items({level: 4}))).map(({log}) => log));
  // Requests: the first page, the page up to its last second, two to find the end, the first page again.
  expect(sent.map(query => query.replace(/\d{6,}/, 'T'))).toEqual([
    'level=4&page_size=10',
    ...Array<string>(3).fill('level=4&end_time=T&page=1&page_size=10'),
    'level=4&page=1&page_size=10',
  ]);
});

test('iterating a list requests 20 entries per page by default, and starts at `page`', async () => {
  const [entries, sent] = await collect(() => client.errorLogs.list());
  expect(entries).toHaveLength(45);
  expect(sent[0]).toBe('');
  expect(sent[1]).toMatch(/^end_time=\d+&page=1&page_size=20$/);
  expect(sent).toHaveLength(6);
  const [rest] = await collect(() => client.errorLogs.list({page: 3}));
  expect(rest).toEqual(entries.slice(40));
});

test('iterating tokens requests each page, or only the range between `start` and `end`', async () => {
  const [tokens, sent] = await collect(() => client.apiTokens.list({page_size: 1}));
  expect(tokens).toEqual(await arrayOf(client.apiTokens.items()));
  // The last page is full, so only another, empty page confirms the count.
  expect(sent).toEqual(['page_size=1', 'page=2&page_size=1', 'page=3&page_size=1']);
  const [first, once] = await collect(() => client.apiTokens.list({start: 0, end: 1}));
  expect(first).toEqual(tokens.slice(0, 1));
  expect(once).toEqual(['start=0&end=1']);
});

test('applications and agents can be iterated', async () => {
  const all = await arrayOf(client.applications.items(1));
  for (const query of [{}, {_pagesize: 3}]) {
    const [applications] = await collect(() => client.applications.list(1, query));
    expect(applications).toEqual(all);
  }
  expect(await arrayOf(client.applications.agents())).toEqual(await client.applications.agents());
});

test('a list can be iterated repeatedly, and break ends an iteration', async () => {
  const list = client.errorLogs.list({level: 4});
  for await (const {log} of list) {
    expect(log).toBe('line 0');
    break;
  }
  expect(await arrayOf(list)).toHaveLength(15);
  expect(await arrayOf(list)).toHaveLength(15);
});

test('iterating a list rejects with the error of the request, without an unhandled rejection', async () => {
  const broken = createClient({baseUrl: await serveHttp(respondJson({status: 1}, 404))});
  expect(await failing(arrayOf(broken.errorLogs.list()))).toMatchObject({code: 'not_found'});
  const stop = AbortSignal.abort();
  expect(await failing(arrayOf(client.errorLogs.list({}, {signal: stop})))).toMatchObject({code: 'aborted'});
});
