import {MAX_PAGE_BYTES, PageTooLong, SHORT_TEXT_BYTES, type StoredErrorLog} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {Engine} from '../engine.ts';

// The length is read without the text, so that long texts are read only if the page fits into memory.
export const bytes = sql<number>`octet_length(log)`.as('bytes');
export const shortText = sql<
  string | null
>`case when octet_length(log) <= ${sql.lit(SHORT_TEXT_BYTES)} then log end`.as('log');

/** An entry whose text is null if it is too long to be read with the row. */
export type MeasuredEntry = Omit<StoredErrorLog, 'log'> & {readonly bytes: number; readonly log: string | null};

/** Loads the long texts of a page. Rejects with {@link PageTooLong} before reading more than `maxBytes`. */
export const loadTexts = async (
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
