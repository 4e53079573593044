import {MONTHS, rollupOfAll} from '../sql/rollup-of-all.ts';

/** Forward only: a layout that was released never changes; the next one follows at the end. */
export const SQLITE_LAYOUTS: readonly (readonly string[])[] = [
  [
    `create table account (id integer primary key autoincrement, username text not null unique,
      password_hash text not null, role text not null, created bigint not null, modified bigint not null)`,
    `create table api_token (id integer primary key autoincrement, hash text not null unique,
      uid bigint not null references account (id) on delete cascade, name text not null, expire bigint not null,
      created bigint not null, modified bigint not null)`,
    'create index api_token_by_owner on api_token (uid, id)',
    `create table session (hash text primary key not null, uid bigint not null references account (id) on delete cascade,
      ends bigint not null)`,
    'create index session_by_end on session (ends)',
    `create table error_log (id integer primary key, level integer not null, count bigint not null,
      src integer not null, log_time bigint not null, log text not null, node_id bigint not null,
      node_type integer not null, app_id bigint not null, req_id text not null)`,
    'create index error_log_by_time on error_log (log_time desc, id desc)',
    'create index error_log_by_level on error_log (level, log_time desc, id desc)',
    'create index error_log_by_node on error_log (node_id, level, log_time desc, id desc)',
    'create index error_log_by_type on error_log (node_type, level, log_time desc, id desc)',
    'create index error_log_by_app on error_log (app_id, log_time desc, id desc)',
    'create index error_log_by_request on error_log (req_id)',
    'create table agent (id bigint primary key not null, name text not null)',
    `create table application (agent_id bigint not null references agent (id) on delete cascade, id bigint not null,
      online integer not null, doc text not null, primary key (agent_id, id))`,
  ],
  [
    `create table error_log_rollup (grain integer not null, app_id bigint not null, start bigint not null,
      node_type integer not null, node_id bigint not null, level integer not null, entries bigint not null,
      primary key (grain, app_id, start, node_type, node_id, level)) without rowid`,
    ...rollupOfAll('error_log_rollup', start => `cast(floor(log_time / ${start}.0) as integer) * ${start}`),
    'drop index error_log_by_time',
    'drop index error_log_by_node',
    'drop index error_log_by_app',
    // Each holds all that a filter may ask for, so that none has to look at rows that it does not show.
    'create index error_log_by_time on error_log (log_time desc, id desc, level, node_id, node_type, app_id)',
    'create index error_log_by_node on error_log (node_id, level, log_time desc, id desc, node_type, app_id)',
    'create index error_log_by_app on error_log (app_id, level, log_time desc, id desc, node_id, node_type)',
  ],
  ['create table import_file (file text primary key not null, position bigint not null)'],
  MONTHS,
];
