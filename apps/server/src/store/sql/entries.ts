import type {Kysely} from 'kysely';
import type {ErrorLogFilter, Page, Range, StoredErrorLog} from '../store.ts';
import type {Tables} from '../tables.ts';
import {findPosition, findStartTime, type Position, totalQuery} from './counts.ts';
import type {Engine} from './engine.ts';
import {combinesSources} from './filters.ts';
import {DEEP_OFFSET, newestKeys} from './newest.ts';
import {memoizeQuery, pageOf, readSnapshot} from './query.ts';
import {bytes, loadTexts, type MeasuredEntry, shortText} from './texts.ts';

/** A page of error-log entries, newest first, with the total count. */
export const listEntries = async (
  db: Kysely<Tables>,
  engine: Engine,
  {filter, range: {offset, limit}}: {filter: ErrorLogFilter; range: Range},
): Promise<Page<StoredErrorLog>> => {
  if (limit === 0) return {rows: [], count: await countEntries(db, filter)};
  const isDirect = (offset < DEEP_OFFSET && !combinesSources(filter)) || filter.req_id !== undefined;
  if (isDirect) return readPage(db, engine, {filter, limit, position: {filter, offset}});
  // For combined sources, the rollup also avoids searching the entries of one source for the other.
  return readSnapshot(db, async trx => {
    const position = await findPosition(trx, filter, offset);
    return 'total' in position ? {rows: [], count: position.total} : readPage(trx, engine, {filter, limit, position});
  });
};

interface PageRequest {
  readonly filter: ErrorLogFilter;
  readonly limit: number;
  readonly position: Position;
}

const readPage = async (
  db: Kysely<Tables>,
  engine: Engine,
  {position, ...request}: PageRequest,
): Promise<Page<StoredErrorLog>> => {
  const start_time = engine.partitioned
    ? await findStartTime(db, position.filter, position.offset + request.limit)
    : undefined;
  if (start_time !== undefined) {
    const recent = {...position, filter: {...position.filter, start_time}};
    const page = await readRows(db, engine, {...request, position: recent});
    // Shorter if a concurrent change moved entries to an earlier time.
    if (page.rows.length === request.limit) return page;
  }
  return readRows(db, engine, {...request, position});
};

const readRows = async (db: Kysely<Tables>, engine: Engine, request: PageRequest): Promise<Page<StoredErrorLog>> => {
  const found = await db.executeQuery(memoizeQuery(engine, request, () => pageQuery(db, request).compile()));
  const {rows, count} = pageOf(found.rows);
  return {rows: await loadTexts(db, engine, rows), count};
};

/**
 * Rows and count in one statement, so that they are consistent. Both sides of the left join are limited lists or sums,
 * which a cluster can distribute.
 */
const pageQuery = (db: Kysely<Tables>, {filter, limit, position}: PageRequest) => {
  const rows = db
    .selectFrom(newestKeys(db, position.filter, {offset: position.offset, limit}).as('chosen'))
    // SQLite keeps the order of a cross join; for an inner join it may scan all entries first.
    .crossJoin('error_log')
    .whereRef('error_log.node_id', '=', 'chosen.node_id')
    .whereRef('error_log.log_time', '=', 'chosen.log_time')
    .whereRef('error_log.id', '=', 'chosen.id')
    // Repeats the time range to exclude partitions.
    .where('error_log.log_time', '>=', position.filter.start_time ?? Number.MIN_SAFE_INTEGER)
    .where('error_log.log_time', '<=', position.filter.end_time ?? Number.MAX_SAFE_INTEGER)
    .select(['error_log.id', 'level', 'count', 'src', 'error_log.log_time', bytes, shortText])
    .orderBy('chosen.log_time', 'desc')
    .orderBy('chosen.id', 'desc')
    .limit(limit);
  return (
    db
      .selectFrom(totalQuery(db, filter).as('whole'))
      // A left join returns the total even if the page is empty.
      .leftJoin(rows.as('page'), join => join.onTrue())
      .select(['total', 'id', 'level', 'count', 'src', 'log_time', 'bytes', 'log'])
      .orderBy('log_time', 'desc')
      .orderBy('id', 'desc')
      .$narrowType<MeasuredEntry>()
  );
};

const countEntries = async (db: Kysely<Tables>, filter: ErrorLogFilter): Promise<number> =>
  (await totalQuery(db, filter).executeTakeFirstOrThrow()).total;
