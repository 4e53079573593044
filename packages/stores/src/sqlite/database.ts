import type {DatabaseSync, SQLInputValue} from 'node:sqlite';
import {StoreUnavailable} from '@edge-console/server/store';
import type {SqliteDatabase, SqliteStatement} from 'kysely';
import {assertKnownLayout} from '../migrations.ts';
import {memoize} from '../sql/prepare-query.ts';
import {SQLITE_LAYOUTS} from './sqlite-layouts.ts';

/**
 * Opens a SQLite file. Throws without changing the file if it is not a database or has a newer layout. Statements throw
 * {@link StoreUnavailable} if the file is locked, or the disk is full or not writable. Statements run on the main
 * thread, because reading a page takes less time than exchanging messages with a worker.
 */
export const openDatabase = (path: string): SqliteDatabase => {
  // Node.js 20 lacks `node:sqlite`: an import would fail before `node-version.ts` reports the version.
  const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');
  const database = new Database(path, {timeout: 5000});
  try {
    // Checks the layout before `pragma journal_mode`, which writes to the file.
    assertKnownLayout(layoutOf(database), SQLITE_LAYOUTS);
    database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory');
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0');
  } catch (error) {
    database.close();
    throw error;
  }
  const prepared = memoize<SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const statement = attempt(() => database.prepare(text));
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({name}) => name);
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: columns.length > 0,
      all: parameters => attempt(() => statement.all(...values(parameters))).map(row => toObject(columns, row)),
      run: parameters => attempt(() => statement.run(...values(parameters))),
      iterate: parameters => statement.iterate(...values(parameters)),
    };
  };
  return {
    // After an error such as a full disk, SQLite has already rolled back, and `rollback` would fail.
    prepare: text => {
      const needed = text === 'rollback' && !database.isTransaction ? 'select 1' : text;
      return prepared(needed, () => prepare(needed));
    },
    close: () => database.close(),
  };
};

const layoutOf = (database: DatabaseSync): number => {
  const table = database.prepare("select 1 from sqlite_master where name = 'schema_version'").get();
  if (table === undefined) return 0;
  return Number(database.prepare('select max(version) as version from schema_version').get()?.version ?? 0);
};

/** Converts an array to a row object. Row objects of `node:sqlite` would take twice as long to create and to copy. */
const toObject = (columns: readonly string[], row: unknown): object => {
  const object: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) object[columns[at] ?? ''] = (row as readonly unknown[])[at];
  return object;
};

const BUSY = 5;
const READ_ONLY = 8;
// BUSY, READONLY, IOERR, FULL and CANTOPEN: the lower 8 bits of result codes.
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([BUSY, READ_ONLY, 10, 13, 14]);

const attempt = <T>(run: () => T): T => {
  try {
    return run();
  } catch (error) {
    const {message, errcode = 0} = error as Error & {errcode?: number};
    const code = errcode & 0xff;
    if (!UNAVAILABLE_CODES.has(code)) throw error;
    throw new StoreUnavailable(message, code === BUSY ? 'busy' : code === READ_ONLY ? 'read-only' : 'failed');
  }
};
