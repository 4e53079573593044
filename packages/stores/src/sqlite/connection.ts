import type {SQLInputValue, StatementSync} from 'node:sqlite';

export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly changes: number;
  readonly insertId: number;
}

/** The only connection to a SQLite database. Statements run in the order they are sent. */
export interface Connection {
  /** Rejects with StoreUnavailable if the disk is full or not writable. */
  run(text: string, parameters: readonly unknown[]): Promise<StatementResult>;
  close(): Promise<void>;
}

/** Rows as lists of values, in the order of `columns`: half the work of an object for each row. */
export interface ExecutedStatement {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  readonly insertId: number;
}

/** Runs statements synchronously. */
interface Executor {
  execute(text: string, parameters: readonly unknown[]): ExecutedStatement;
  close(): void;
}

// Preparing a statement takes longer than running it. Kysely generates few distinct texts.
const MAX_STATEMENTS = 200;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

// Not a named import: Node.js 20 has no such module and would fail before `node-version.ts` runs.
const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');

/** Opens a file, created if missing, in the calling thread. */
export const openExecutor = (path: string): Executor => {
  const database = new Database(path, {timeout: 5000});
  database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory');
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const statements = new Map<string, PreparedStatement>();
  const prepare = (text: string): PreparedStatement => {
    const existing = statements.get(text);
    if (existing) return existing;
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    const prepared = {statement, columns: statement.columns().map(({name}) => name)};
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(text, prepared);
    return prepared;
  };
  return {
    execute: (text, parameters) => {
      // SQLite may have rolled back by itself, for example on a full disk.
      if (text === 'rollback' && !database.isTransaction) return EMPTY_RESULT;
      const {statement, columns} = prepare(text);
      const values = parameters as SQLInputValue[];
      if (columns.length > 0) {
        const rows = statement.all(...values) as unknown as readonly unknown[][];
        return {...EMPTY_RESULT, columns, rows};
      }
      const {changes, lastInsertRowid} = statement.run(...values);
      return {...EMPTY_RESULT, changes: Number(changes), insertId: Number(lastInsertRowid)};
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
};

const EMPTY_RESULT: ExecutedStatement = {columns: [], rows: [], changes: 0, insertId: 0};
