import {type Kysely, sql} from 'kysely';
import type {ErrorLogFilter} from '../store.ts';
import type {Tables} from '../tables.ts';
import {byLevel, bySource, levelsOf, matches} from './filters.ts';
import {type Grain, type Piece, pieces} from './pieces.ts';
import {ALL_APPS, DAY, GRAINS} from './rollup.ts';

/**
 * A query for how many entries match, as `total`. What of a range is whole comes from the rollup, what is left at its ends
 * from the entries.
 */
export const totalOf = (db: Kysely<Tables>, filter: ErrorLogFilter) => {
  // Entries of one request are few and have an index of their own.
  const parts = filter.req_id === undefined ? piecesOf(filter) : [];
  const [first = countRows(db, filter), ...others] = parts.map(({grain, ...range}) =>
    grain ? rollup(db, filter, {grain, ...range}).select(sum) : countRows(db, within(filter, range)),
  );
  const counts = others.reduce((some, next) => some.unionAll(next), first);
  return db.selectFrom(counts.as('counts')).select(sql<number>`cast(sum(entries) as bigint)`.as('total'));
};

/** Where an offset lies: a filter that ends with the span it lies in, and what is left of the offset there. */
export interface Place {
  readonly filter: ErrorLogFilter;
  readonly offset: number;
}

/**
 * Finds the least span that the entry at an offset belongs to, newest first, so that only entries of that span are
 * passed over. Beyond the end all have been counted: then it gives their total. Not for filters by request.
 */
export const placeOf = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  offset: number,
): Promise<Place | {readonly total: number}> => {
  const found = await placeIn(db, {filter, offset}, piecesOf(filter));
  return typeof found === 'number' ? {total: offset - found} : found;
};

/** The place, or how far the offset is beyond the parts. */
const placeIn = async (
  db: Kysely<Tables>,
  {filter, offset}: Place,
  parts: readonly Piece[],
): Promise<Place | number> => {
  let left = offset;
  for (const {grain, ...range} of parts) {
    const finer = grain && grainsOf(filter)[grainsOf(filter).indexOf(grain) + 1];
    const buckets = grain ? await bucketsOf(db, filter, {grain, ...range}) : [await bucketOf(db, filter, range)];
    for (const {from, to, entries} of buckets) {
      if (left >= entries) left -= entries;
      else if (finer) return placeIn(db, {filter, offset: left}, [{grain: finer, from, to}]);
      else return {filter: {...filter, end_time: to - 1}, offset: left};
    }
  }
  return left;
};

// More than these are not looked at: what is that rare is not in few partitions.
const LATEST_DAYS = 4;

/** From when on there are surely so many entries, in Unix seconds; undefined where only days long past would tell. */
export const startOf = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  entries: number,
): Promise<number | undefined> => {
  const days = pieces(startTime(filter), endTime(filter), [DAY]).find(({grain}) => grain);
  if (!days || filter.req_id !== undefined) return undefined;
  let left = entries;
  for (const day of await bucketsOf(db, filter, {...days, grain: DAY}, LATEST_DAYS)) {
    left -= day.entries;
    if (left <= 0) return day.from;
  }
  return undefined;
};

const grainsOf = ({app_id}: ErrorLogFilter): readonly Grain[] =>
  app_id === undefined ? GRAINS : GRAINS.filter(({one}) => one !== undefined);

const piecesOf = (filter: ErrorLogFilter): readonly Piece[] =>
  pieces(startTime(filter), endTime(filter), grainsOf(filter));

const startTime = ({start_time}: ErrorLogFilter): number => start_time ?? Number.NEGATIVE_INFINITY;

/** Exclusive. */
const endTime = ({end_time}: ErrorLogFilter): number => (end_time ?? Number.POSITIVE_INFINITY) + 1;

type Time = {readonly from: number; readonly to: number};
type Bucket = Time & {readonly entries: number};
type Rolled = Time & {readonly grain: Grain};

const bucketOf = async (db: Kysely<Tables>, filter: ErrorLogFilter, range: Time): Promise<Bucket> => ({
  ...range,
  entries: (await countRows(db, within(filter, range)).executeTakeFirstOrThrow()).entries,
});

const bucketsOf = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  piece: Rolled,
  latest?: number,
): Promise<readonly Bucket[]> => {
  const buckets = rollup(db, filter, piece).select(['start', sum]).groupBy('start').orderBy('start', 'desc');
  const rows = await (latest === undefined ? buckets : buckets.limit(latest)).execute();
  return rows.map(({start, entries}) => ({from: start, to: start + piece.grain.size, entries}));
};

// A sum of bigints is a decimal fraction on PostgreSQL, unless told otherwise.
const sum = sql<number>`cast(coalesce(sum(entries), 0) as bigint)`.as('entries');

const rollup = (db: Kysely<Tables>, filter: ErrorLogFilter, {grain: {one, all}, from, to}: Rolled) => {
  const {app_id} = filter;
  let query = db
    .selectFrom('error_log_counts')
    .where('grain', '=', app_id === undefined ? all : (one ?? all))
    .where('app_id', '=', app_id ?? ALL_APPS);
  if (Number.isFinite(from)) query = query.where('start', '>=', from);
  if (Number.isFinite(to)) query = query.where('start', '<', to);
  if (filter.node_type !== undefined) query = query.where('node_type', '=', filter.node_type);
  if (filter.node_id !== undefined) query = query.where('node_id', '=', filter.node_id);
  return byLevel(filter) ? query.where('level', 'in', levelsOf(filter)) : query;
};

const within = (filter: ErrorLogFilter, {from, to}: Time): ErrorLogFilter => ({
  ...filter,
  start_time: from,
  end_time: to - 1,
});

const countRows = (db: Kysely<Tables>, filter: ErrorLogFilter) => {
  let query = db.selectFrom('error_log').where(matches(filter));
  // All levels by name let an index by source and level reach the range of time, too.
  if (byLevel(filter) || bySource(filter)) query = query.where('level', 'in', levelsOf(filter));
  return query.select(eb => eb.fn.countAll<number>().as('entries'));
};
