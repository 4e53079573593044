import type {Store} from '@edge-console/server/store';
import {Kysely, SqliteIntrospector, SqliteQueryCompiler} from 'kysely';
import {migrate} from '../migrations.ts';
import {sqlStore} from '../sql/store.ts';
import type {Tables} from '../tables.ts';
import type {Connection} from './connection.ts';
import {assertWritable} from './disk.ts';
import {SharedConnectionAdapter, SharedConnectionDriver} from './driver.ts';
import {sqliteEngine} from './engine.ts';
import {createPrivateFile, restrictFiles} from './files.ts';
import {SQLITE_LAYOUTS} from './layouts.ts';
import {openThread} from './thread.ts';

/**
 * Opens a store on a SQLite file (created if missing, WAL mode, readable by its owner only), and migrates it. Rejects if
 * the file cannot be opened, is not a database, or has a newer layout.
 */
export const openSqlite = async (path: string): Promise<Store> => {
  try {
    await createPrivateFile(path);
    const connection = await openThread(path);
    try {
      const store = await storeOn(connection);
      await restrictFiles(path);
      return {...store, assertWritable: () => assertWritable(path)};
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    throw new Error(`database ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Migrates an open database and creates a store on it. */
export const storeOn = async (connection: Connection): Promise<Store> => {
  const driver = new SharedConnectionDriver(connection);
  const engine = sqliteEngine(driver);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SharedConnectionAdapter(),
      createDriver: () => driver,
      createIntrospector: database => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  // Another process may be migrating, which takes minutes with millions of entries.
  await connection.run('pragma busy_timeout = 600000', []);
  await migrate(db, engine, SQLITE_LAYOUTS);
  await connection.run('pragma busy_timeout = 5000', []);
  return sqlStore(db, engine);
};
