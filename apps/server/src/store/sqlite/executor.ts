import {DatabaseSync, type SQLInputValue, type StatementSync} from 'node:sqlite';
import type {Result} from './connection.ts';

// Statements are worth keeping: preparing one costs more than running it. Kysely makes few distinct texts.
const KEPT_STATEMENTS = 200;

interface Prepared {
  readonly statement: StatementSync;
  readonly reads: boolean;
}

export interface Executor {
  execute(text: string, parameters: readonly unknown[]): Result;
  close(): void;
}

/** Opens `path` (a file, made when missing, or `:memory:`) and runs statements on it, in the thread that calls. */
export const openExecutor = (path: string): Executor => {
  const database = new DatabaseSync(path, {timeout: 5000});
  database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory');
  if (path !== ':memory:') database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const kept = new Map<string, Prepared>();
  const prepare = (text: string): Prepared => {
    const known = kept.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    const prepared = {statement, reads: statement.columns().length > 0};
    if (kept.size >= KEPT_STATEMENTS) kept.clear();
    kept.set(text, prepared);
    return prepared;
  };
  return {
    execute: (text, parameters) => {
      // SQLite ends a transaction by itself where it must, for example on a full disk.
      if (text === 'rollback' && !database.isTransaction) return NOTHING;
      const {statement, reads} = prepare(text);
      const values = parameters as SQLInputValue[];
      if (reads) return {...NOTHING, rows: statement.all(...values)};
      const {changes, lastInsertRowid} = statement.run(...values);
      return {...NOTHING, changes: Number(changes), insertId: Number(lastInsertRowid)};
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
};

const NOTHING: Result = {rows: [], changes: 0, insertId: 0};
