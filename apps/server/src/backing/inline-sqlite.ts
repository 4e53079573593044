import {DatabaseSync, type SQLInputValue, type StatementSync} from 'node:sqlite';
import {Kysely, SqliteIntrospector, SqliteQueryCompiler} from 'kysely';
import {migrate} from '../store/migrations.ts';
import {sqliteEngine} from '../store/sql/engine.ts';
import {sqlStore} from '../store/sql.ts';
import {SqliteThreadAdapter, SqliteThreadDriver} from '../store/sqlite-driver.ts';
import type {SqliteThread} from '../store/sqlite-thread.ts';
import type {Store} from '../store/store.ts';
import type {Tables} from '../store/tables.ts';
import {withOwnVersion} from '../store/version.ts';

/**
 * A store in memory without a thread of its own: it starts in a few ms and takes 13 MB less, which counts when tests
 * start servers by the hundred. A slow query blocks the event loop, so that it is for small data.
 */
export const openInline = async (): Promise<Store> => {
  const executor = withOwnVersion(executorOf(new DatabaseSync(':memory:')));
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteThreadAdapter(),
      createDriver: () => new SqliteThreadDriver(executor),
      createIntrospector: database => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  await migrate(db);
  return sqlStore(db, sqliteEngine, executor.version);
};

const executorOf = (database: DatabaseSync): Omit<SqliteThread, 'version'> => {
  database.exec('pragma foreign_keys = on; pragma temp_store = memory');
  const kept = new Map<string, StatementSync>();
  const prepare = (text: string): StatementSync => {
    const statement = kept.get(text) ?? database.prepare(text);
    if (kept.size >= KEPT_STATEMENTS) kept.clear();
    kept.set(text, statement);
    return statement;
  };
  return {
    run: async (text, parameters) => {
      const statement = prepare(text);
      const values = parameters as SQLInputValue[];
      if (statement.columns().length > 0) return {id: 0, rows: statement.all(...values), changes: 0, insertId: 0};
      const {changes, lastInsertRowid} = statement.run(...values);
      return {id: 0, rows: [], changes: Number(changes), insertId: Number(lastInsertRowid)};
    },
    close: async () => {
      kept.clear();
      if (database.isOpen) database.close();
    },
  };
};

const KEPT_STATEMENTS = 100;
