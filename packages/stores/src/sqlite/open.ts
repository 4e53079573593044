import type {Store} from '@edge-console/server/store';
import {Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql} from 'kysely';
import {migrate} from '../migrations.ts';
import type {Engine} from '../sql/engine.ts';
import {sqlStore} from '../sql/store.ts';
import type {Tables} from '../tables.ts';
import {singleConnectionDriver} from './driver.ts';
import {assertWritable, createPrivateFile, restrictFiles} from './files.ts';
import {SQLITE_LAYOUTS} from './layouts.ts';
import {type Connection, openThread} from './thread.ts';

const SQLITE: Engine = {
  partitioned: false,
  /** One JSON parameter for all rows: much faster than one parameter per value. */
  rows: (types, rows) => {
    const values = sql.join(types.map((_, index) => sql.raw(`value ->> ${index}`)));
    // Without `where true`, the parser would read a following `on conflict` as a join condition.
    return sql`select ${values} from json_each(${JSON.stringify(rows)}) where true`;
  },
  mergesUnions: true,
  withPartitions: (_db, _times, work) => work(),
  // `openSqlite` checks the file.
  assertWritable: async () => undefined,
  // Write transactions are exclusive from their first statement (`begin immediate`).
  lock: async () => undefined,
  async clear(trx, tables) {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx);
    await sql`delete from sqlite_sequence`.execute(trx);
  },
  transaction: (db, work) => (db.isTransaction ? work(db) : db.transaction().execute(work)),
};

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
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => singleConnectionDriver(connection),
      createIntrospector: database => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  // Another process may be migrating, which takes minutes with millions of entries.
  await connection.run('pragma busy_timeout = 600000', []);
  await migrate(db, SQLITE, SQLITE_LAYOUTS);
  await connection.run('pragma busy_timeout = 5000', []);
  return sqlStore(db, SQLITE);
};
