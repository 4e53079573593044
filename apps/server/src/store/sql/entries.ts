import type {Kysely} from 'kysely';
import type {ErrorLogFilter, Page, Range, StoredErrorLog} from '../store.ts';
import type {Tables} from '../tables.ts';
import {type Place, placeOf, startOf, totalOf} from './counts.ts';
import type {Engine} from './engine.ts';
import {crossing} from './filters.ts';
import {NEAR, newestKeys} from './newest.ts';
import {atOneMoment, pageOf} from './page.ts';
import {bytes, type Measured, shortText, withTexts} from './texts.ts';
import {worded} from './worded.ts';

/** A page of error-log entries, newest first, and how many there are in all. */
export const listEntries = async (
  db: Kysely<Tables>,
  engine: Engine,
  {filter, range: {offset, limit}}: {filter: ErrorLogFilter; range: Range},
): Promise<Page<StoredErrorLog>> => {
  if (limit === 0) return {rows: [], count: await countEntries(db, filter)};
  const near = (offset < NEAR && !crossing(filter)) || filter.req_id !== undefined;
  if (near) return readPage(db, engine, {filter, limit, place: {filter, offset}});
  // The rollup also knows where sources meet at all, and spares a search through the entries of one for the other.
  return atOneMoment(db, async trx => {
    const place = await placeOf(trx, filter, offset);
    return 'total' in place ? {rows: [], count: place.total} : readPage(trx, engine, {filter, limit, place});
  });
};

interface Wanted {
  readonly filter: ErrorLogFilter;
  readonly limit: number;
  /** Where the page lies among the entries that match. */
  readonly place: Place;
}

const readPage = async (
  db: Kysely<Tables>,
  engine: Engine,
  {place, ...wanted}: Wanted,
): Promise<Page<StoredErrorLog>> => {
  const start_time = engine.partitioned ? await startOf(db, place.filter, place.offset + wanted.limit) : undefined;
  if (start_time !== undefined) {
    const page = await readRows(db, engine, {...wanted, place: {...place, filter: {...place.filter, start_time}}});
    // Unless some have moved to another time meanwhile.
    if (page.rows.length === wanted.limit) return page;
  }
  return readRows(db, engine, {...wanted, place});
};

const readRows = async (db: Kysely<Tables>, engine: Engine, wanted: Wanted): Promise<Page<StoredErrorLog>> => {
  const found = await db.executeQuery(worded(engine, wanted, () => pageQuery(db, wanted).compile()));
  const {rows, count} = pageOf(found.rows);
  return {rows: await withTexts(db, engine, rows), count};
};

/**
 * Rows and count in one statement, so that both are of one moment. Clusters run it in pieces: all that the left join joins
 * are limited lists and sums.
 */
const pageQuery = (db: Kysely<Tables>, {filter, limit, place}: Wanted) => {
  const rows = db
    .selectFrom(newestKeys(db, place.filter, {offset: place.offset, limit}).as('chosen'))
    // SQLite takes a cross join in the order in which it is written; by itself it may start with all entries.
    .crossJoin('error_log')
    .whereRef('error_log.node_id', '=', 'chosen.node_id')
    .whereRef('error_log.log_time', '=', 'chosen.log_time')
    .whereRef('error_log.id', '=', 'chosen.id')
    // Said of these, too, so that only their partitions are opened.
    .where('error_log.log_time', '>=', place.filter.start_time ?? Number.MIN_SAFE_INTEGER)
    .where('error_log.log_time', '<=', place.filter.end_time ?? Number.MAX_SAFE_INTEGER)
    .select(['error_log.id', 'level', 'count', 'src', 'error_log.log_time', bytes, shortText])
    .orderBy('chosen.log_time', 'desc')
    .orderBy('chosen.id', 'desc')
    .limit(limit);
  return (
    db
      .selectFrom(totalOf(db, filter).as('whole'))
      // There is a row also where the page has none.
      .leftJoin(rows.as('page'), join => join.onTrue())
      .select(['total', 'id', 'level', 'count', 'src', 'log_time', 'bytes', 'log'])
      .orderBy('log_time', 'desc')
      .orderBy('id', 'desc')
      .$narrowType<Measured>()
  );
};

const countEntries = async (db: Kysely<Tables>, filter: ErrorLogFilter): Promise<number> =>
  (await totalOf(db, filter).executeTakeFirstOrThrow()).total;
