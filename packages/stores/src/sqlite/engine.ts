import {sql} from 'kysely';
import type {Engine} from '../sql/engine.ts';
import type {SharedConnectionDriver} from './driver.ts';

export const sqliteEngine = (driver: SharedConnectionDriver): Engine => ({
  partitioned: false,
  /** One JSON parameter for all rows: much faster than one parameter per value. */
  rows: (types, rows) => {
    const values = sql.join(types.map((_, index) => sql.raw(`value ->> ${index}`)));
    // Without `where true`, the parser would read a following `on conflict` as a join condition.
    return sql`select ${values} from json_each(${JSON.stringify(rows)}) where true`;
  },
  read: query => driver.read(query),
  mergesUnions: true,
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
});
