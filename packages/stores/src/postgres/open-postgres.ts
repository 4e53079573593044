import {type Store, StoreUnavailable} from '@edge-console/server/store';
import {Kysely, PostgresDialect, sql} from 'kysely';
import {migrate} from '../migrations.ts';
import {sqlStore} from '../sql/sql-store.ts';
import type {Tables} from '../tables.ts';
import {readHosts} from './hosts.ts';
import {postgresPool} from './pool.ts';
import {postgresEngine} from './postgres-engine.ts';
import {POSTGRES_LAYOUTS} from './postgres-layouts.ts';

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Opens and migrates a store on PostgreSQL, or on a database with the same protocol. Rejects if the database is
 * unreachable, is not encoded in UTF-8, or has a newer layout. Error messages do not contain the password.
 */
export const openPostgres = async (url: string, statementTimeoutMs: number = STATEMENT_TIMEOUT_MS): Promise<Store> => {
  const hosts = readHosts(url);
  const engine = postgresEngine();
  // Without a statement timeout, because a migration of millions of entries takes minutes.
  const migrating = new Kysely<Tables>({dialect: new PostgresDialect({pool: postgresPool(hosts)})});
  try {
    const {rows} = await sql<{server_encoding: string}>`show server_encoding`.execute(migrating);
    if (rows[0]?.server_encoding !== 'UTF8') throw new Error('its encoding is not UTF8');
    await migrate(migrating, engine, POSTGRES_LAYOUTS);
  } catch (error) {
    const message = `database ${hosts.shown}: ${error instanceof Error ? error.message : String(error)}`;
    throw error instanceof StoreUnavailable ? new StoreUnavailable(message) : new Error(message);
  } finally {
    await migrating.destroy();
  }
  return sqlStore(
    new Kysely<Tables>({dialect: new PostgresDialect({pool: postgresPool(hosts, statementTimeoutMs)})}),
    engine,
  );
};
