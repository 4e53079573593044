import {openPostgres} from './postgres/open.ts';
import {openSqlite, type Where} from './sqlite/open.ts';
import type {Store} from './store.ts';

const POSTGRES = /^postgres(?:ql)?:\/\//i;
// Somebody's other database, which would be made as a file of that name, and its name told with the password in it.
// SQLite's own `file:` may name several databases in memory, of which a second connection sees another one.
const NO_FILE = /^[a-z][a-z0-9+.-]*:\/\/|^(?:postgres\w*|file):|\b(?:password|passwd|pwd)\s*=/i;

/**
 * Opens what `--database` names: `postgres://…`, a SQLite file or `:memory:`, which alone may be `inline`. Rejects with a
 * RangeError where it is none of these.
 */
export const openStore = async (database: string, where?: Where): Promise<Store> => {
  // Schemes have no case (RFC 3986), but for the driver they may have one.
  if (POSTGRES.test(database)) return openPostgres(database.replace(POSTGRES, scheme => scheme.toLowerCase()));
  if (NO_FILE.test(database)) {
    throw new RangeError('the database is postgres://USER:PASSWORD@HOST/NAME, a SQLite file, or :memory:');
  }
  return openSqlite(database, where);
};
