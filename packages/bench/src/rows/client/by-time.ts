import {type Client, createClient} from '@edge-console/client';
import {readSample, SAMPLE_ROWS} from '../../../../../apps/tui/src/explore/sample/sample.ts';
import {anyLog} from '../../../../../apps/tui/src/logs/filter.ts';
import {ENTRIES_PER_REQUEST, readEntries} from '../../../../../apps/tui/src/logs/read-entries.ts';
import {ENTRIES_PER_SECOND, NEWEST} from '../../fixtures/entries.ts';
import {startServer} from '../../measure/process.ts';
import {type Line, type Measure, verdict} from '../../row.ts';

const BUDGET = {skipped: 2, requests: 1.1, growth: 1.25};
const MILLION = 1_000_000;
const EXPORTED = 165_000;
const PAGE_SIZE = 100;
const ARRIVALS = {times: 20, rows: 500};
const FOLLOW_PAGE_SIZE = 200;

type Stats = Readonly<Record<'requests' | 'read' | 'skipped', number>>;
type Gateway = Awaited<ReturnType<typeof openGateway>>;
type Measured = Awaited<ReturnType<Gateway['measure']>>;

const openGateway = async (entries: number) => {
  const {url, apiToken, close} = await startServer('scan-stub.ts', entries);
  const client = createClient({baseUrl: url, auth: {kind: 'api-token', token: apiToken}});
  const stats = async () => (await (await fetch(`${url}/stats`)).json()) as Stats;
  return {
    client,
    arrive: (rows: number) => fetch(`${url}/arrive?rows=${rows}`),
    async measure(work: () => Promise<unknown>) {
      await stats();
      const began = performance.now();
      // The gateway runs in another process.
      const cpu = process.cpuUsage();
      await work();
      const {user, system} = process.cpuUsage(cpu);
      return {ms: performance.now() - began, cpuMs: (user + system) / 1000, ...(await stats())};
    },
    async close() {
      client.close();
      await close();
    },
  };
};

const iterate = async (client: Client): Promise<void> => {
  for await (const _ of client.errorLogs.items());
};

const exportPart = async (client: Client): Promise<void> => {
  const range = {to: NEWEST - 1, from: NEWEST - EXPORTED / ENTRIES_PER_SECOND};
  for await (const _ of readEntries(client, {range}, new AbortController().signal));
};

const follow = async ({client, arrive}: Gateway): Promise<void> => {
  let [left, missing] = [ARRIVALS.times, 0];
  for await (const event of client.errorLogs.follow({}, {intervalMs: 20, pageSize: FOLLOW_PAGE_SIZE})) {
    if (event.kind === 'added') missing -= event.entries.length;
    if (missing > 0) continue;
    if (left-- === 0) return;
    missing = ARRIVALS.rows;
    await arrive(ARRIVALS.rows);
  }
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const lineOf = (what: string, {requests, read, skipped, ms}: Measured, plainPages: number): Line => ({
  what: `${what}, ${MILLION.toLocaleString('en')} entries, 1 µs per skipped row`,
  budget: `≤ ${BUDGET.skipped} rows skipped per row read, ≤ ${BUDGET.requests} × requests`,
  measured: `${(skipped / Math.max(1, read)).toFixed(2)} skipped, ${requests} requests, ${seconds(ms)}`,
  against: `plain pages: ${plainPages} requests`,
  ratio: requests / plainPages,
  verdict: verdict(skipped <= BUDGET.skipped * read && requests <= BUDGET.requests * plainPages),
});

export const byTime: Measure = async () => {
  const gateway = await openGateway(MILLION);
  const {client, measure} = gateway;
  const signal = new AbortController().signal;
  const all = await measure(() => iterate(client));
  const part = await measure(() => exportPart(client));
  const sample = await measure(() => readSample(client, anyLog, {rows: SAMPLE_ROWS, signal, add: () => undefined}));
  const followed = await measure(() => follow(gateway));
  await gateway.close();
  const smaller: Measured[] = [];
  for (const entries of [MILLION / 4, MILLION / 2]) {
    const other = await openGateway(entries);
    smaller.push(await other.measure(() => iterate(other.client)));
    await other.close();
  }
  const growth = all.cpuMs / (4 * (smaller[0]?.cpuMs ?? 0));
  return [
    lineOf('`errorLogs.items()` of everything', all, MILLION / PAGE_SIZE),
    lineOf(`export of ${EXPORTED.toLocaleString('en')} entries`, part, EXPORTED / ENTRIES_PER_REQUEST),
    lineOf(`sample of ${SAMPLE_ROWS.toLocaleString('en')} entries`, sample, SAMPLE_ROWS / PAGE_SIZE),
    lineOf(
      `\`errorLogs.follow\` of ${ARRIVALS.times} times ${ARRIVALS.rows} arrivals`,
      followed,
      1 + ARRIVALS.times * Math.ceil(ARRIVALS.rows / FOLLOW_PAGE_SIZE),
    ),
    {
      what: '`errorLogs.items()` of 250,000, 500,000 and 1,000,000 entries',
      budget: `CPU per entry ≤ ${BUDGET.growth} ×`,
      measured: [...smaller, all].map(({ms, cpuMs}) => `${seconds(cpuMs)} CPU in ${seconds(ms)}`).join(', '),
      against: 'a quarter of the entries',
      ratio: growth,
      verdict: verdict(growth <= BUDGET.growth),
    },
  ];
};
