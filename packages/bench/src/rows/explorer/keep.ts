import {type Client, createClient} from '@edge-console/client';
import {anyLog} from '../../../../../apps/tui/src/logs/filter.ts';
import {ENTRIES_PER_REQUEST, readTested} from '../../../../../apps/tui/src/logs/read-entries.ts';
import {compare, ratioLine, timed, wholeMs} from '../../measure/compare.ts';
import {heapMeter, startServer} from '../../measure/process.ts';
import type {Line, Measure} from '../../row.ts';

const BUDGET = {rate: 0.8, first: 1.3, growth: 1.1};

/** Each condition except `field` matches a fifth of the entries. */
const CONDITIONS = {
  text: 'no live upstreams',
  regex: '/upstream (timed out|read) .*while reading|bad (cert|gateway)/',
  'regex with classes': '/upstream timed out \\(\\d+: [^)]+\\) while reading [a-z]+ header/',
  field: 'client:10.0.7.7',
  pattern: 'pattern:upstream timed out (110: Connection timed out) while reading response header from upstream',
} as const;

const keep = (text: string) => ({...anyLog, conditions: [{verb: 'keep', text}] as const});
const {signal} = new AbortController();

const readAll = async (client: Client, text: string): Promise<void> => {
  for await (const page of readTested(client, keep(text), {signal})) for (const _ of page);
};

const readPages = async (client: Client, pages = Number.POSITIVE_INFINITY): Promise<void> => {
  let read = 0;
  const query = {page_size: ENTRIES_PER_REQUEST};
  for await (const _ of client.errorLogs.pages(query, {signal, prefetch: 2})) if (++read === pages) return;
};

const readFirst = async (client: Client, text: string): Promise<void> => {
  for await (const page of readTested(client, keep(text), {signal})) {
    for (const {isKept} of page) if (isKept) return;
  }
  throw new Error(`No entry matches ${text}.`);
};

export const keepEntries: Measure = async ({quick}) => {
  const entries = quick ? 100_000 : 1_000_000;
  const {url, apiToken, close} = await startServer('scan-stub.ts', entries);
  const client = createClient({baseUrl: url, auth: {kind: 'api-token', token: apiToken}});
  const lines: Line[] = [];
  for (const [kind, text] of Object.entries(CONDITIONS)) {
    // Uses CPU time, because elapsed time would depend on other programs on the machine.
    const rateOf = async (read: () => Promise<void>): Promise<number> => {
      const cpu = process.cpuUsage();
      await read();
      const {user, system} = process.cpuUsage(cpu);
      return entries / ((user + system) / 1_000_000);
    };
    lines.push(
      await compare(quick ? 3 : 1, {
        what: `keeping entries by ${kind}, ${entries.toLocaleString('en')} entries read`,
        budget: {atLeast: BUDGET.rate},
        against: 'client `errorLogs.pages`',
        text: rate => `${Math.round(rate).toLocaleString('en')} entries per CPU second`,
        subject: () => rateOf(() => readAll(client, text)),
        baseline: () => rateOf(() => readPages(client)),
      }),
    );
  }
  for (const page of [1, 20]) lines.push(await firstKept(client, page));
  lines.push(await memory(client, entries));
  client.close();
  await close();
  return lines;
};

const firstKept = (client: Client, page: number): Promise<Line> => {
  const index = (page - 1) * ENTRIES_PER_REQUEST + ENTRIES_PER_REQUEST / 2;
  return compare(20, {
    what: `first kept entry, on page ${page} of ${ENTRIES_PER_REQUEST}`,
    budget: {atMost: BUDGET.first},
    against: 'client `errorLogs.pages` up to that page',
    text: wholeMs,
    subject: () => timed(() => readFirst(client, `/v1/items/${index} `)),
    baseline: () => timed(() => readPages(client, page)),
  });
};

/** No entry has the level `emerg`, so none is kept, and the heap should not grow while all entries are read. */
const memory = async (client: Client, entries: number): Promise<Line> => {
  const heap = heapMeter();
  const heaps: number[] = [];
  const reader = readTested(client, keep('level:emerg'), {signal});
  for await (const page of reader) {
    for (const _ of page);
    if (reader.read >= entries * (heaps.length === 0 ? 0.25 : 0.99) && heaps.length < 2) heaps.push(heap());
  }
  const [quarter = Number.NaN, whole = Number.NaN] = heaps;
  return ratioLine(
    {subject: [whole], baseline: [quarter]},
    {
      what: `heap while entries are kept or dropped, after ${entries.toLocaleString('en')} entries`,
      budget: {atMost: BUDGET.growth},
      against: 'after a quarter of them',
      text: mebibytes => `${mebibytes.toFixed(1)} MiB`,
    },
  );
};
