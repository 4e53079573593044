import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type TransactionSettings,
} from 'kysely';
import type {Connection} from './thread.ts';
import type {StatementResult} from './worker.ts';

/**
 * Kysely driver for a single connection. Statements are sent without waiting for earlier ones; during a transaction, all
 * statements of others wait, because they share the connection.
 */
export class SharedConnectionDriver implements Driver {
  readonly #connection: Connection;
  #owner: DatabaseConnection | undefined;
  #released: PromiseWithResolvers<void> | undefined;
  #isReadOnly = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        // No `await` between this check and the statement, or another transaction could begin.
        while (this.#busyFor(connection)) await this.#released?.promise;
        const result = await this.#connection.run(query.sql, query.parameters);
        return {
          rows: objectsOf(result) as R[],
          numAffectedRows: BigInt(result.changes),
          insertId: BigInt(result.insertId),
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
    this.#isReadOnly = accessMode === 'read only';
    // Not awaited: the reads that follow are queued behind it and fail if it fails.
    if (this.#isReadOnly) return this.#send('begin');
    try {
      await this.#connection.run('begin immediate', []);
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** If this rejects, the transaction stays open and Kysely rolls it back. */
  async commitTransaction(): Promise<void> {
    if (this.#isReadOnly) this.#send('rollback');
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

const objectsOf = ({columns, rows}: StatementResult): readonly object[] =>
  rows.map(values => {
    const row: Record<string, unknown> = {};
    for (const [at, column] of columns.entries()) row[column] = values[at];
    return row;
  });

/** Stops Kysely from serializing all statements; the driver serializes what it must. */
export class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
