import type {ErrorLogFilter} from '@edge-console/server';
import {interleave, median, timed} from '../../measure/compare.ts';
import {type Line, type Measure, verdict} from '../../row.ts';
import {type Filled, fillSqlite, LARGE, OLDEST, startPostgres, WEEK} from './store-data.ts';

const SMALL = 10_000;
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

const FIRST_PAGE = {offset: 0, limit: 20};
const BUDGET = {pageRatio: 1.5, countMs: 25, middleMs: 60};

interface Subject {
  readonly engine: string;
  readonly size: number;
  readonly quick: boolean;
  fill(entries: number): Promise<Filled>;
}

export const serverStore: Measure = ({quick}) => measure({engine: 'SQLite', size: LARGE, quick, fill: fillSqlite});

export const serverStorePostgres: Measure = async ({quick}) => {
  const {fill, stop} = await startPostgres();
  try {
    const lines = await measure({engine: 'PostgreSQL', size: LARGE_POSTGRES, quick, fill});
    return lines.map(line => ({...line, budget: '–', verdict: 'no budget'}));
  } finally {
    await stop();
  }
};

type Times = Readonly<Record<'page' | 'smallPage' | 'count' | 'middle', number>> & {readonly filter: string};

const measure = async ({engine, size, quick, fill}: Subject): Promise<readonly Line[]> => {
  const rounds = quick ? 7 : 25;
  const [small, large] = [await fill(SMALL), await fill(size)];
  const all: Times[] = [];
  for (const [name, filter] of Object.entries(FILTERS)) {
    const {list} = large.store.errorLogs;
    const {count} = await list(filter, {offset: 0, limit: 0});
    const middle = {offset: Math.floor(count / 2), limit: FIRST_PAGE.limit};
    const pages = await interleave(
      rounds,
      () => timed(() => list(filter, FIRST_PAGE)),
      () => timed(() => small.store.errorLogs.list(filter, FIRST_PAGE)),
    );
    const others = await interleave(
      rounds,
      () => timed(() => list(filter, {offset: 0, limit: 0})),
      () => timed(() => list(filter, middle)),
    );
    all.push({
      ...{filter: name, page: median(pages.subject), smallPage: median(pages.baseline)},
      ...{count: median(others.subject), middle: median(others.baseline)},
    });
  }
  await small.close();
  await large.close();
  return linesOf(all, `${size.toLocaleString('en')} rows (${engine})`).map(line => ({
    ...line,
    runs: `${rounds} each of ${all.length} filters; the worst shown`,
  }));
};

const linesOf = (all: readonly Times[], list: string): readonly Line[] => {
  const worst = (of: (times: Times) => number): Times => all.reduce((one, two) => (of(two) > of(one) ? two : one));
  const page = worst(times => times.page / times.smallPage);
  const count = worst(times => times.count);
  const deep = worst(times => times.middle);
  const ratio = page.page / page.smallPage;
  const small = SMALL.toLocaleString('en');
  return [
    {
      what: `server, page 1, ${small} → ${list}`,
      budget: `≤ ${BUDGET.pageRatio} ×`,
      measured: `${page.page.toFixed(2)} ms (${page.filter})`,
      against: `at ${small}: ${page.smallPage.toFixed(2)} ms`,
      ratio,
      verdict: verdict(ratio <= BUDGET.pageRatio),
    },
    {
      what: `server, count at ${list}`,
      budget: `≤ ${BUDGET.countMs} ms p50`,
      measured: `${count.count.toFixed(2)} ms (${count.filter})`,
      verdict: verdict(count.count <= BUDGET.countMs),
    },
    {
      what: `server, offset in the middle of ${list}`,
      budget: `≤ ${BUDGET.middleMs} ms p50`,
      measured: `${deep.middle.toFixed(2)} ms (${deep.filter})`,
      verdict: verdict(deep.middle <= BUDGET.middleMs),
    },
  ];
};
