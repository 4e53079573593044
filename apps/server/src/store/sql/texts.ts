import {type Kysely, sql} from 'kysely';
import {PageTooLong, type StoredErrorLog} from '../store.ts';
import type {Tables} from '../tables.ts';
import type {Engine} from './engine.ts';

// Bytes of a text that is read with its row, and of all texts of a page.
const SHORT = 16_384;
const MAX_PAGE = 32_000_000;

/** The length of a text tells without reading it what a page would take; the long ones are read when that is known. */
export const bytes = sql<number>`octet_length(log)`.as('bytes');
export const shortText = sql<string | null>`case when octet_length(log) <= ${sql.lit(SHORT)} then log end`.as('log');

export type Measured = Omit<StoredErrorLog, 'log'> & {readonly bytes: number; readonly log: string | null};

/** The rows of a page with all their texts. Rejects with {@link PageTooLong} before it reads too much. */
export const withTexts = async (
  db: Kysely<Tables>,
  engine: Engine,
  rows: readonly Measured[],
): Promise<readonly StoredErrorLog[]> => {
  let all = 0;
  for (const {bytes} of rows) all += bytes;
  if (all > MAX_PAGE && rows.length > 1) throw new PageTooLong(`its texts are ${all} bytes, of ${MAX_PAGE} at most`);
  const long = rows.filter(({log}) => log === null).map(({id}) => [id]);
  const texts = new Map(long.length === 0 ? [] : await readTexts(db, engine, long));
  return rows.flatMap(({bytes, log, ...row}) => {
    const text = log ?? texts.get(row.id);
    // Gone meanwhile, with its partition.
    return text === undefined ? [] : {...row, log: text};
  });
};

const readTexts = async (
  db: Kysely<Tables>,
  engine: Engine,
  ids: readonly (readonly number[])[],
): Promise<readonly (readonly [number, string])[]> => {
  const found = await db
    .selectFrom('error_log')
    .select(['id', 'log'])
    .where(sql<boolean>`id in (${engine.rows(['bigint'], ids)})`)
    .execute();
  return found.map(({id, log}) => [id, log]);
};
