import type {AgentRecord, NewErrorLog, NewToken, NewUser, Session} from '@edge-console/server/store';
import type {Generated} from 'kysely';

type WithId<T> = T & {id: Generated<number>};

/**
 * Times are in milliseconds since the epoch, except `error_log.log_time`, which is in Unix seconds, as in the contract.
 */
export interface Tables {
  account: WithId<Omit<NewUser, 'passwordHash'> & {password_hash: string}>;
  api_token: WithId<NewToken>;
  session: Session;
  error_log: WithId<NewErrorLog>;
  /** `start` is in Unix seconds. */
  error_log_counts: {
    grain: number;
    app_id: number;
    start: number;
    node_type: number;
    node_id: number;
    level: number;
    entries: number;
  };
  import_file: {file: string; position: number};
  /** Has one row if the database was opened again after its creation. Other processes may then have written to it. */
  opened_again: {id: number};
  agent: AgentRecord;
  /** `doc` is the complete application as JSON. */
  application: {agent_id: number; id: number; online: number; doc: string};
}
