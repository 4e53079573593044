import {type RawBuilder, sql} from 'kysely';
import type {Engine, JsonRows} from '../sql/engine.ts';

export const sqliteEngine: Engine = {
  partitioned: false,
  /** One JSON parameter for all rows: much faster than one parameter per value. */
  rows: (types, rows) => {
    const values = sql.join(types.map((_, index) => sql.raw(`value ->> ${index}`)));
    // Without `where true`, the parser would read a following `on conflict` as a join condition.
    return sql`select ${values} from json_each(${JSON.stringify(rows)}) where true`;
  },
  // Keeps the order of `rows`, which has a limit: SQLite removes `order by` only from subqueries without one.
  jsonOf: (rows, fields) => {
    const columns = Object.entries(fields);
    const object = columns.flatMap(([name]) => [sql.lit(name), sql.ref(name)]);
    const fits = columns.map(([name, type]) => FITS[type](sql.ref(name)));
    return sql<JsonRows>`(select json_group_array(json_object(${sql.join(object)})) as json,
      coalesce(min(${sql.join(fits, sql` and `)}), 1) as fits from ${rows})`;
  },
  mergesUnions: true,
  reserveEntryIds: async () => undefined,
  withPartitions: (_db, _times, work) => work(),
  // `openSqlite` checks the file.
  assertWritable: async () => undefined,
  // Write transactions are exclusive from their first statement (`begin immediate`).
  lock: async () => undefined,
  async clear(trx, tables) {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx);
    await sql`delete from sqlite_sequence`.execute(trx);
  },
  transaction: (db, work) => (db.isTransaction ? work(db) : db.transaction().execute(work)),
};

const [MIN, MAX] = [sql.lit(Number.MIN_SAFE_INTEGER), sql.lit(Number.MAX_SAFE_INTEGER)];

const FITS = {
  integer: (column: RawBuilder<unknown>) => sql`typeof(${column}) = 'integer' and ${column} between ${MIN} and ${MAX}`,
  text: (column: RawBuilder<unknown>) => sql`typeof(${column}) = 'text'`,
};
