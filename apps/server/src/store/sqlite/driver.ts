import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type TransactionSettings,
} from 'kysely';
import type {Connection} from './connection.ts';

/**
 * Kysely's view of the one connection. Statements are sent without waiting for earlier ones; only while a transaction is open
 * does everything else wait, because all of them share the one connection.
 */
export class SharedConnectionDriver implements Driver {
  readonly #connection: Connection;
  #owner: DatabaseConnection | undefined;
  #released: PromiseWithResolvers<void> | undefined;
  #reads = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        // No gap between the check and the statement, in which somebody else's transaction could begin.
        while (this.#busyFor(connection)) await this.#released?.promise;
        const done = await this.#connection.run(query.sql, query.parameters);
        return {
          rows: done.rows as R[],
          numAffectedRows: BigInt(done.changes),
          insertId: BigInt(done.insertId),
        };
      },
      async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
        yield connection.executeQuery<R>(query);
      },
    };
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, {accessMode}: TransactionSettings): Promise<void> {
    while (this.#busyFor(connection)) await this.#released?.promise;
    this.#owner = connection;
    this.#released = Promise.withResolvers();
    this.#reads = accessMode === 'read only';
    // Where only reads follow, they are sent without waiting for it, and fail where it does.
    if (this.#reads) return this.#send('begin');
    try {
      await this.#connection.run('begin immediate', []);
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** Where it fails, the transaction is still open: Kysely rolls it back. */
  async commitTransaction(): Promise<void> {
    if (this.#reads) this.#send('rollback');
    else await this.#connection.run('commit', []);
    this.#release();
  }

  async rollbackTransaction(): Promise<void> {
    try {
      await this.#connection.run('rollback', []);
    } finally {
      this.#release();
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#connection.close();
  }

  #busyFor(connection: DatabaseConnection): boolean {
    return this.#owner !== undefined && this.#owner !== connection;
  }

  #send(text: string): void {
    this.#connection.run(text, []).catch(() => undefined);
  }

  #release(): void {
    this.#owner = undefined;
    this.#released?.resolve();
  }
}

/** Keeps Kysely from sending one statement at a time: whose turn it is is the driver's business. */
export class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
