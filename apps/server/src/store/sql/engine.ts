import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {Tables} from '../tables.ts';

/** Column types as both engines name them. */
export type ColumnType = 'bigint' | 'integer' | 'text';

/** The few things that engines do not have in common. Everything else is one text for all of them. */
export interface Engine {
  /** `select …` that yields `rows`, sent as few parameters, for an insert. */
  rows(types: readonly ColumnType[], rows: readonly (readonly unknown[])[]): RawBuilder<unknown>;
  /**
   * The first of `size` consecutive ids of entries, or undefined where the database itself numbers what is inserted.
   * Asked before a transaction is opened: who holds a connection must not wait for another one.
   */
  entryIds(db: Kysely<Tables>, size: number): Promise<number | undefined>;
  /** Makes sure that entries of these times, in Unix seconds, have a place to be. */
  makeRoom(db: Kysely<Tables>, times: readonly number[]): Promise<void>;
  /** Within a transaction: waits until no other server changes the layout, and keeps the others waiting. */
  lock(trx: Kysely<Tables>): Promise<void>;
  /** Runs `work` in a transaction, or in the one that is open already. May run it again when others were in the way. */
  transaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
}

export const sqliteEngine: Engine = {
  /** All rows as one JSON parameter: a fraction of the cost of a parameter for each value. */
  rows: (types, rows) => {
    const values = sql.join(types.map((_, index) => sql.raw(`value ->> ${index}`)));
    // `where true` keeps the parser from reading `on conflict` as part of a join.
    return sql`select ${values} from json_each(${JSON.stringify(rows)}) where true`;
  },
  entryIds: async () => undefined,
  makeRoom: async () => undefined,
  // Its transactions write one at a time from their first statement on.
  lock: async () => undefined,
  transaction: (db, work) => (db.isTransaction ? work(db) : db.transaction().execute(work)),
};
