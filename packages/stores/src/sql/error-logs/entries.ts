import {
  type EntryRange,
  type ErrorLogFilter,
  type ErrorLogStore,
  MAX_PAGE_BYTES,
  type Page,
  PageTooLong,
  type StoredErrorLog,
} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {Engine} from '../engine.ts';
import {readSnapshot} from '../query.ts';
import {findPosition, findStartTime, totalQuery} from './counts.ts';
import {combinesSources} from './filters.ts';
import {DEEP_OFFSET} from './newest.ts';
import {type MeasuredEntry, type PageRequest, pageQuery} from './page-query.ts';

/** Lists pages of error-log entries, newest first, with the total count. Keeps compiled queries. */
export const entryList = (root: Kysely<Tables>, engine: Engine): ErrorLogStore['list'] => {
  const query = pageQuery(engine);
  const read = async (db: Kysely<Tables>, request: PageRequest): Promise<Page<StoredErrorLog>> => {
    const {rows} = await db.executeQuery(query(db, request));
    // An empty page joined to its total is one row without an entry.
    const entries = rows[0]?.id === null ? [] : rows;
    return {rows: await loadTexts(db, engine, entries, request.maxBytes), count: rows[0]?.total ?? 0};
  };
  const readPage = async (db: Kysely<Tables>, request: PageRequest): Promise<Page<StoredErrorLog>> => {
    const {position, limit} = request;
    const start_time = engine.partitioned
      ? await findStartTime(db, position.filter, position.offset + limit)
      : undefined;
    if (start_time !== undefined) {
      const recent = {...position, filter: {...position.filter, start_time}};
      const page = await read(db, {...request, position: recent});
      // Shorter if a concurrent change moved entries to an earlier time.
      if (page.rows.length === limit) return page;
    }
    return read(db, request);
  };
  return async (filter, range) => {
    const {offset, limit, maxBytes} = range;
    if (limit === 0) return {rows: [], count: await countEntries(root, filter)};
    if (isDirect(filter, range)) return readPage(root, {filter, limit, maxBytes, position: {filter, offset}});
    // For combined sources, the rollup also avoids searching the entries of one source for the other.
    return readSnapshot(root, async trx => {
      const position = await findPosition(trx, filter, offset);
      if ('total' in position) return {rows: [], count: position.total};
      return readPage(trx, {filter, limit, maxBytes, position});
    });
  };
};

/** Whether a page is read without first finding its position. */
const isDirect = (filter: ErrorLogFilter, {offset}: EntryRange): boolean =>
  (offset < DEEP_OFFSET && !combinesSources(filter)) || filter.req_id !== undefined;

const countEntries = async (db: Kysely<Tables>, filter: ErrorLogFilter): Promise<number> =>
  (await totalQuery(db, filter).executeTakeFirstOrThrow()).total;

/** Loads the long texts of a page. Rejects with {@link PageTooLong} before reading more than `maxBytes`. */
const loadTexts = async (
  db: Kysely<Tables>,
  engine: Engine,
  rows: readonly MeasuredEntry[],
  maxBytes = rows.length > 1 ? MAX_PAGE_BYTES : Number.POSITIVE_INFINITY,
): Promise<readonly StoredErrorLog[]> => {
  let total = 0;
  for (const {bytes} of rows) total += bytes;
  if (total > maxBytes) throw new PageTooLong(total, maxBytes);
  const long = rows.filter(({log}) => log === null).map(({id}) => [id]);
  const texts = new Map(long.length === 0 ? [] : await readTexts(db, engine, long));
  return rows.flatMap(({id, level, count, src, log_time, log}) => {
    const text = log ?? texts.get(id);
    // Missing if the entry's partition was dropped meanwhile.
    return text === undefined ? [] : {id, level, count, src, log_time, log: text};
  });
};

const readTexts = async (
  db: Kysely<Tables>,
  engine: Engine,
  ids: readonly (readonly number[])[],
): Promise<readonly (readonly [number, string])[]> => {
  const rows = await db
    .selectFrom('error_log')
    .select(['id', 'log'])
    .where(sql<boolean>`id in (${engine.rows(['bigint'], ids)})`)
    .execute();
  return rows.map(({id, log}) => [id, log]);
};
