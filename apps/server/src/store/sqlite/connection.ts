import type {Version} from '../store.ts';

/** What one statement gave. */
export interface Result {
  readonly rows: readonly unknown[];
  readonly changes: number;
  readonly insertId: number;
}

/** The one connection to a SQLite database. Statements run in the order they are sent. */
export interface Connection {
  /** Rejects with a StoreUnavailable where the disk is full or cannot be written to. */
  run(text: string, parameters: readonly unknown[]): Promise<Result>;
  close(): Promise<void>;
}

/** A connection that tells whether the data are the same, see {@link Store.version}. */
export interface VersionedConnection extends Connection {
  version(): Version | undefined;
}
