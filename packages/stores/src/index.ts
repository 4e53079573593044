import type {Store} from '@edge-console/server/store';
import {openSqlite} from './sqlite/open-sqlite.ts';

const POSTGRES = /^postgres(?:ql)?:\/\//i;
// Refuses URLs and connection strings, because SQLite would create a file whose name contains the password. Refuses
// `file:` URIs, because SQLite might open an in-memory database, which loses its data.
const NOT_A_FILE = /^[a-z][a-z0-9+.-]*:\/\/|^(?:postgres\w*|file):|\b(?:password|passwd|pwd)\s*=/i;

/** Opens a database named by a `postgres://…` URL, or a SQLite file. Rejects with a RangeError for other text. */
export const openDatabase = async (database: string): Promise<Store> => {
  if (POSTGRES.test(database)) {
    const {openPostgres} = await import('./postgres/open-postgres.ts');
    // URL schemes are case-insensitive (RFC 3986), but the driver accepts only lower case.
    return openPostgres(database.replace(POSTGRES, scheme => scheme.toLowerCase()));
  }
  if (NOT_A_FILE.test(database)) {
    throw new RangeError('the database must be postgres://USER:PASSWORD@HOST/NAME, a SQLite file, or :memory:');
  }
  return openSqlite(database);
};
