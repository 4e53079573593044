import type {ErrorLogFilter} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import {limitTo} from '../prepare-query.ts';
import {filtersByLevel, filtersBySource, levelsOf, matches} from './filters.ts';
import {ALL_APPS, DAY, GRAINS, type Grain, type Period, type Slice, splitByGrains} from './rollup.ts';

/** Adds the stored counts of whole time spans, and counts the entries of the remaining time. */
export const totalQuery = (db: Kysely<Tables>, filter: ErrorLogFilter) => {
  // Few entries match a request id, and an index finds them.
  const slices = filter.req_id === undefined ? slicesOf(filter) : [];
  const [first = countRows(db, filter), ...others] = slices.map(({grain, ...period}) =>
    grain ? rollupQuery(db, filter, {grain, ...period}).select(sum) : countRows(db, restrict(filter, period)),
  );
  const counts = others.reduce((union, next) => union.unionAll(next), first);
  return db.selectFrom(counts.as('counts')).select(sql<number>`cast(sum(entries) as bigint)`.as('total'));
};

/** An entry of a list: `offset` is the number of entries before it that match `filter`. */
export interface Position {
  readonly filter: ErrorLogFilter;
  readonly offset: number;
}

/**
 * Finds the entry at `offset`. Returns a smaller offset and a filter that ends shortly after the entry, so that a query
 * skips few entries. If the list has no entry at `offset`, returns the number of entries. The filter must not have
 * `req_id`.
 */
export const findPosition = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  offset: number,
): Promise<Position | {readonly total: number}> => {
  const found = await findIn(db, {filter, offset}, slicesOf(filter));
  return typeof found === 'number' ? {total: offset - found} : found;
};

const findIn = async (
  db: Kysely<Tables>,
  {filter, offset}: Position,
  slices: readonly Slice[],
): Promise<Position | number> => {
  let left = offset;
  for (const {grain, ...period} of slices) {
    const finer = grain && grainsOf(filter)[grainsOf(filter).indexOf(grain) + 1];
    const buckets = grain ? await readBuckets(db, filter, {grain, ...period}) : [await countBucket(db, filter, period)];
    for (const {start, end, entries} of buckets) {
      if (left >= entries) left -= entries;
      else if (finer) return findIn(db, {filter, offset: left}, [{grain: finer, start, end}]);
      else return {filter: {...filter, end_time: end - 1}, offset: left};
    }
  }
  return left;
};

// If entries that match are so rare that a page spans more days, a start time excludes few partitions.
const MAX_DAYS = 4;

/** Returns a time (Unix seconds) since which at least `entries` entries match. Undefined if they span too many days. */
export const findStartTime = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  entries: number,
): Promise<number | undefined> => {
  const days = splitByGrains(periodOf(filter), [DAY]).find(({grain}) => grain);
  if (!days || filter.req_id !== undefined) return undefined;
  let left = entries;
  for (const day of await readBuckets(db, filter, {...days, grain: DAY}, MAX_DAYS)) {
    left -= day.entries;
    if (left <= 0) return day.start;
  }
  return undefined;
};

const grainsOf = ({app_id}: ErrorLogFilter): readonly Grain[] =>
  app_id === undefined ? GRAINS : GRAINS.filter(({perApp}) => perApp !== undefined);

const slicesOf = (filter: ErrorLogFilter): readonly Slice[] => splitByGrains(periodOf(filter), grainsOf(filter));

// `end_time` of a filter is inclusive.
const periodOf = ({start_time, end_time}: ErrorLogFilter): Period => ({
  start: start_time ?? Number.NEGATIVE_INFINITY,
  end: (end_time ?? Number.POSITIVE_INFINITY) + 1,
});

type Bucket = Period & {readonly entries: number};
type GrainPeriod = Period & {readonly grain: Grain};

const countBucket = async (db: Kysely<Tables>, filter: ErrorLogFilter, period: Period): Promise<Bucket> => ({
  ...period,
  entries: (await countRows(db, restrict(filter, period)).executeTakeFirstOrThrow()).entries,
});

/** Returns the number of matches in each time span, newest first, of at most `limit` spans. */
const readBuckets = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  period: GrainPeriod,
  limit?: number,
): Promise<readonly Bucket[]> => {
  const buckets = rollupQuery(db, filter, period).select(['start', sum]).groupBy('start').orderBy('start', 'desc');
  const rows = await (limit === undefined ? buckets : buckets.limit(limitTo(limit))).execute();
  return rows.map(({start, entries}) => ({start, end: start + period.grain.size, entries}));
};

// Without the cast, PostgreSQL would return a sum of bigints as numeric.
const sum = sql<number>`cast(coalesce(sum(entries), 0) as bigint)`.as('entries');

const rollupQuery = (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  {grain: {perApp, allApps}, start, end}: GrainPeriod,
) => {
  const {app_id} = filter;
  let query = db
    .selectFrom('error_log_counts')
    .where('grain', '=', app_id === undefined ? allApps : (perApp ?? allApps))
    .where('app_id', '=', app_id ?? ALL_APPS);
  if (Number.isFinite(start)) query = query.where('start', '>=', start);
  if (Number.isFinite(end)) query = query.where('start', '<', end);
  if (filter.node_type !== undefined) query = query.where('node_type', '=', filter.node_type);
  if (filter.node_id !== undefined) query = query.where('node_id', '=', filter.node_id);
  return filtersByLevel(filter) ? query.where('level', 'in', levelsOf(filter)) : query;
};

const restrict = (filter: ErrorLogFilter, {start, end}: Period): ErrorLogFilter => ({
  ...filter,
  start_time: start,
  end_time: end - 1,
});

const countRows = (db: Kysely<Tables>, filter: ErrorLogFilter) => {
  let query = db.selectFrom('error_log').where(matches(filter));
  // The indexes by node, node type and application are sorted by level, then time. The time in them is used only if the
  // query has a condition for the level.
  if (filtersByLevel(filter) || filtersBySource(filter)) query = query.where('level', 'in', levelsOf(filter));
  return query.select(eb => eb.fn.countAll<number>().as('entries'));
};
