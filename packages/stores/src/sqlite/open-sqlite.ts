import type {Store} from '@edge-console/server/store';
import {Kysely, type SqliteDatabase, SqliteDialect, sql} from 'kysely';
import {migrate} from '../migrations.ts';
import type {Engine} from '../sql/engine.ts';
import {sqlStore} from '../sql/sql-store.ts';
import type {Tables} from '../tables.ts';
import {openDatabase} from './database.ts';
import {FileDriver} from './driver.ts';
import {assertWritable, createPrivateFile, restrictFiles} from './files.ts';
import {SQLITE_LAYOUTS} from './sqlite-layouts.ts';

const SQLITE: Engine = {
  partitioned: false,
  /** One JSON parameter is much faster than one parameter per value. */
  rows: (types, rows) => {
    const values = sql.join(types.map((_, index) => sql.raw(`value ->> ${index}`)));
    // `where true` keeps the parser from reading a following `on conflict` as a join condition.
    return sql`select ${values} from json_each(${JSON.stringify(rows)}) where true`;
  },
  mergesUnions: true,
  withPartitions: (_db, _times, work) => work(),
  // `openSqlite` replaces this function by a check of the file.
  assertWritable: async () => undefined,
  // No lock is needed, because write transactions start with `begin immediate`, and only one can run at a time.
  lock: async () => undefined,
  async clear(trx, tables) {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx);
    await sql`delete from sqlite_sequence`.execute(trx);
  },
  transaction: (db, work) => (db.isTransaction ? work(db) : db.transaction().execute(work)),
};

/**
 * Opens a store on a SQLite file and migrates it. Creates a missing file. Rejects if the file cannot be opened, is not
 * a database, or has a newer layout.
 */
export const openSqlite = async (path: string): Promise<Store> => {
  try {
    await createPrivateFile(path);
    const database = openDatabase(path);
    try {
      const store = await storeOn(database);
      await restrictFiles(path);
      return {...store, assertWritable: () => assertWritable(path)};
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw new Error(`database ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** A migration takes minutes with millions of entries. */
const MIGRATION_MS = 600_000;

export const storeOn = async (database: SqliteDatabase): Promise<Store> => {
  const driver = new FileDriver({database});
  const {patienceMs} = driver;
  const dialect = new SqliteDialect({database});
  dialect.createDriver = () => driver;
  const db = new Kysely<Tables>({dialect});
  driver.patienceMs = MIGRATION_MS;
  await migrate(db, SQLITE, SQLITE_LAYOUTS);
  driver.patienceMs = patienceMs;
  return sqlStore(db, SQLITE);
};
