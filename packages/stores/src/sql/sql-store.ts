import type {Store} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../tables.ts';
import {sqlAgents} from './agent-store.ts';
import type {Engine} from './engine.ts';
import {sqlErrorLogs} from './error-logs/error-log-store.ts';
import {sqlImports} from './import-store.ts';
import {sqlTokens} from './token-store.ts';
import {sqlCredentials, sqlSessions, sqlUsers} from './user-store.ts';

/** Closing the store closes the database. */
export const sqlStore = (db: Kysely<Tables>, engine: Engine): Store => ({
  users: sqlUsers(db),
  tokens: sqlTokens(db),
  sessions: sqlSessions(db),
  credentials: sqlCredentials(db),
  errorLogs: sqlErrorLogs(db, engine),
  agents: sqlAgents(db),
  imports: sqlImports(db),
  transaction: (work, mode) =>
    engine.transaction(db, async trx => {
      if (mode === 'exclusive') await engine.lock(trx);
      return work(sqlStore(trx, engine));
    }),
  isShared: async () => (await db.selectFrom('opened_again').select('id').executeTakeFirst()) !== undefined,
  assertWritable: () => engine.assertWritable(db),
  clear: () => engine.transaction(db, trx => engine.clear(trx, TABLES)),
  close: () => db.destroy(),
});

// Tables with foreign keys come before the tables to which they refer.
const TABLES: readonly (keyof Tables)[] = [
  'api_token',
  'session',
  'account',
  'application',
  'agent',
  'error_log',
  'error_log_counts',
  'import_file',
];
