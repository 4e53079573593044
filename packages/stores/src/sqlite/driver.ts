import type {CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings} from 'kysely';
import type {Connection} from './thread.ts';
import type {StatementResult} from './worker.ts';

/** Kysely driver for a single connection. Kysely runs one query or transaction at a time on it. */
export const singleConnectionDriver = (connection: Connection): Driver => {
  const run = async (text: string): Promise<void> => void (await connection.run(text, []));
  const kyselyConnection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const result = await connection.run(query.sql, query.parameters);
      return {
        rows: objectsOf(result) as R[],
        numAffectedRows: BigInt(result.changes),
        insertId: BigInt(result.insertId),
      };
    },
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      yield kyselyConnection.executeQuery<R>(query);
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => kyselyConnection,
    beginTransaction: (_connection, {accessMode}: TransactionSettings) =>
      run(accessMode === 'read only' ? 'begin' : 'begin immediate'),
    /** If this rejects, the transaction stays open and Kysely rolls it back. */
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: async () => undefined,
    destroy: () => connection.close(),
  };
};

const objectsOf = ({columns, rows}: StatementResult): readonly object[] =>
  rows.map(values => {
    const row: Record<string, unknown> = {};
    for (const [at, column] of columns.entries()) row[column] = values[at];
    return row;
  });
