import {type Kysely, sql} from 'kysely';
import type {ErrorLogFilter} from '../store.ts';
import type {Tables} from '../tables.ts';
import {byLevel, bySource, levelsOf, matches} from './filters.ts';
import {type Piece, pieces} from './pieces.ts';
import {ALL_APPS, GRAINS} from './rollup.ts';

/** How many entries match. Whole hours and days come from the rollup, what is left of a range from the entries. */
export const countEntries = async (db: Kysely<Tables>, filter: ErrorLogFilter): Promise<number> => {
  // Entries of one request are few and have an index of their own.
  if (filter.req_id !== undefined) return countRows(db, filter);
  const counts = await Promise.all(
    pieces(filter.start_time, filter.end_time).map(piece =>
      piece.by === 'row' ? countRows(db, within(filter, piece)) : sumOf(db, filter, piece),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Where an offset lies: a filter that ends with the hour it lies in, and what is left of the offset there. */
export interface Place {
  readonly filter: ErrorLogFilter;
  readonly offset: number;
}

/**
 * Finds the hour that the entry at an offset belongs to, newest first, so that only that hour's entries are passed
 * over. Undefined beyond the end. Not for filters by request.
 */
export const placeOf = (db: Kysely<Tables>, filter: ErrorLogFilter, offset: number): Promise<Place | undefined> =>
  placeIn(db, {filter, offset}, pieces(filter.start_time, filter.end_time));

const placeIn = async (
  db: Kysely<Tables>,
  {filter, offset}: Place,
  parts: readonly Piece[],
): Promise<Place | undefined> => {
  let left = offset;
  for (const piece of parts) {
    for (const {to, entries, by} of await bucketsOf(db, filter, piece)) {
      if (left >= entries) left -= entries;
      else if (by !== 'day') return {filter: {...filter, end_time: to - 1}, offset: left};
      else return placeIn(db, {filter, offset: left}, [{by: 'hour', from: to - GRAINS.day.size, to}]);
    }
  }
  return undefined;
};

type Bucket = {readonly to: number; readonly entries: number; readonly by: Piece['by']};

const bucketsOf = async (
  db: Kysely<Tables>,
  filter: ErrorLogFilter,
  {by, from, to}: Piece,
): Promise<readonly Bucket[]> => {
  if (by === 'row') return [{to, entries: await countRows(db, within(filter, {by, from, to})), by}];
  const rows = await rollup(db, filter, {by, from, to})
    .select(['start', total])
    .groupBy('start')
    .orderBy('start', 'desc')
    .execute();
  return rows.map(({start, entries}) => ({to: start + GRAINS[by].size, entries, by}));
};

// A sum of bigints is a decimal fraction on PostgreSQL, unless told otherwise.
const total = sql<number>`cast(coalesce(sum(entries), 0) as bigint)`.as('entries');

const sumOf = async (db: Kysely<Tables>, filter: ErrorLogFilter, piece: Piece): Promise<number> =>
  (await rollup(db, filter, piece).select(total).executeTakeFirstOrThrow()).entries;

const rollup = (db: Kysely<Tables>, filter: ErrorLogFilter, {by, from, to}: Piece) => {
  const {one, all} = GRAINS[by === 'day' ? 'day' : 'hour'];
  let query = db
    .selectFrom('error_log_rollup')
    .where('grain', '=', filter.app_id === undefined ? all : one)
    .where('app_id', '=', filter.app_id ?? ALL_APPS);
  if (Number.isFinite(from)) query = query.where('start', '>=', from);
  if (Number.isFinite(to)) query = query.where('start', '<', to);
  if (filter.node_type !== undefined) query = query.where('node_type', '=', filter.node_type);
  if (filter.node_id !== undefined) query = query.where('node_id', '=', filter.node_id);
  return byLevel(filter) ? query.where('level', 'in', levelsOf(filter)) : query;
};

const within = (filter: ErrorLogFilter, {from, to}: Piece): ErrorLogFilter => ({
  ...filter,
  start_time: from,
  end_time: to - 1,
});

const countRows = async (db: Kysely<Tables>, filter: ErrorLogFilter): Promise<number> => {
  let query = db.selectFrom('error_log').where(matches(filter));
  // All levels by name let an index by source and level reach the range of time, too.
  if (byLevel(filter) || bySource(filter)) query = query.where('level', 'in', levelsOf(filter));
  const {count} = await query.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
};
