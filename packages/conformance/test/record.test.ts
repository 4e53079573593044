import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createTestServer} from '@edge-console/test-tools';
import {beforeAll, expect, onTestFinished, test, vi} from 'vitest';
import {sharedFolder} from '../../../apps/server/test/folder.ts';
import {createClient} from '../../client/src/index.ts';
import {startProxy} from './broken/proxy.ts';
import {createCanaries, startOtherGateway} from './support/other-gateway.ts';
import {serve, start} from './support/programs.ts';
import {SEED, TOKEN, USER} from './support/seed.ts';
import {type Examined, filesOf, record, serveTwin, verdictsOf} from './support/twin.ts';

const folder = sharedFolder('record');
const outOf = (name: string): string => join(folder, name);
const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
};
const seed = outOf('gateway.json');
beforeAll(() => writeFile(seed, JSON.stringify(SEED)));

const FAULTS = [
  [
    {kind: 'ignored-parameters', operation: 'listErrorLogs'},
    {kind: 'sort-order', by: 'log_time', operation: 'listErrorLogs'},
    {kind: 'page-size', size: 40, mode: 'maximum', operation: 'listErrorLogs'},
    {kind: 'empty-object', operation: 'listApiTokens'},
    {kind: 'delay', ms: 40, operation: 'listAgents'},
    {kind: 'escaped-json'},
  ],
  [
    {kind: 'page-size', size: 7, mode: 'fixed', operation: 'listApiTokens'},
    {kind: 'no-meta', operation: 'listErrorLogs'},
    {kind: 'odd-row', row: 2, operation: 'listErrorLogs', fields: {level: null, count: '7'}},
    {kind: 'second-factor'},
    {kind: 'status', status: 403, operation: 'listAgents'},
    {kind: 'ignored-parameters', names: ['req_id', 'node_id'], operation: 'listErrorLogs'},
  ],
] as const;

const TWINS = [
  ['http', 0],
  ['envelope', 1],
] as const;
test.each(TWINS.slice(process.env.EDGE_THOROUGH === undefined ? 1 : 0))(
  'a replayed recording of a server with faults and --errors %s gets the verdicts of the server',
  async (errors, index) => {
    const faults = await file(`faults-${index}.json`, FAULTS[index]);
    const flags = ['--seed', seed, '--errors', errors, '--faults', faults];
    const url = await serve(...flags);
    const gateway = {url, token: TOKEN, ...USER};
    const original = await verdictsOf(gateway);
    expect(Object.values(original)).toContain('difference');
    const {code, err} = await record(gateway, outOf(errors));
    expect([code, err]).toEqual([0, expect.stringContaining('per second')]);
    const twin = await serveTwin(outOf(errors));
    expect(JSON.parse((await filesOf(outOf(errors)))['verdicts.json'] ?? '')).toEqual(original);
    expect(await verdictsOf(twin)).toEqual(original);
  },
);

test('a recording of another kind of gateway reproduces its verdicts, and contains none of its texts', async () => {
  const canaries = createCanaries();
  const gateway = await startOtherGateway(TOKEN, canaries);
  onTestFinished(gateway.close);
  const examined = {url: gateway.url, token: TOKEN, ...gateway.account};
  expect((await record(examined, outOf('other'))).code).toBe(0);
  const twin = await serveTwin(outOf('other'));
  const written = await filesOf(outOf('other'));
  expect(await verdictsOf(twin)).toEqual(JSON.parse(written['verdicts.json'] ?? ''));
  const all = Object.values(written).join('\n').toLowerCase();
  expect(canaries.planted.length).toBeGreaterThan(500);
  expect(canaries.planted.filter(text => all.includes(text))).toEqual([]);
  expect(all).not.toContain(TOKEN);
});

const counted = async () => {
  const proxy = await startProxy(await serve('--seed', seed));
  onTestFinished(proxy.close);
  const requests: string[] = [];
  proxy.serveBy((request, upstream) => {
    requests.push(`${request.method} ${request.path}`);
    return upstream(request);
  });
  return {requests, gateway: {url: proxy.url, token: TOKEN, ...USER}};
};

test('a recording with --dry-run says when and how many requests it would send, and sends none', async () => {
  const {requests, gateway} = await counted();
  const {code, out, err} = await record(gateway, outOf('dry'), '--dry-run', '--rate', '2', '--max-requests', '60');
  expect([code, out]).toEqual([0, '']);
  expect(err).toMatch(/about 60 requests, at most 60, 2 per second, from \d\d:\d\d:\d\d to about \d\d:\d\d:\d\d/);
  expect(requests).toEqual([]);
  expect(await readdir(folder)).not.toContain('dry');
});

test('a recording sends about as many requests as announced, changes nothing and ends its sessions', async () => {
  const {requests, gateway} = await counted();
  const {err} = await record(gateway, outOf('planned'));
  const planned = Number(/about (\d+) requests/.exec(err)?.[1]);
  expect(requests.length).toBeLessThanOrEqual(planned);
  expect(requests.length).toBeGreaterThan(planned * 0.75);
  const written = requests.filter(request => !/^GET |^(?:POST|PATCH) \S+\/user\/(?:login|logout)\/?$/.test(request));
  expect(written).toEqual([]);
});

test('a recording sends at most --max-requests requests, logouts included, and writes what it has', async () => {
  const {requests, gateway} = await counted();
  expect((await record(gateway, outOf('short'), '--max-requests', '80')).code).toBe(0);
  expect(requests.length).toBeLessThanOrEqual(80);
  expect(requests.length).toBeGreaterThan(60);
  const {'verdicts.json': verdicts = ''} = await filesOf(outOf('short'));
  expect(Object.values(JSON.parse(verdicts))).toContain('unchecked');
});

test('a recording that is stopped leaves no file and no session', async () => {
  const {requests, gateway} = await counted();
  const flags = [
    'record',
    '--url',
    gateway.url,
    '--out',
    outOf('stopped'),
    '--rate',
    '20',
    '--username',
    USER.username,
  ];
  const {child, done} = start(flags, {EDGE_CONSOLE_API_TOKEN: TOKEN, EDGE_CONSOLE_PASSWORD: USER.password});
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(4), {timeout: 30_000, interval: 20});
  child.kill('SIGINT');
  expect(await done).toMatchObject({code: 130, out: ''});
  expect((await readdir(folder)).filter(name => name.includes('stopped'))).toEqual([]);
  const ends = requests.filter(request => request.includes('/logout'));
  expect(ends.length).toBeGreaterThanOrEqual(
    requests.filter(request => request === 'POST /admin-api/user/login').length,
  );
});

test.each([
  ['an existing folder', folder, /--out: .* exists; give a new folder/],
  ['a folder that cannot be created', join(seed, 'twin'), /--out: .* cannot be created \(E\w+\)/],
])('a recording to %s is refused before any request', async (_, out, problem) => {
  const {requests, gateway} = await counted();
  const {code, err} = await record(gateway, out);
  expect([code, err]).toEqual([2, expect.stringMatching(problem)]);
  expect(requests).toEqual([]);
});

test('recordings of the same data have equal texts with equal keys, and others with another key', async () => {
  const canaries = createCanaries();
  const gateway = await startOtherGateway(TOKEN, canaries);
  onTestFinished(gateway.close);
  const key = await file('key', 'a key of the recordings');
  const seeds = [];
  for (const [name, flags] of [
    ['first', ['--key-file', key]],
    ['second', ['--key-file', key]],
    ['third', []],
  ] as const) {
    await record({url: gateway.url, token: TOKEN}, outOf(name), '--max-requests', '30', ...flags);
    seeds.push((await filesOf(outOf(name)))['seed.json']);
  }
  expect(seeds[0]).toBe(seeds[1]);
  expect(seeds[0]).not.toBe(seeds[2]);
});

test('a recording has the page limit, order, unstable counts, latency, clock and sessions of the gateway', async () => {
  const clock = () => new Date(Date.now() + 3_600_000);
  const faults = [...FAULTS[0], {kind: 'unstable-count', operation: 'listApiTokens'}] as const;
  const server = await createTestServer({seed: SEED, passwordCost: 'minimal', clock, faults});
  onTestFinished(() => server.close());
  await record({url: server.url, token: TOKEN, ...USER}, outOf('habits'));
  const habits = JSON.parse((await filesOf(outOf('habits')))['habits.json'] ?? '');
  const logs = {operation: 'listErrorLogs'};
  expect(habits.faults).toEqual(
    expect.arrayContaining([
      {kind: 'page-size', ...logs, mode: 'maximum', size: 40},
      {kind: 'sort-order', ...logs, by: 'log_time', order: 'ascending'},
      {kind: 'ignored-parameters', ...logs, names: ['start_time', 'end_time']},
      {kind: 'unstable-count', operation: 'listApiTokens', by: expect.toSatisfy(by => by >= 3 && by <= 5)},
      {kind: 'empty-object', operation: 'listApiTokens'},
      {kind: 'escaped-json'},
      {kind: 'delay', operation: 'listAgents', ms: expect.toSatisfy(ms => ms >= 39), jitterMs: expect.any(Number)},
    ]),
  );
  expect(habits.clockOffsetMs).toBeGreaterThan(3_500_000);
  expect(habits.clockOffsetMs).toBeLessThan(3_700_000);
  expect(habits.session).toEqual({length: 64, hex: true});
  expect(habits.facts).toMatchObject({'docs/field-facts.md#13': 'difference', 'docs/field-facts.md#8': 'held'});
});

const readByClient = async ({url, token, username, password}: Required<Examined>) => {
  await using client = createClient({baseUrl: url, auth: {kind: 'api-token', token}});
  const all = await Array.fromAsync(client.errorLogs.items());
  const [agent] = await client.applications.agents();
  const created = await client.apiTokens.create({name: 'by the client', expire: 0});
  const renamed = await client.apiTokens.get(created.id);
  await client.apiTokens.delete(created.id);
  await using person = createClient({baseUrl: url});
  await person.session.login({username, password});
  const bySession = await person.errorLogs.count({level: 3});
  await person.session.logout();
  return {
    ids: all.map(({id}) => id),
    times: all.map(({log_time}) => log_time),
    severe: (await Array.fromAsync(client.errorLogs.items({level: 4}))).length,
    second: (await Array.fromAsync(client.errorLogs.items({start_time: SEED.error_logs[50]?.log_time ?? 0}))).length,
    page: (await client.errorLogs.list({page: 2, page_size: 100})).items.length,
    expiries: (await Array.fromAsync(client.apiTokens.items())).map(({expire}) => expire),
    online: (await client.applications.list(agent?.id ?? 0, {online: 1})).items.map(({id}) => id),
    name: renamed.name,
    bySession,
  };
};

test('client calls return the same from a replayed recording as from the recorded gateway', async () => {
  const faults = await file('laws.json', FAULTS[0]);
  const gateway = {url: await serve('--seed', seed, '--faults', faults), token: TOKEN, ...USER};
  await record(gateway, outOf('laws'));
  const read = await readByClient(gateway);
  expect(read.ids.length).toBe(90);
  expect(await readByClient(await serveTwin(outOf('laws'), '--strict', 'refuse'))).toEqual(read);
});

test('a replayed recording keeps an order of entries that follows neither id nor time', async () => {
  const faults = [{kind: 'sort-order', operation: 'listErrorLogs', by: 'level'}] as const;
  const server = await createTestServer({seed: SEED, passwordCost: 'minimal', faults});
  onTestFinished(() => server.close());
  await record({url: server.url, token: TOKEN, ...USER}, outOf('by-level'));
  const timesOf = async ({url, token}: {url: string; token: string}) => {
    await using client = createClient({baseUrl: url, auth: {kind: 'api-token', token}});
    return (await client.errorLogs.list({page_size: 100})).items.map(({log_time}) => log_time);
  };
  const times = await timesOf({url: server.url, token: TOKEN});
  expect(times).toHaveLength(90);
  expect(await timesOf(await serveTwin(outOf('by-level')))).toEqual(times);
});
