import {sql} from 'kysely';
import type {Engine} from '../sql/engine.ts';

export const sqliteEngine: Engine = {
  partitioned: false,
  /** All rows as one JSON parameter: a fraction of the cost of a parameter for each value. */
  rows: (types, rows) => {
    const values = sql.join(types.map((_, index) => sql.raw(`value ->> ${index}`)));
    // `where true` keeps the parser from reading `on conflict` as part of a join.
    return sql`select ${values} from json_each(${JSON.stringify(rows)}) where true`;
  },
  entryIds: async () => undefined,
  inRoom: (_db, _times, work) => work(),
  // Its transactions write one at a time from their first statement on.
  lock: async () => undefined,
  async clear(trx, tables) {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx);
    await sql`delete from sqlite_sequence`.execute(trx);
  },
  transaction: (db, work) => (db.isTransaction ? work(db) : db.transaction().execute(work)),
};
