import type {Kysely, RawBuilder} from 'kysely';
import type {Tables} from '../tables.ts';

export type ColumnType = 'bigint' | 'integer' | 'text';

/** The operations that differ between PostgreSQL and SQLite. */
export interface Engine {
  readonly partitioned: boolean;
  /** Returns a `select` statement whose result is `rows`, for bulk inserts. */
  rows(types: readonly ColumnType[], rows: readonly (readonly unknown[])[]): RawBuilder<unknown>;
  /**
   * Creates the partitions for `times` (Unix seconds), then runs `work`, again if a partition was dropped meanwhile.
   */
  withPartitions<T>(db: Kysely<Tables>, times: readonly number[], work: () => Promise<T>): Promise<T>;
  /** Whether a sorted `union all` merges its lists, so that with a `limit` it reads only the rows that it returns. */
  readonly mergesUnions?: boolean;
  assertWritable(db: Kysely<Tables>): Promise<void>;
  /** Waits for a lock that only one server can hold, until the end of the transaction. */
  lock(trx: Kysely<Tables>): Promise<void>;
  /** Deletes all rows, and lets ids start again at 1. */
  clear(trx: Kysely<Tables>, tables: readonly (keyof Tables)[]): Promise<void>;
  /**
   * Runs `work` in the transaction of `db`, if `db` is one. Otherwise begins a transaction, and on PostgreSQL repeats
   * it after a serialization failure or deadlock.
   */
  transaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
}
