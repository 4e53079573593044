import type {Store} from '@edge-console/server/store';
import type {Kysely, RawBuilder} from 'kysely';
import type {Tables} from '../tables.ts';

/** Column types that all engines support. */
export type ColumnType = 'bigint' | 'integer' | 'text';

/** What differs between database engines. All other SQL is shared. */
export interface Engine {
  /** Whether entries are partitioned by time, so that queries with a time range are cheaper. */
  readonly partitioned: boolean;
  /** A `select` that yields `rows` from few parameters, for bulk inserts. */
  rows(types: readonly ColumnType[], rows: readonly (readonly unknown[])[]): RawBuilder<unknown>;
  /**
   * Creates the partitions for entries of these times, in Unix seconds, then runs `work`. Runs it again if a partition was
   * dropped meanwhile.
   */
  withPartitions<T>(db: Kysely<Tables>, times: readonly number[], work: () => Promise<T>): Promise<T>;
  /** Whether an ordered union of lists reads only the rows it returns. Default false. */
  readonly mergesUnions?: boolean;
  /** See {@link Store.assertWritable}. */
  assertWritable(db: Kysely<Tables>): Promise<void>;
  /** Takes a lock until the end of the transaction, exclusive among servers. */
  lock(trx: Kysely<Tables>): Promise<void>;
  /** Empties tables within a transaction. Restarts ids. */
  clear(trx: Kysely<Tables>, tables: readonly (keyof Tables)[]): Promise<void>;
  /** Runs `work` in a new transaction, or in the current one. May run it again after a serialization failure. */
  transaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
}
