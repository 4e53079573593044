import {type Kysely, sql} from 'kysely';
import type {Tables} from './tables.ts';

/** Forward only: a migration that was released never changes; the next one follows at the end. */
const MIGRATIONS: readonly (readonly string[])[] = [
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
];

/** Brings a database to the layout of this version. Throws where a newer version has already been at work. */
export const migrate = async (db: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists schema_version (version integer primary key not null)`.execute(db);
  const {rows} = await sql<{version: number | null}>`select max(version) as version from schema_version`.execute(db);
  const at = rows[0]?.version ?? 0;
  if (at > MIGRATIONS.length) throw new Error(`it has layout ${at}; this version knows ${MIGRATIONS.length}`);
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index < at) continue;
    await db.transaction().execute(async trx => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
      await sql`insert into schema_version (version) values (${index + 1})`.execute(trx);
    });
  }
};
