import {ADD_30_DAY_GRAIN, ADD_OPENED_AGAIN, fillRollup, type Layouts} from '../migrations.ts';

const SAFE_INTEGERS = ['id', 'level', 'count', 'src', 'log_time'].map(
  name => `typeof(${name}) = 'integer' and ${name} between -9007199254740991 and 9007199254740991`,
);

/**
 * Adds the column `json`: an entry as a page sends it; null if a value is not of its type, or the text is long. A stored
 * column needs a new table. `json` precedes the text: SQLite reads a row up to the last column it needs.
 */
const ADD_JSON: readonly string[] = [
  `create table error_log_new (id integer primary key, level integer not null, count bigint not null,
    src integer not null, log_time bigint not null, node_id bigint not null, node_type integer not null,
    app_id bigint not null, req_id text not null,
    json text generated always as (
      case when ${SAFE_INTEGERS.join(' and ')} and typeof(log) = 'text' and octet_length(log) <= 16384
      then json_object('id', id, 'level', level, 'count', count, 'src', src, 'log_time', log_time, 'log', log) end) stored,
    log text not null)`,
  `insert into error_log_new (id, level, count, src, log_time, node_id, node_type, app_id, req_id, log)
    select id, level, count, src, log_time, node_id, node_type, app_id, req_id, log from error_log order by id`,
  'drop table error_log',
  'alter table error_log_new rename to error_log',
  'create index error_log_by_time on error_log (log_time desc, id desc, level, node_id, node_type, app_id)',
  'create index error_log_by_level on error_log (level, log_time desc, id desc)',
  'create index error_log_by_node on error_log (node_id, level, log_time desc, id desc, node_type, app_id)',
  'create index error_log_by_type on error_log (node_type, level, log_time desc, id desc)',
  'create index error_log_by_app on error_log (app_id, level, log_time desc, id desc, node_id, node_type)',
  'create index error_log_by_request on error_log (req_id)',
];

export const SQLITE_LAYOUTS: Layouts = [
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
    ...fillRollup('error_log_rollup', start => `cast(floor(log_time / ${start}.0) as integer) * ${start}`),
    'drop index error_log_by_time',
    'drop index error_log_by_node',
    'drop index error_log_by_app',
    // Covering indexes: each contains every filter column, so that rows are read only for the result.
    'create index error_log_by_time on error_log (log_time desc, id desc, level, node_id, node_type, app_id)',
    'create index error_log_by_node on error_log (node_id, level, log_time desc, id desc, node_type, app_id)',
    'create index error_log_by_app on error_log (app_id, level, log_time desc, id desc, node_id, node_type)',
  ],
  ['create table import_file (file text primary key not null, position bigint not null)'],
  ADD_30_DAY_GRAIN,
  ADD_JSON,
  ADD_OPENED_AGAIN,
];
