import type {Generated} from 'kysely';

/** Times are milliseconds since the epoch, except `error_log.log_time`: Unix seconds, as on the wire. */
export interface Tables {
  account: {
    id: Generated<number>;
    username: string;
    password_hash: string;
    role: string;
    created: number;
    modified: number;
  };
  api_token: {
    id: Generated<number>;
    hash: string;
    uid: number;
    name: string;
    expire: number;
    created: number;
    modified: number;
  };
  session: {hash: string; uid: number; ends: number};
  error_log: {
    id: Generated<number>;
    level: number;
    count: number;
    src: number;
    log_time: number;
    log: string;
    node_id: number;
    node_type: number;
    app_id: number;
    req_id: string;
  };
  /** Number of entries per time span; see sql/rollup.ts. `start` is in Unix seconds. */
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
  /** Has a row once the database was opened again after its creation; see `migrate`. */
  opened_again: {id: number};
  agent: {id: number; name: string};
  /** `doc` is the application as JSON; the other columns are used by queries. */
  application: {agent_id: number; id: number; online: number; doc: string};
}
