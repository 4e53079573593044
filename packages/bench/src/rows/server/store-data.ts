import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {openStore, type Store} from '@edge-console/server';
// Imported by path, because the package of the stores does not export its migrations and test support.
import {ADD_30_DAY_GRAIN, fillRollup} from '../../../../stores/src/migrations.ts';
import {execute, postgresBinaries, startCluster} from '../../../../stores/test/postgres/support/cluster.ts';

// EDGE_BENCH_ENTRIES=10000000 measures ten million entries, which take minutes to create.
export const LARGE = Number(process.env.EDGE_BENCH_ENTRIES ?? 200_000);

/** Unix seconds. The entries are spread evenly over the week after this time. */
export const OLDEST = 1_795_000_000;
export const WEEK = 604_800;

export interface Filled {
  readonly store: Store;
  close(): Promise<void>;
}

export const fillSqlite = async (entries: number): Promise<Filled> => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  const path = join(folder, 'edge.db');
  await (await openStore(path)).close();
  insertAll(path, entries);
  const store = await openStore(path);
  const close = async () => {
    await store.close();
    rmSync(folder, {recursive: true});
  };
  return {store, close};
};

export const startPostgres = async () => {
  const binaries = postgresBinaries();
  if (!binaries) throw new Error('PostgreSQL is not installed');
  const cluster = await startCluster(binaries);
  return {fill: async (entries: number) => fillPostgres(await cluster.database(), entries), stop: cluster.stop};
};

const fillPostgres = async (url: string, entries: number): Promise<Filled> => {
  const store = await openStore(url);
  const entry = {level: 0, count: 1, src: 0, log: '', node_id: 0, node_type: 0, app_id: 0, req_id: ''};
  // `append` creates the partitions for these times. Without partitions, the `insert` below would fail.
  await store.errorLogs.append([OLDEST, OLDEST + WEEK].map(log_time => ({...entry, log_time})));
  const indexes = await execute(
    url,
    "select indexname, indexdef from pg_indexes where tablename = 'error_log' and indexname like 'error_log_by_%'",
  );
  await execute(
    url,
    [
      'truncate error_log, error_log_counts',
      ...indexes.map(({indexname}) => `drop index ${indexname}`),
      `insert into error_log (id, ${COLUMNS}) select i + 1, ${valuesOf(entries, "lpad(to_hex(i / 2), 24, '0')")}
        from generate_series(0::bigint, ${entries - 1}) as numbers (i)`,
      `select setval('error_log_id', ${entries})`,
      ...indexes.map(({indexdef}) => String(indexdef).replace(' ON ONLY ', ' ON ')),
      'alter table error_log_counts rename to error_log_rollup',
      ...fillRollup('error_log_rollup', start => `log_time / ${start} * ${start}`),
      ...ADD_30_DAY_GRAIN,
    ].join(';\n'),
  );
  await execute(url, 'vacuum analyze');
  return {store, close: store.close};
};

const COLUMNS = 'level, count, src, log_time, log, node_id, node_type, app_id, req_id';

/**
 * SQL expressions for the columns of an entry. The SQL column `i` is the number of the entry, from 0. `request` is the
 * SQL expression of its request id.
 */
const valuesOf = (entries: number, request: string): string => `
  case when i * 7919 % 100 < 45 then 4 when i * 7919 % 100 < 65 then 5 when i * 7919 % 100 < 80 then 6
    when i * 7919 % 100 < 93 then 7 when i * 7919 % 100 < 96 then 8 else i * 7919 % 100 - 96 end,
  1, 0, ${OLDEST} + i * ${WEEK} / ${entries},
  '2026/11/20 12:00:03 [error] 31#31: *' || i || case i * 31 % 11
      when 0 then ' open() "/srv/www/images/' || (i % 977) || '.png" failed (2: No such file or directory)'
      when 1 then ' connect() failed (111: Connection refused) while connecting to upstream'
      when 2 then ' upstream prematurely closed connection while reading response header from upstream'
      when 3 then ' client intended to send too large body: ' || (i * 7 % 90001) || ' bytes'
      when 4 then ' [lua] auth.lua:112: check(): token of user ' || (i % 5003) || ' expired'
      else ' upstream timed out (110: Connection timed out) while reading response header from upstream' end
    || ', client: 10.0.7.' || (i % 251) || ', server: api.example.com, request: "GET /v1/items/' || (i % 4001) || ' HTTP/1.1"',
  1 + i * 104729 % 8, case i * 104729 % 8 when 6 then 1 when 7 then 2 else 0 end,
  100 * (1 + i * 104729 % 8) + i * 31337 % 17, ${request}`;

const insertAll = (path: string, entries: number): void => {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000');
  const texts = database
    .prepare("select name, sql from sqlite_master where type = 'index' and tbl_name = 'error_log' and sql is not null")
    .all() as {name: string; sql: string}[];
  for (const {name} of texts) database.exec(`drop index ${name}`);
  database.exec(`insert into error_log (${COLUMNS})
    with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${entries - 1})
    select ${valuesOf(entries, "printf('%024x', i / 2)")} from numbers`);
  for (const {sql} of texts) database.exec(sql);
  const rollup = fillRollup('error_log_rollup', start => `cast(floor(log_time / ${start}.0) as integer) * ${start}`);
  database.exec(
    ['alter table error_log_counts rename to error_log_rollup', ...rollup, ...ADD_30_DAY_GRAIN].join(';\n'),
  );
  database.close();
};
