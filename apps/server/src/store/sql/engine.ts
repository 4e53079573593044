import type {Kysely, RawBuilder} from 'kysely';
import type {Tables} from '../tables.ts';

/** Column types as both engines name them. */
export type ColumnType = 'bigint' | 'integer' | 'text';

/** The few things that engines do not have in common. Everything else is one text for all of them. */
export interface Engine {
  /** Whether entries lie in partitions by time, so that a query costs less where it says from when to when. */
  readonly partitioned: boolean;
  /** `select …` that yields `rows`, sent as few parameters, for an insert. */
  rows(types: readonly ColumnType[], rows: readonly (readonly unknown[])[]): RawBuilder<unknown>;
  /**
   * The first of `size` consecutive ids of entries, or undefined where the database itself numbers what is inserted.
   * Asked before a transaction is opened: who holds a connection must not wait for another one.
   */
  entryIds(db: Kysely<Tables>, size: number): Promise<number | undefined>;
  /** Runs `work` when entries of these times, in Unix seconds, have a place to be; again, where it went meanwhile. */
  inRoom<T>(db: Kysely<Tables>, times: readonly number[], work: () => Promise<T>): Promise<T>;
  /** Within a transaction: waits until no other server changes the layout, and keeps the others waiting. */
  lock(trx: Kysely<Tables>): Promise<void>;
  /** Within a transaction: empties tables. Numbers that rows get begin again, but for ids of entries that are shared. */
  clear(trx: Kysely<Tables>, tables: readonly (keyof Tables)[]): Promise<void>;
  /** Runs `work` in a transaction, or in the one that is open already. May run it again when others were in the way. */
  transaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
}
