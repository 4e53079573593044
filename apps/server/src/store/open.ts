import {openPostgres} from './postgres.ts';
import {openSqlite} from './sqlite.ts';
import type {Store} from './store.ts';

/** Opens what `--database` names: `postgres://…`, a SQLite file or `:memory:`. */
export const openStore = (database: string): Promise<Store> =>
  /^postgres(ql)?:\/\//.test(database) ? openPostgres(database) : openSqlite(database);
