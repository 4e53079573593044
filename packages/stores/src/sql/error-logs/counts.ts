import type {ErrorLogFilter} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import {limitTo} from '../prepare-query.ts';
import {filtersByLevel, filtersBySource, levelsOf, matches} from './filters.ts';
import {ALL_APPS, DAY, GRAINS, type Grain, type Slice, splitByGrains, type TimeRange} from './rollup.ts';

/**
 * Returns a query for the number of entries that match a filter. It adds stored counts (the rollup) for whole time
 * spans, and counts the entries of the remaining time one by one.
 */
export const totalQuery = (db: Kysely<Tables>, filter: ErrorLogFilter) => {
  // A filter by request id does not use the rollup, because few entries match and an index finds them.
  const slices = filter.req_id === undefined ? slicesOf(filter) : [];
  const [first = countRows(db, filter), ...others] = slices.map(({grain, ...range}) =>
    grain ? rollupQuery(db, filter, {grain, ...range}).select(sum) : countRows(db, restrict(filter, range)),
  );
  const counts = others.reduce((union, next) => union.unionAll(next), first);
  return db.selectFrom(counts.as('counts')).select(sql<number>`cast(sum(entries) as bigint)`.as('total'));
};

/**
 * An entry of a list. `offset` is the number of entries before it that match `filter`. If `filter.end_time` is shortly
 * after the entry, `offset` is small and the query is fast.
 */
export interface Position {
  readonly filter: ErrorLogFilter;
  readonly offset: number;
}

/**
 * Finds the entry at `offset` with the help of stored counts. Resolves with an equivalent position whose filter ends
 * shortly after the entry, so that a query skips few entries. If the list has no such entry, resolves with the total
 * number of entries. Does not support filters by `req_id`.
 */
export const findPosition = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  offset: number,
): Promise<Position | {readonly total: number}> => {
  const found = await findIn(db, {filter, offset}, slicesOf(filter));
  return typeof found === 'number' ? {total: offset - found} : found;
};

/**
 * Does the same as `findPosition` for the entries in `slices`. If the slices have at most `offset` entries, resolves
 * with `offset` minus their number.
 */
const findIn = async (
  db: Kysely<Tables>,
  {filter, offset}: Position,
  slices: readonly Slice[],
): Promise<Position | number> => {
  let left = offset;
  for (const {grain, ...range} of slices) {
    const finer = grain && grainsOf(filter)[grainsOf(filter).indexOf(grain) + 1];
    const buckets = grain ? await readBuckets(db, filter, {grain, ...range}) : [await countBucket(db, filter, range)];
    for (const {from, to, entries} of buckets) {
      if (left >= entries) left -= entries;
      else if (finer) return findIn(db, {filter, offset: left}, [{grain: finer, from, to}]);
      else return {filter: {...filter, end_time: to - 1}, offset: left};
    }
  }
  return left;
};

// Maximum number of days that {@link findStartTime} reads. A start time makes the query for a page faster only if the
// page spans few days.
const MAX_DAYS = 4;

/**
 * Resolves with a time (Unix seconds) since which at least `entries` entries match. Resolves with undefined if the
 * newest `MAX_DAYS` whole days with matches have fewer, or if the filter has a `req_id`.
 */
export const findStartTime = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  entries: number,
): Promise<number | undefined> => {
  const days = splitByGrains(startTime(filter), endTime(filter), [DAY]).find(({grain}) => grain);
  if (!days || filter.req_id !== undefined) return undefined;
  let left = entries;
  for (const day of await readBuckets(db, filter, {...days, grain: DAY}, MAX_DAYS)) {
    left -= day.entries;
    if (left <= 0) return day.from;
  }
  return undefined;
};

const grainsOf = ({app_id}: ErrorLogFilter): readonly Grain[] =>
  app_id === undefined ? GRAINS : GRAINS.filter(({perApp}) => perApp !== undefined);

const slicesOf = (filter: ErrorLogFilter): readonly Slice[] =>
  splitByGrains(startTime(filter), endTime(filter), grainsOf(filter));

const startTime = ({start_time}: ErrorLogFilter): number => start_time ?? Number.NEGATIVE_INFINITY;

/** Returns the end of the time range, exclusive, in Unix seconds. */
const endTime = ({end_time}: ErrorLogFilter): number => (end_time ?? Number.POSITIVE_INFINITY) + 1;

type Bucket = TimeRange & {readonly entries: number};
type GrainRange = TimeRange & {readonly grain: Grain};

const countBucket = async (db: Kysely<Tables>, filter: ErrorLogFilter, range: TimeRange): Promise<Bucket> => ({
  ...range,
  entries: (await countRows(db, restrict(filter, range)).executeTakeFirstOrThrow()).entries,
});

/**
 * Resolves with the number of matches in each time span, such as a day, the newest first. Omits time spans after the
 * first `limit`.
 */
const readBuckets = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  range: GrainRange,
  limit?: number,
): Promise<readonly Bucket[]> => {
  const buckets = rollupQuery(db, filter, range).select(['start', sum]).groupBy('start').orderBy('start', 'desc');
  const rows = await (limit === undefined ? buckets : buckets.limit(limitTo(limit))).execute();
  return rows.map(({start, entries}) => ({from: start, to: start + range.grain.size, entries}));
};

// Without the cast, PostgreSQL would return a sum of bigints as numeric.
const sum = sql<number>`cast(coalesce(sum(entries), 0) as bigint)`.as('entries');

const rollupQuery = (db: Kysely<Tables>, filter: ErrorLogFilter, {grain: {perApp, allApps}, from, to}: GrainRange) => {
  const {app_id} = filter;
  let query = db
    .selectFrom('error_log_counts')
    .where('grain', '=', app_id === undefined ? allApps : (perApp ?? allApps))
    .where('app_id', '=', app_id ?? ALL_APPS);
  if (Number.isFinite(from)) query = query.where('start', '>=', from);
  if (Number.isFinite(to)) query = query.where('start', '<', to);
  if (filter.node_type !== undefined) query = query.where('node_type', '=', filter.node_type);
  if (filter.node_id !== undefined) query = query.where('node_id', '=', filter.node_id);
  return filtersByLevel(filter) ? query.where('level', 'in', levelsOf(filter)) : query;
};

const restrict = (filter: ErrorLogFilter, {from, to}: TimeRange): ErrorLogFilter => ({
  ...filter,
  start_time: from,
  end_time: to - 1,
});

const countRows = (db: Kysely<Tables>, filter: ErrorLogFilter) => {
  let query = db.selectFrom('error_log').where(matches(filter));
  // The indexes by node, node type and application are sorted by level, then time. PostgreSQL and SQLite can use the
  // time in such an index only if the query also has a condition for the level.
  if (filtersByLevel(filter) || filtersBySource(filter)) query = query.where('level', 'in', levelsOf(filter));
  return query.select(eb => eb.fn.countAll<number>().as('entries'));
};
