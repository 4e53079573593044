import {setTimeout as delay} from 'node:timers/promises';
import {StoreUnavailable} from '@edge-console/server/store';
import {CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver, type TransactionSettings} from 'kysely';

const RETRY_MS = 5;

/**
 * Repeats a statement for up to `patienceMs` if another connection is writing. SQLite's own busy timeout would block
 * the event loop, so that a connection of the same process could not finish writing.
 */
export class FileDriver extends SqliteDriver {
  patienceMs = 5_000;

  // Kysely records each connection that it receives, so there is only one.
  #connection: DatabaseConnection | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#connection ??= this.#retrying(connection);
    return this.#connection;
  }

  #retrying(connection: DatabaseConnection): DatabaseConnection {
    const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      for (const deadline = performance.now() + this.patienceMs; ; await delay(RETRY_MS)) {
        try {
          return await connection.executeQuery<R>(query);
        } catch (error) {
          const isBusy = error instanceof StoreUnavailable && error.reason === 'busy';
          if (!isBusy || performance.now() > deadline) throw error;
        }
      }
    };
    return {executeQuery, streamQuery: connection.streamQuery.bind(connection)};
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}
