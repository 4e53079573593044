import {Kysely, PostgresDialect, sql} from 'kysely';
import {migrate} from '../migrations.ts';
import {sqlStore} from '../sql.ts';
import type {Store} from '../store.ts';
import type {Tables} from '../tables.ts';
import {postgresEngine} from './engine.ts';
import {POSTGRES_LAYOUTS} from './layouts.ts';
import {postgresPool} from './pool.ts';

/**
 * Opens a store on PostgreSQL, or on what speaks its protocol, and brings its layout up to date. Any number of servers
 * may share it and start at once. Rejects when it cannot be reached, is not in UTF-8, or comes from a newer version.
 */
export const openPostgres = async (url: string): Promise<Store> => {
  const db = new Kysely<Tables>({dialect: new PostgresDialect({pool: postgresPool(url)})});
  const engine = postgresEngine();
  try {
    const {rows} = await sql<{server_encoding: string}>`show server_encoding`.execute(db);
    if (rows[0]?.server_encoding !== 'UTF8') throw new Error('its encoding is not UTF8');
    await migrate(db, engine, POSTGRES_LAYOUTS);
    return sqlStore(db, engine);
  } catch (error) {
    await db.destroy();
    throw new Error(`database ${withoutSecrets(url)}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const withoutSecrets = (url: string): string => {
  const {protocol, host, pathname} = URL.canParse(url) ? new URL(url) : {protocol: 'postgres:', host: '', pathname: ''};
  return `${protocol}//${host}${pathname}`;
};
