import {Kysely, PostgresDialect, sql} from 'kysely';
import {migrate} from '../migrations.ts';
import {sqlStore} from '../sql.ts';
import type {Store} from '../store.ts';
import type {Tables} from '../tables.ts';
import {postgresEngine} from './engine.ts';
import {POSTGRES_LAYOUTS} from './layouts.ts';
import {postgresPool} from './pool.ts';

// Longer than any statement that somebody waits for, and no hang.
const PATIENCE_MS = 30_000;

/**
 * Opens a store on PostgreSQL, or on what speaks its protocol, and brings its layout up to date. Any number of servers
 * may share it and start at once. Rejects when it cannot be reached, is not in UTF-8, or comes from a newer version.
 */
export const openPostgres = async (url: string, patienceMs: number = PATIENCE_MS): Promise<Store> => {
  if (!/^[^/]*\/\/(?:[^/?#@]*@)?[^/?#@]*(?:\/[^?#@]*)?(?:\?.*)?$/.test(url)) {
    // It would be taken for a host, which failures tell.
    throw new RangeError('the database URL: write @, /, ? and # of a user or password as %40, %2F, %3F and %23');
  }
  const engine = postgresEngine();
  // A new layout takes minutes where there are millions of entries, or another server is at it.
  const first = new Kysely<Tables>({dialect: new PostgresDialect({pool: postgresPool(url)})});
  try {
    const {rows} = await sql<{server_encoding: string}>`show server_encoding`.execute(first);
    if (rows[0]?.server_encoding !== 'UTF8') throw new Error('its encoding is not UTF8');
    await migrate(first, engine, POSTGRES_LAYOUTS);
  } catch (error) {
    throw new Error(`database ${withoutSecrets(url)}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await first.destroy();
  }
  return sqlStore(new Kysely<Tables>({dialect: new PostgresDialect({pool: postgresPool(url, patienceMs)})}), engine);
};

const withoutSecrets = (url: string): string => {
  const {protocol, host, pathname} = URL.canParse(url) ? new URL(url) : {protocol: 'postgres:', host: '', pathname: ''};
  return `${protocol}//${host}${pathname}`;
};
