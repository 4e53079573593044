import {openPostgres} from './postgres/open.ts';
import {openSqlite, type Where} from './sqlite/open.ts';
import type {Store} from './store.ts';

/** Opens what `--database` names: `postgres://…`, a SQLite file or `:memory:`, which alone may be `inline`. */
export const openStore = (database: string, where?: Where): Promise<Store> =>
  /^postgres(ql)?:\/\//.test(database) ? openPostgres(database) : openSqlite(database, where);
