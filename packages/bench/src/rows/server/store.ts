import type {ErrorLogFilter} from '@edge-console/server';
import {median} from '../../measure/stats.ts';
import {type Line, notMeasured, type Row, verdict} from '../../row.ts';
import {type Filled, fillSqlite, OLDEST, startPostgres, WEEK} from './store-data.ts';

const SMALL = 10_000;
// Creating ten million takes minutes: EDGE_BENCH_ENTRIES=10000000.
const LARGE = Number(process.env.EDGE_BENCH_ENTRIES ?? 200_000);
const LARGE_POSTGRES = Number(process.env.EDGE_BENCH_POSTGRES_ENTRIES ?? 50_000);

const middle = OLDEST + WEEK / 2 + 1234;
const FILTERS: Readonly<Record<string, ErrorLogFilter>> = {
  'no filter': {},
  level: {level: 4},
  node_id: {node_id: 3},
  node_type: {node_type: 0},
  app_id: {app_id: 205},
  req_id: {req_id: '3e8'.padStart(24, '0')},
  'start_time, end_time': {start_time: middle, end_time: middle + 200_000},
  'node_id, level': {node_id: 3, level: 4},
  'node_id, app_id without a common entry': {node_id: 1, app_id: 205},
  'all but req_id': {node_id: 3, node_type: 0, app_id: 305, level: 4, start_time: middle, end_time: middle + 200_000},
};

const PAGE = 20;
const BUDGET = {pageRatio: 1.5, countMs: 25, middleMs: 60};

interface Times {
  readonly name: string;
  readonly page: number;
  readonly pageBefore: number;
  readonly count: number;
  readonly middle: number;
}

/** Page 1, count and middle of a list under each filter. */
export const serverStore: Row = {
  name: 'server-store',
  run: ({quick}) => measure({engine: 'SQLite', size: LARGE, quick, fill: fillSqlite}),
};

/** The same on PostgreSQL, without budgets; those of SQLite are shown for comparison. */
export const serverStorePostgres: Row = {
  name: 'server-store-postgres',
  run: async ({quick}) => {
    const postgres = await startPostgres();
    if (!postgres) {
      return [notMeasured('server, page 1, count, middle (PostgreSQL)', '–', 'PostgreSQL is not installed')];
    }
    try {
      return await measure({engine: 'PostgreSQL', size: LARGE_POSTGRES, quick, fill: postgres.fill});
    } finally {
      await postgres.stop();
    }
  },
};

interface Subject {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly size: number;
  readonly quick: boolean;
  fill(entries: number): Promise<Filled>;
}

const measure = async ({engine, size, quick, fill}: Subject): Promise<readonly Line[]> => {
  const rounds = quick ? 7 : 25;
  const [small, large] = [await fill(SMALL), await fill(size)];
  const all: Times[] = [];
  for (const [name, filter] of Object.entries(FILTERS)) all.push(await timesOf(name, filter, {small, large, rounds}));
  await small.close();
  await large.close();
  return linesOf(all, {engine, size, rounds});
};

const timesOf = async (
  name: string,
  filter: ErrorLogFilter,
  {small, large, rounds}: {small: Filled; large: Filled; rounds: number},
): Promise<Times> => {
  const samples = {page: [] as number[], pageBefore: [] as number[], count: [] as number[], middle: [] as number[]};
  const {count} = await large.store.errorLogs.list(filter, {offset: 0, limit: 0});
  for (let round = 0; round <= rounds; round++) {
    // Alternating order, because the previous query affects the latency of the thread.
    const first = {offset: 0, limit: PAGE};
    const page = round % 2 === 0 ? undefined : await time(large, filter, first);
    const pageBefore = await time(small, filter, first);
    const times = {
      pageBefore,
      page: page ?? (await time(large, filter, first)),
      count: await time(large, filter, {offset: 0, limit: 0}),
      middle: await time(large, filter, {offset: Math.floor(count / 2), limit: PAGE}),
    };
    // The first round warms the caches.
    if (round > 0) for (const key of Object.keys(samples) as (keyof typeof samples)[]) samples[key].push(times[key]);
  }
  const {page, pageBefore, count: counts, middle: middles} = samples;
  return {name, page: median(page), pageBefore: median(pageBefore), count: median(counts), middle: median(middles)};
};

const time = async (
  {store}: Filled,
  filter: ErrorLogFilter,
  range: {offset: number; limit: number},
): Promise<number> => {
  const begin = performance.now();
  await store.errorLogs.list(filter, range);
  return performance.now() - begin;
};

const linesOf = (
  all: readonly Times[],
  {engine, size: entries, rounds}: Pick<Subject, 'engine' | 'size'> & {rounds: number},
): readonly Line[] => {
  const runs = `${rounds} each of ${all.length} filters; the worst shown`;
  const worst = (of: (times: Times) => number): Times => all.reduce((one, two) => (of(two) > of(one) ? two : one));
  const page = worst(times => times.page / times.pageBefore);
  const count = worst(times => times.count);
  const deep = worst(times => times.middle);
  const size = entries.toLocaleString('en');
  const hasBudget = engine === 'SQLite';
  const budget = (words: string): string => (hasBudget ? words : `– (SQLite: ${words})`);
  const judged = (met: boolean): Line['verdict'] => (hasBudget ? verdict(met) : 'no budget');
  return [
    {
      what: `server, page 1, ${SMALL.toLocaleString('en')} → ${size} rows (${engine})`,
      budget: budget(`≤ ${BUDGET.pageRatio} ×`),
      measured: `${page.page.toFixed(2)} ms (${page.name})`,
      against: `at ${SMALL.toLocaleString('en')}: ${page.pageBefore.toFixed(2)} ms`,
      ratio: page.page / page.pageBefore,
      runs,
      verdict: judged(page.page <= BUDGET.pageRatio * page.pageBefore),
    },
    {
      what: `server, count at ${size} rows (${engine})`,
      budget: budget(`≤ ${BUDGET.countMs} ms p50`),
      measured: `${count.count.toFixed(2)} ms (${count.name})`,
      against: '–',
      runs,
      verdict: judged(count.count <= BUDGET.countMs),
    },
    {
      what: `server, offset in the middle of ${size} rows (${engine})`,
      budget: budget(`≤ ${BUDGET.middleMs} ms p50`),
      measured: `${deep.middle.toFixed(2)} ms (${deep.name})`,
      against: '–',
      runs,
      verdict: judged(deep.middle <= BUDGET.middleMs),
    },
  ];
};
