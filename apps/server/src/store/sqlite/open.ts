import {Kysely, SqliteIntrospector, SqliteQueryCompiler} from 'kysely';
import {migrate} from '../migrations.ts';
import {sqlStore} from '../sql.ts';
import type {Store} from '../store.ts';
import type {Tables} from '../tables.ts';
import type {VersionedConnection} from './connection.ts';
import {SharedConnectionAdapter, SharedConnectionDriver} from './driver.ts';
import {sqliteEngine} from './engine.ts';
import {openInline} from './inline.ts';
import {SQLITE_LAYOUTS} from './layouts.ts';
import {openThread} from './thread.ts';
import {withFileVersion, withOwnVersion} from './version.ts';

/** Where a database in memory runs: on the event loop of the caller, or in a thread of its own. Files have a thread. */
export type Where = 'inline' | 'thread';

/**
 * Opens a store on SQLite, in a file (made when missing, WAL) or in `:memory:`, and brings its layout up to date.
 * Rejects when the file cannot be opened, is no database, or comes from a newer version.
 */
export const openSqlite = async (path: string, where: Where = 'thread'): Promise<Store> => {
  try {
    const connection = await connect(path, where);
    try {
      return await storeOn(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    throw new Error(`database ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const connect = async (path: string, where: Where): Promise<VersionedConnection> => {
  if (path !== ':memory:') return withFileVersion(await openThread(path), path);
  return withOwnVersion(where === 'inline' ? openInline() : await openThread(path));
};

/** A store on a database that is open already, its layout brought up to date. */
export const storeOn = async (connection: VersionedConnection): Promise<Store> => {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SharedConnectionAdapter(),
      createDriver: () => new SharedConnectionDriver(connection),
      createIntrospector: database => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  // Another process may be at it, for minutes where there are millions of entries.
  await connection.run('pragma busy_timeout = 600000', []);
  await migrate(db, sqliteEngine, SQLITE_LAYOUTS);
  await connection.run('pragma busy_timeout = 5000', []);
  return sqlStore(db, sqliteEngine, connection.version);
};
