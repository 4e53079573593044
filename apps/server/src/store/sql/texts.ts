import {type Kysely, sql} from 'kysely';
import {PageTooLong, type StoredErrorLog} from '../store.ts';
import type {Tables} from '../tables.ts';
import type {Engine} from './engine.ts';

// Texts up to this many bytes are read with their row.
const MAX_INLINE_BYTES = 16_384;
const MAX_PAGE_BYTES = 32_000_000;

// The length is read without the text, so that long texts are read only if the page fits into memory.
export const bytes = sql<number>`octet_length(log)`.as('bytes');
export const shortText = sql<
  string | null
>`case when octet_length(log) <= ${sql.lit(MAX_INLINE_BYTES)} then log end`.as('log');

/** An entry whose text is null if it is too long to be read with the row. */
export type MeasuredEntry = Omit<StoredErrorLog, 'log'> & {readonly bytes: number; readonly log: string | null};

/** Loads the long texts of a page. Rejects with {@link PageTooLong} before reading more than 32 MB. */
export const loadTexts = async (
  db: Kysely<Tables>,
  engine: Engine,
  rows: readonly MeasuredEntry[],
): Promise<readonly StoredErrorLog[]> => {
  let total = 0;
  for (const {bytes} of rows) total += bytes;
  if (total > MAX_PAGE_BYTES && rows.length > 1) {
    throw new PageTooLong(`its texts have ${total} bytes; the limit is ${MAX_PAGE_BYTES}`);
  }
  const long = rows.filter(({log}) => log === null).map(({id}) => [id]);
  const texts = new Map(long.length === 0 ? [] : await readTexts(db, engine, long));
  return rows.flatMap(({bytes, log, ...row}) => {
    const text = log ?? texts.get(row.id);
    // Missing if the entry's partition was dropped meanwhile.
    return text === undefined ? [] : {...row, log: text};
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
