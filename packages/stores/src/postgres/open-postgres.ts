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
 * Opens a store on PostgreSQL, or on a database with the same protocol, and migrates the database. Several servers may
 * share the database and start concurrently. If the URL has several hosts, each connection uses the first host that
 * accepts it. Statements time out after `statementTimeoutMs`, default 30,000. Rejects if the database is unreachable,
 * is not encoded in UTF-8, or has a newer layout. Error messages do not contain the password.
 */
export const openPostgres = async (url: string, statementTimeoutMs: number = STATEMENT_TIMEOUT_MS): Promise<Store> => {
  const hosts = readHosts(url);
  const engine = postgresEngine();
  // There is no timeout. With millions of entries, a migration by this or another server takes minutes, and it must end
  // first.
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
