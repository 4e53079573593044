import {type Client, createClient} from '@edge-console/client';
import {slicesOf} from '@edge-console/client/histogram';
import {createTestServer, type RequestRecord, type TestServer} from '@edge-console/test-tools';
import {ALL_LEVELS, countLevels} from '../../../../../apps/tui/src/explore/measures/counts.ts';
import {createPatternTally} from '../../../../../apps/tui/src/explore/measures/patterns.ts';
import {clippedTo} from '../../../../../apps/tui/src/explore/measures/spans.ts';
import {readSample, SAMPLE_ROWS} from '../../../../../apps/tui/src/explore/sample/sample.ts';
import {anyLog} from '../../../../../apps/tui/src/logs/filter.ts';
import {HISTOGRAM_COUNTING} from '../../../../../apps/tui/src/screens/error-logs/histogram/counts/read-counts.ts';
import {type Line, type Measure, verdict} from '../../row.ts';
import {fillSqlite, LARGE, OLDEST, WEEK} from '../server/store-data.ts';
import {countingScreen, readingScreen} from './screen.ts';

const TOKEN = '00000000-0000-4000-8000-000000000001';
const DAY = 86_400;
const CELLS = 100;
const FIRST_CELLS = 8;
const MAX_PARALLEL = 6;
const MAX_REQUESTS = 200;
// The client requests the newest page again at the end of a list, to find late changes.
const MAX_REPEATED = 1;
const BUDGET = {firstCellsMs: 300, histogramMs: 2500, patternsMs: 2000};
const SAMPLE = `${SAMPLE_ROWS.toLocaleString('en')} rows`;

/** A simulated network. `failures` is the share of requests that get 503. */
interface Link {
  readonly name: string;
  readonly ms: number;
  readonly failures: number;
  readonly isFast: boolean;
}

const FAST: Link = {name: '20 ms', ms: 20, failures: 0, isFast: true};
const SLOW: Link = {name: '400 ms, 5 % of the requests fail', ms: 400, failures: 0.05, isFast: false};

export const explore: Measure = async ({programs, quick}) => {
  const entries = quick ? 10_000 : LARGE;
  const {store, close} = await fillSqlite(entries);
  const server = await createTestServer({store, keepRequests: 5000, recordBodies: 'off'});
  await server.seed({
    users: [{username: 'bench', password: 'bench'}],
    tokens: [{username: 'bench', name: 'bench', expire: 0, token: TOKEN}],
  });
  const lines: Line[] = [];
  for (const link of [FAST, SLOW]) {
    const name = `${entries.toLocaleString('en')} entries, ${link.name}`;
    setLink(server, link);
    lines.push(await histogram(server, link, name), await sample(server, link, name));
    const gateway = {server, apiToken: TOKEN, name};
    if (link.isFast) {
      lines.push(await readingScreen(programs, gateway, {what: 'every row', start: 'A', ms: 17_000}));
    } else {
      lines.push(await countingScreen(programs, gateway));
      lines.push(await readingScreen(programs, gateway, {what: SAMPLE, start: '', ms: 6_000}));
    }
  }
  await server.close();
  await close();
  return lines;
};

const setLink = (server: TestServer, {ms, failures}: Link): void => {
  server.clearFaults();
  server.setFault({kind: 'delay', ms});
  server.setFault({kind: 'status', status: 503, probability: failures});
};

const histogram = async (server: TestServer, {isFast}: Link, name: string): Promise<Line> => {
  const whole = {from: OLDEST + WEEK / 2, to: OLDEST + WEEK / 2 + DAY - 1};
  const slices = slicesOf(whole, CELLS).map(clippedTo(whole));
  let firstCells: number | undefined;
  const began = performance.now();
  const {ms, traffic, result} = await measure(server, client =>
    countLevels(client, anyLog, {
      ...{...HISTOGRAM_COUNTING, whole, slices, now: Date.now(), signal: new AbortController().signal},
      onProgress: parts => {
        const cells = parts.get(ALL_LEVELS)?.length ?? 0;
        if (cells >= FIRST_CELLS) firstCells ??= performance.now() - began;
      },
    }),
  );
  const firstMs = firstCells ?? ms;
  const isSoon = ms <= BUDGET.histogramMs && firstMs <= BUDGET.firstCellsMs;
  const counted = (result?.parts.get(ALL_LEVELS) ?? []).reduce((sum, {count}) => sum + count, 0);
  const requests = `≤ ${MAX_REQUESTS} responses`;
  return {
    what: `histogram of ${slices.length} cells and their worst levels over 24 h: ${name}`,
    budget: isFast
      ? `first ${FIRST_CELLS} cells ≤ ${BUDGET.firstCellsMs} ms, all ≤ ${BUDGET.histogramMs / 1000} s, ${requests}`
      : requests,
    measured: `first ${FIRST_CELLS} cells ${firstMs.toFixed(0)} ms, all ${(ms / 1000).toFixed(2)} s, ${trafficText(traffic)}`,
    against: `${counted.toLocaleString('en')} entries counted`,
    verdict: verdict(traffic.responses <= MAX_REQUESTS && isPolite(traffic) && (!isFast || isSoon)),
  };
};

const sample = async (server: TestServer, {isFast}: Link, name: string): Promise<Line> => {
  const {ms, traffic, result} = await measure(server, async client => {
    const {add, rows} = createPatternTally();
    const coverage = await readSample(client, anyLog, {rows: SAMPLE_ROWS, signal: new AbortController().signal, add});
    return {rows: coverage.rows, patterns: rows(coverage).length};
  });
  return {
    what: `patterns of a sample of ${SAMPLE}: ${name}`,
    budget: isFast ? `≤ ${BUDGET.patternsMs / 1000} s` : `≤ ${MAX_REPEATED} repeated request`,
    measured: `${(ms / 1000).toFixed(2)} s, ${trafficText(traffic)}`,
    against: `${result.patterns} patterns of ${result.rows.toLocaleString('en')} rows`,
    verdict: verdict(isPolite(traffic) && (!isFast || ms <= BUDGET.patternsMs)),
  };
};

type Traffic = ReturnType<typeof trafficOf>;

const isPolite = ({parallel, repeated}: Traffic): boolean => parallel <= MAX_PARALLEL && repeated <= MAX_REPEATED;

const trafficText = ({requests, responses, parallel, repeated}: Traffic): string =>
  `${requests} requests, ${responses} responses, ${parallel} at a time, ${repeated} repeated`;

const measure = async <T>(server: TestServer, work: (client: Client) => Promise<T>) => {
  const since = Date.now();
  const client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: TOKEN}});
  const began = performance.now();
  const result = await work(client);
  const ms = performance.now() - began;
  const sent = server.requests().filter(({at}) => at >= since);
  await client.close();
  return {ms, result, traffic: trafficOf(sent)};
};

const trafficOf = (sent: readonly RequestRecord[]) => {
  const responses = sent.filter(({status}) => status === 200).map(({query}) => JSON.stringify(query));
  const openAt = (time: number): number => sent.filter(({at, ms = 0}) => at <= time && time < at + ms).length;
  return {
    requests: sent.length,
    responses: responses.length,
    parallel: Math.max(...sent.map(({at}) => openAt(at))),
    repeated: responses.length - new Set(responses).size,
  };
};
