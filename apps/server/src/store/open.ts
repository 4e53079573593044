import {loadPackage} from '../load-package.ts';
import {memoryStore} from './memory.ts';
import {openSqlite} from './sqlite/open.ts';
import type {Store} from './store.ts';

const POSTGRES = /^postgres(?:ql)?:\/\//i;
// Rejected as file names: URLs and connection strings of other databases, which may contain a password, and SQLite's
// `file:` URIs, which can name an in-memory database that is separate for each connection.
const NOT_A_FILE = /^[a-z][a-z0-9+.-]*:\/\/|^(?:postgres\w*|file):|\b(?:password|passwd|pwd)\s*=/i;

interface PostgresPackage {
  openPostgres(url: string): Promise<Store>;
}

/**
 * Opens `postgres://…`, a SQLite file, or for `:memory:` a {@link memoryStore}. Rejects with a RangeError for anything
 * else, with the error of the database, or if the package for PostgreSQL is not installed.
 */
export const openStore = async (database: string): Promise<Store> => {
  if (database === ':memory:') return memoryStore();
  // URL schemes are case-insensitive (RFC 3986), but not for the driver.
  if (POSTGRES.test(database)) {
    const {openPostgres} = await loadPackage<PostgresPackage>('@edge-console/postgres', 'a postgres:// database');
    return openPostgres(database.replace(POSTGRES, scheme => scheme.toLowerCase()));
  }
  if (NOT_A_FILE.test(database)) {
    throw new RangeError('the database must be postgres://USER:PASSWORD@HOST/NAME, a SQLite file, or :memory:');
  }
  return openSqlite(database);
};
