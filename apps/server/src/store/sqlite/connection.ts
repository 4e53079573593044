import type {SQLInputValue, StatementSync} from 'node:sqlite';
import type {JsonPage} from '../store.ts';

export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly changes: number;
  readonly insertId: number;
}

export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** `total` gives the count of a list, `rows` a JSON object per row, or null. */
export interface JsonPageQuery {
  readonly total: Statement;
  readonly rows: Statement;
  /** Read first. The page is not read if it gives no row. */
  readonly guard: Statement | undefined;
}

export interface JsonPageResult {
  /** The first row of the query's `guard`. */
  readonly guard: unknown;
  /** Undefined without the row of `guard`, and if a row is null. */
  readonly page: JsonPage | undefined;
}

/** The only connection to a SQLite database. Statements run in the order they are sent. */
export interface Connection {
  /** Rejects with StoreUnavailable if the disk is full or not writable. */
  run(text: string, parameters: readonly unknown[]): Promise<StatementResult>;
  /** See {@link Executor.readJson}. */
  readJson(page: JsonPageQuery): Promise<JsonPageResult>;
  close(): Promise<void>;
}

/** Runs statements synchronously. */
interface Executor {
  execute(statement: Statement): StatementResult;
  /** Reads a page in a snapshot, not within a transaction. */
  readJson(page: JsonPageQuery): JsonPageResult;
  close(): void;
}

// Preparing a statement takes longer than running it. Kysely generates few distinct texts.
const MAX_STATEMENTS = 200;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

// Not a named import: Node.js 20 has no such module and would fail before `node-version.ts` runs.
const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');

/** Opens `path` (a file, created if missing, or `:memory:`) in the calling thread. */
export const openExecutor = (path: string): Executor => {
  const database = new Database(path, {timeout: 5000});
  database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory');
  if (path !== ':memory:') database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const statements = new Map<string, PreparedStatement>();
  const prepare = (text: string): PreparedStatement => {
    const existing = statements.get(text);
    if (existing) return existing;
    const statement = database.prepare(text);
    const prepared = {statement, returnsRows: statement.columns().length > 0};
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(text, prepared);
    return prepared;
  };
  const select = ({text, parameters}: Statement): readonly (readonly unknown[])[] => {
    const {statement} = prepare(text);
    statement.setReturnArrays(true);
    return statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
  };
  const execute = ({text, parameters}: Statement): StatementResult => {
    // SQLite may have rolled back by itself, for example on a full disk.
    if (text === 'rollback' && !database.isTransaction) return EMPTY_RESULT;
    const {statement, returnsRows} = prepare(text);
    const values = parameters as SQLInputValue[];
    if (returnsRows) {
      statement.setReturnArrays(false);
      return {...EMPTY_RESULT, rows: statement.all(...values)};
    }
    const {changes, lastInsertRowid} = statement.run(...values);
    return {...EMPTY_RESULT, changes: Number(changes), insertId: Number(lastInsertRowid)};
  };
  return {
    execute,
    readJson: ({guard: guardQuery, total, rows}) => {
      prepare('begin').statement.run();
      try {
        const guard = guardQuery && execute(guardQuery).rows[0];
        if (guardQuery && !guard) return {guard, page: undefined};
        const [whole] = select(total);
        return {guard, page: toJsonPage(Number(whole?.[0]), select(rows))};
      } finally {
        // SQLite may have ended it by itself.
        if (database.isTransaction) prepare('rollback').statement.run();
      }
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
};

const toJsonPage = (count: number, rows: readonly (readonly unknown[])[]): JsonPage | undefined => {
  const objects = rows.map(([object]) => object);
  return objects.includes(null) ? undefined : {json: `[${objects.join()}]`, count};
};

const EMPTY_RESULT: StatementResult = {rows: [], changes: 0, insertId: 0};

/**
 * An in-memory database on the event loop, which slow queries block. Compared with a worker thread it starts in a few ms
 * and uses 13 MB less, for tests with many servers and small data.
 */
export const openInline = (): Connection => {
  const {execute, readJson, close} = openExecutor(':memory:');
  return {
    run: async (text, parameters) => execute({text, parameters}),
    readJson: async page => readJson(page),
    close: async () => close(),
  };
};
