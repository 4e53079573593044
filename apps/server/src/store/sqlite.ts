import {Kysely, SqliteIntrospector, SqliteQueryCompiler} from 'kysely';
import {SQLITE_LAYOUTS} from './layouts/sqlite.ts';
import {migrate} from './migrations.ts';
import {sqliteEngine} from './sql/engine.ts';
import {sqlStore} from './sql.ts';
import {SqliteThreadAdapter, SqliteThreadDriver} from './sqlite-driver.ts';
import {openThread, type SqliteThread} from './sqlite-thread.ts';
import type {Store} from './store.ts';
import type {Tables} from './tables.ts';

/**
 * Opens a store on SQLite, in a file (made when missing, WAL) or in `:memory:`, and brings its layout up to date.
 * Rejects when the file cannot be opened, is no database, or comes from a newer version.
 */
export const openSqlite = async (path: string): Promise<Store> => {
  try {
    return await open(path);
  } catch (error) {
    throw new Error(`database ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const open = async (path: string): Promise<Store> => {
  const thread = await openThread(path);
  try {
    return await storeOn(thread);
  } catch (error) {
    await thread.close();
    throw error;
  }
};

/** A store on a database that is open already, its layout brought up to date. */
export const storeOn = async (thread: SqliteThread): Promise<Store> => {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteThreadAdapter(),
      createDriver: () => new SqliteThreadDriver(thread),
      createIntrospector: database => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  // Another process may be at it, for minutes where there are millions of entries.
  await thread.run('pragma busy_timeout = 600000', []);
  await migrate(db, SQLITE_LAYOUTS);
  await thread.run('pragma busy_timeout = 5000', []);
  return sqlStore(db, sqliteEngine, thread.version);
};
