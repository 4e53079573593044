import {migrate, type Store, StoreUnavailable, sqlStore, type Tables} from '@edge-console/server/store';
import {Kysely, PostgresDialect, sql} from 'kysely';
import {postgresEngine} from './engine.ts';
import {POSTGRES_LAYOUTS} from './layouts.ts';
import {postgresPool} from './pool.ts';

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Opens a store on PostgreSQL, or a database with its protocol, and migrates it. Several servers may share the database
 * and start concurrently. Statements time out after `statementTimeoutMs`, default 30,000. Rejects if the database is
 * unreachable, is not encoded in UTF-8, or has a newer layout; messages do not contain the password.
 */
export const openPostgres = async (url: string, statementTimeoutMs: number = STATEMENT_TIMEOUT_MS): Promise<Store> => {
  if (!/^[^/]*\/\/(?:[^/?#@]*@)?[^/?#@]*(?:\/[^?#@]*)?(?:\?.*)?$/.test(url)) {
    // The driver would take part of the password as the host, which its errors contain.
    throw new RangeError('the database URL: write @, /, ? and # in a user or password as %40, %2F, %3F and %23');
  }
  const engine = postgresEngine();
  // No timeout: a migration takes minutes with millions of entries, also if another server runs it.
  const migrating = new Kysely<Tables>({dialect: new PostgresDialect({pool: postgresPool(url)})});
  try {
    const {rows} = await sql<{server_encoding: string}>`show server_encoding`.execute(migrating);
    if (rows[0]?.server_encoding !== 'UTF8') throw new Error('its encoding is not UTF8');
    await migrate(migrating, engine, POSTGRES_LAYOUTS);
  } catch (error) {
    const message = `database ${withoutSecrets(url)}: ${error instanceof Error ? error.message : String(error)}`;
    throw error instanceof StoreUnavailable ? new StoreUnavailable(message) : new Error(message);
  } finally {
    await migrating.destroy();
  }
  return sqlStore(
    new Kysely<Tables>({dialect: new PostgresDialect({pool: postgresPool(url, statementTimeoutMs)})}),
    engine,
  );
};

const withoutSecrets = (url: string): string => {
  const {protocol, host, pathname} = URL.canParse(url) ? new URL(url) : {protocol: 'postgres:', host: '', pathname: ''};
  return `${protocol}//${host}${pathname}`;
};
