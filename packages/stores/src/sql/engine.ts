import type {Store} from '@edge-console/server/store';
import type {Kysely, RawBuilder} from 'kysely';
import type {Tables} from '../tables.ts';

export type ColumnType = 'bigint' | 'integer' | 'text';

/** The operations that differ between PostgreSQL and SQLite. All other SQL is shared. */
export interface Engine {
  /** Whether entries are partitioned by time. Queries with a time range then cost less. */
  readonly partitioned: boolean;
  /**
   * Returns a `select` statement whose result is `rows`, for bulk inserts. The number of SQL parameters does not depend
   * on the number of rows.
   */
  rows(types: readonly ColumnType[], rows: readonly (readonly unknown[])[]): RawBuilder<unknown>;
  /**
   * Creates the partitions for `times` (Unix seconds), and then runs `work`. May run `work` again if one of the
   * partitions is dropped before `work` ends.
   */
  withPartitions<T>(db: Kysely<Tables>, times: readonly number[], work: () => Promise<T>): Promise<T>;
  /**
   * Whether the database can merge sorted lists that are combined with `union all`, so that it reads only the rows that
   * a `limit` returns. Default: false.
   */
  readonly mergesUnions?: boolean;
  /** Implements {@link Store.assertWritable}. */
  assertWritable(db: Kysely<Tables>): Promise<void>;
  /** Waits for a lock that only one server can hold, and holds it until the end of the transaction. */
  lock(trx: Kysely<Tables>): Promise<void>;
  /** Deletes all rows of the tables within a transaction, and lets ids start again at 1. */
  clear(trx: Kysely<Tables>, tables: readonly (keyof Tables)[]): Promise<void>;
  /**
   * Runs `work` in the transaction of `db`, or in a new transaction if there is none. May repeat `work` after a
   * serialization failure.
   */
  transaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
}
