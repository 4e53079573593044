import type {Kysely} from 'kysely';
import type {ErrorLogFilter, Page, Range, StoredErrorLog} from '../store.ts';
import type {Tables} from '../tables.ts';
import {type Place, placeOf, startOf, totalOf} from './counts.ts';
import type {Engine} from './engine.ts';
import {crossing} from './filters.ts';
import {NEAR, newestKeys} from './newest.ts';
import {atOneMoment, pageOf} from './page.ts';

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
  {partitioned}: Engine,
  {place, ...wanted}: Wanted,
): Promise<Page<StoredErrorLog>> => {
  const start_time = partitioned ? await startOf(db, place.filter, place.offset + wanted.limit) : undefined;
  if (start_time !== undefined) {
    const page = await readRows(db, {...wanted, place: {...place, filter: {...place.filter, start_time}}});
    // Unless some have moved to another time meanwhile.
    if (page.rows.length === wanted.limit) return page;
  }
  return readRows(db, {...wanted, place});
};

/** Rows and count in one statement, so that both are of one moment. */
const readRows = async (db: Kysely<Tables>, {filter, limit, place}: Wanted): Promise<Page<StoredErrorLog>> => {
  const {start_time, end_time} = place.filter;
  // The keys come from an index alone; only the rows of the page itself are fetched, however deep it lies. With left joins
  // there is a row also where the page has none, and SQLite takes them in the order in which they are written.
  const found = await db
    .selectFrom(wholeOf(db, filter))
    .leftJoin(newestKeys(db, place.filter, {offset: place.offset, limit}).as('chosen'), join => join.onTrue())
    .leftJoin('error_log', join => {
      const same = join
        .onRef('error_log.node_id', '=', 'chosen.node_id')
        .onRef('error_log.log_time', '=', 'chosen.log_time')
        .onRef('error_log.id', '=', 'chosen.id');
      const after = start_time === undefined ? same : same.on('error_log.log_time', '>=', start_time);
      return end_time === undefined ? after : after.on('error_log.log_time', '<=', end_time);
    })
    .select(['total', 'error_log.id', 'level', 'count', 'src', 'error_log.log_time', 'log'])
    .orderBy('chosen.log_time', 'desc')
    .orderBy('chosen.id', 'desc')
    .$narrowType<StoredErrorLog>()
    .execute();
  return pageOf(found);
};

const countEntries = async (db: Kysely<Tables>, filter: ErrorLogFilter): Promise<number> =>
  (await db.selectFrom(wholeOf(db, filter)).select('total').executeTakeFirstOrThrow()).total;

const wholeOf = (db: Kysely<Tables>, filter: ErrorLogFilter) =>
  db.selectNoFrom(totalOf(db, filter).as('total')).as('whole');
