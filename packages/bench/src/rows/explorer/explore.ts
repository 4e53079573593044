import {type Client, createClient} from '@edge-console/client';
import {slicesOf} from '@edge-console/client/histogram';
import {createTestServer, type RequestRecord, type TestServer} from '@edge-console/test-tools';
import {ALL_LEVELS, countLevels} from '../../../../../apps/tui/src/explore/measures/counts.ts';
import {minePatterns} from '../../../../../apps/tui/src/explore/measures/patterns.ts';
import {clippedTo} from '../../../../../apps/tui/src/explore/measures/spans.ts';
import {readSample, SAMPLE_ROWS} from '../../../../../apps/tui/src/explore/sample/sample.ts';
import {anyLog} from '../../../../../apps/tui/src/logs/filter.ts';
import {HISTOGRAM_COUNTING} from '../../../../../apps/tui/src/screens/error-logs/histogram/read-counts.ts';
import {type Line, notMeasured, type Row, verdict} from '../../row.ts';
import {fillSqlite, OLDEST, WEEK} from '../server/store-data.ts';
import {countingScreen, miningScreen} from './screen.ts';

const TOKEN = '00000000-0000-4000-8000-000000000001';
// Creating ten million takes minutes: EDGE_BENCH_ENTRIES=10000000.
const LARGE = Number(process.env.EDGE_BENCH_ENTRIES ?? 200_000);
const DAY = 86_400;
const CELLS = 100;
const FIRST_CELLS = 8;
const MAX_PARALLEL = 6;
const BUDGET = {firstCellsMs: 300, histogramMs: 2500, histogramRequests: 200, patternsMs: 2000};

interface Link {
  /** Added to every response. */
  readonly ms: number;
  /** Part of the requests answered with 503. */
  readonly failures: number;
}

// The sample takes some ten seconds over the slow link.
const SAMPLE = {what: `${SAMPLE_ROWS.toLocaleString('en')} rows for patterns`, start: '', keys: 35};
const EVERYTHING = {what: 'every row for patterns', start: 'A', keys: 100};

/** Counts over time and patterns of a sample, on links of several delays with failures. */
export const explore: Row = {
  name: 'explore',
  run: async ({programs, quick}) => {
    const lines: Line[] = [];
    for (const entries of new Set(quick ? [10_000] : [10_000, 1_000_000, LARGE])) {
      const data = await fillSqlite(entries);
      const server = await createTestServer({store: data.store, keepRequests: 5000, recordBodies: 'off'});
      try {
        await server.seed({
          users: [{username: 'bench', password: 'bench'}],
          tokens: [{username: 'bench', name: 'bench', expire: 0, token: TOKEN}],
        });
        const links = [1, 40, 400].map(ms => ({ms, failures: 0.05}));
        const fast = {ms: 20, failures: 0};
        for (const link of entries === LARGE ? [fast, ...links] : links.slice(0, 2)) {
          const list = `${entries.toLocaleString('en')} entries, ${link.ms} ms`;
          const what = link.failures === 0 ? list : `${list}, ${link.failures * 100} % of the requests fail`;
          lines.push(await histogram(server, link, what), await sample(server, link, what));
          setLink(server, link);
          const gateway = {server, token: TOKEN, list: what};
          if (link.failures > 0) lines.push(await countingScreen(programs, gateway).catch(failed));
          if (link.ms === 400) lines.push(await miningScreen(programs, gateway, SAMPLE).catch(failed));
          if (link === fast) lines.push(await miningScreen(programs, gateway, EVERYTHING).catch(failed));
        }
      } finally {
        await server.close();
        await data.close();
      }
    }
    return lines;
  },
};

// The other lines are kept.
const failed = (error: Error): Line =>
  notMeasured('the console meanwhile', '–', `failed: ${error.message.split('\n', 1)[0]}`);

const histogram = async (server: TestServer, link: Link, list: string): Promise<Line> => {
  const whole = {from: OLDEST + WEEK / 2, to: OLDEST + WEEK / 2 + DAY - 1};
  const slices = slicesOf(whole, CELLS).map(clippedTo(whole));
  let firstCells: number | undefined;
  const began = performance.now();
  const {ms, traffic, result} = await measure(server, link, client =>
    countLevels(client, anyLog, {
      ...{...HISTOGRAM_COUNTING, whole, slices, now: Date.now(), signal: new AbortController().signal},
      onProgress: parts => {
        if ((parts.get(ALL_LEVELS)?.length ?? 0) >= FIRST_CELLS) firstCells ??= performance.now() - began;
      },
    }),
  );
  const isBudgeted = link.failures === 0;
  const isFast = ms <= BUDGET.histogramMs && (firstCells ?? 0) <= BUDGET.firstCellsMs;
  const isMet = traffic.answered <= BUDGET.histogramRequests && isPolite(traffic) && (!isBudgeted || isFast);
  const first = firstCells === undefined ? '' : `first ${FIRST_CELLS} cells ${Math.round(firstCells)} ms, `;
  return {
    what: `histogram of ${slices.length} cells and their worst levels over 24 h: ${list}`,
    budget: isBudgeted
      ? `first ${FIRST_CELLS} cells ≤ ${BUDGET.firstCellsMs} ms, all ≤ ${BUDGET.histogramMs / 1000} s, ≤ ${BUDGET.histogramRequests} requests`
      : `≤ ${BUDGET.histogramRequests} answers`,
    measured: `${first}all ${(ms / 1000).toFixed(2)} s, ${trafficText(traffic)}`,
    against:
      result === undefined
        ? 'not counted'
        : `${(result.parts.get(ALL_LEVELS) ?? []).reduce((sum, {count}) => sum + count, 0).toLocaleString('en')} entries counted`,
    runs: '1',
    verdict: verdict(isMet),
  };
};

const sample = async (server: TestServer, link: Link, list: string): Promise<Line> => {
  const {ms, traffic, result} = await measure(server, link, async client => {
    const read = await readSample(client, anyLog, {rows: SAMPLE_ROWS, signal: new AbortController().signal});
    return {rows: read.entries.length, patterns: minePatterns(read).length};
  });
  const isBudgeted = link.failures === 0;
  return {
    what: `patterns of a sample of ${SAMPLE_ROWS.toLocaleString('en')} rows: ${list}`,
    budget: isBudgeted ? `≤ ${BUDGET.patternsMs / 1000} s` : 'no repeated request',
    measured: `${(ms / 1000).toFixed(2)} s, ${trafficText(traffic)}`,
    against: `${result.patterns} patterns of ${result.rows.toLocaleString('en')} rows`,
    runs: '1',
    verdict: verdict(isPolite(traffic) && (!isBudgeted || ms <= BUDGET.patternsMs)),
  };
};

interface Traffic {
  readonly requests: number;
  readonly answered: number;
  /** Requests at the same time. */
  readonly parallel: number;
  /** Requests for what an earlier answer had. */
  readonly repeated: number;
}

const isPolite = ({parallel, repeated}: Traffic): boolean => parallel <= MAX_PARALLEL && repeated === 0;

const trafficText = ({requests, answered, parallel, repeated}: Traffic): string =>
  `${requests} requests, ${answered} answered, ${parallel} at a time, ${repeated} repeated`;

const setLink = (server: TestServer, {ms, failures}: Link): void => {
  server.clearFaults();
  server.setFault({kind: 'delay', ms});
  if (failures > 0) server.setFault({kind: 'status', status: 503, probability: failures});
};

const measure = async <T>(server: TestServer, link: Link, work: (client: Client) => Promise<T>) => {
  setLink(server, link);
  const since = Date.now();
  const client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: TOKEN}});
  const began = performance.now();
  const result = await work(client);
  const ms = performance.now() - began;
  const sent = server.requests().filter(({at}) => at >= since);
  await client.close();
  return {ms, result, traffic: trafficOf(sent)};
};

const trafficOf = (sent: readonly RequestRecord[]): Traffic => {
  const ends = sent.flatMap(
    ({at, ms = 0}) =>
      [
        [at, 1],
        [at + ms, -1],
      ] as const,
  );
  let [open, parallel] = [0, 0];
  for (const [, change] of ends.toSorted(([one, by], [other, otherBy]) => one - other || by - otherBy)) {
    open += change;
    parallel = Math.max(parallel, open);
  }
  const answered = sent.filter(({status}) => status === 200).map(({query}) => JSON.stringify(query));
  return {
    requests: sent.length,
    answered: answered.length,
    parallel,
    repeated: answered.length - new Set(answered).size,
  };
};
