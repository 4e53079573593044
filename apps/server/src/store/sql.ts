import type {Kysely} from 'kysely';
import {sqlAgents} from './sql/agents.ts';
import {sqlErrorLogs} from './sql/error-logs.ts';
import {sqlSessions} from './sql/sessions.ts';
import {sqlTokens} from './sql/tokens.ts';
import {sqlUsers} from './sql/users.ts';
import type {Store} from './store.ts';
import type {Tables} from './tables.ts';

/** The store on any SQL database that Kysely speaks to. Closing it closes the database. */
export const sqlStore = (db: Kysely<Tables>): Store => ({
  users: sqlUsers(db),
  tokens: sqlTokens(db),
  sessions: sqlSessions(db),
  errorLogs: sqlErrorLogs(db),
  agents: sqlAgents(db),
  atomically: work => db.transaction().execute(trx => work(sqlStore(trx))),
  close: () => db.destroy(),
});
