import type {Expression, Kysely, RawBuilder} from 'kysely';
import type {FieldType, Store} from '../store.ts';
import type {Tables} from '../tables.ts';

/** Column types that all engines support. */
export type ColumnType = 'bigint' | 'integer' | 'text';

/** `json` is an array of rows. */
export interface JsonRows {
  readonly json: string;
  readonly fits: number;
}

/** What differs between database engines. All other SQL is shared. */
export interface Engine {
  /** Whether entries are partitioned by time, so that queries with a time range are cheaper. */
  readonly partitioned: boolean;
  /** A `select` that yields `rows` from few parameters, for bulk inserts. */
  rows(types: readonly ColumnType[], rows: readonly (readonly unknown[])[]): RawBuilder<unknown>;
  /**
   * Reserves `size` consecutive entry ids and resolves with the first; undefined if the database assigns ids itself. Call
   * before opening a transaction: it may need another connection.
   */
  reserveEntryIds(db: Kysely<Tables>, size: number): Promise<number | undefined>;
  /**
   * Creates the partitions for entries of these times, in Unix seconds, then runs `work`. Runs it again if a partition was
   * dropped meanwhile.
   */
  withPartitions<T>(db: Kysely<Tables>, times: readonly number[], work: () => Promise<T>): Promise<T>;
  /**
   * A query for one row from a query of rows: `json`, an array of objects with exactly `fields`, in order, and `fits`, 1
   * if every value is not null and of its type. Absent if the database cannot write such JSON.
   */
  readonly jsonOf?: (rows: Expression<unknown>, fields: Readonly<Record<string, FieldType>>) => RawBuilder<JsonRows>;
  /** Whether an ordered union of lists reads only the rows it returns. Default false. */
  readonly mergesUnions?: boolean;
  /** See {@link Store.assertWritable}. */
  assertWritable(db: Kysely<Tables>): Promise<void>;
  /** Takes a lock until the end of the transaction, exclusive among servers. */
  lock(trx: Kysely<Tables>): Promise<void>;
  /** Empties tables within a transaction. Restarts ids, except entry ids shared by several servers. */
  clear(trx: Kysely<Tables>, tables: readonly (keyof Tables)[]): Promise<void>;
  /** Runs `work` in a new transaction, or in the current one. May run it again after a serialization failure. */
  transaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
}
