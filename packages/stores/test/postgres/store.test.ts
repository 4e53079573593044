import fc from 'fast-check';
import {Client} from 'pg';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {createServer, StoreUnavailable} from '../../../../apps/server/src/index.ts';
import type {ErrorLogFilter, Store} from '../../../../apps/server/src/store/store.ts';
import {logEntry} from '../../../../apps/server/test/seed-rows.ts';
import {testLists} from '../../../../apps/server/test/store-engines/list-tests.ts';
import {entry, filter, scan} from '../../../../apps/server/test/store-engines/model.ts';
import {testStore} from '../../../../apps/server/test/store-engines/store-tests.ts';
import {expectWritesVisible} from '../../../../apps/server/test/store-engines/visibility.ts';
import {ANN_TOKEN, call, login, paged, SEED, START, startOn} from '../../../../apps/server/test/support.ts';
import {openPostgres} from '../../src/postgres/open-postgres.ts';
import {POSTGRES_LAYOUTS} from '../../src/postgres/postgres-layouts.ts';
import {testModel} from '../model-tests.ts';
import {type Cluster, execute, postgresBinaries, startCluster} from './support/cluster.ts';
import {genericPlanOf} from './support/plans.ts';
import {roundRobin} from './support/round-robin.ts';

/** Returns SQL that undoes layout versions 6 and 7: ids come from reserved blocks, and the next begins at `next`. */
const withBlocks = (next: number) =>
  `alter table error_log alter column id drop default; drop sequence error_log_id;
    drop table opened_again; create table id_block (name text primary key, next bigint not null); insert into id_block values ('error_log', ${next})`;

const binaries = postgresBinaries();
if (!binaries)
  process.stderr.write('PostgreSQL is not installed (apt-get install postgresql): its tests are skipped.\n');

/** Makes the next writes create their partitions, as in a new database. */
const DROP_PARTITIONS = `do $$ declare part regclass; begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'error_log'::regclass loop
    execute format('drop table %s', part);
  end loop; end $$`;

describe.skipIf(!binaries)('on PostgreSQL', () => {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '');
  });
  afterAll(() => cluster?.stop());
  const database = async (): Promise<string> => {
    if (!cluster) throw new Error('the cluster has not been started');
    return cluster.database();
  };
  // Tests that do not depend on a new database share one, because creating and migrating it takes longer than most tests.
  let shared: string | undefined;
  const cleared = async (): Promise<string> => {
    shared ??= await database();
    const store = await openPostgres(shared);
    await execute(shared, DROP_PARTITIONS);
    await store.clear();
    await store.close();
    return shared;
  };
  const both = async (url: string): Promise<readonly [Store, Store]> => {
    const stores = await Promise.all([openPostgres(url), openPostgres(url)]);
    onTestFinished(async () => {
      await Promise.all(stores.map(store => store.close()));
    });
    return stores as [Store, Store];
  };

  // There are fewer runs than on SQLite, because an operation takes ten times as long and the queries are the same.
  testModel(async () => openPostgres(await cleared()), 40);
  testStore(async () => openPostgres(await cleared()));
  testLists(async () => openPostgres(await cleared()));

  test('of several servers that start concurrently with a seed, exactly one loads the seed', async () => {
    const url = await cleared();
    const servers = await Promise.all(Array.from({length: 4}, () => startOn(createServer, url, {seed: SEED})));
    expect(servers.filter(({seeded}) => seeded).length).toBe(1);
  });

  test('hanging statements time out, also in transactions, and their connections become free', async () => {
    const url = await cleared();
    const store = await openPostgres(url, 300);
    onTestFinished(() => store.close());
    const server = await createServer({store});
    onTestFinished(() => server.close());
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table account, error_log_counts');
    // 12 statements are more than the 8 connections of the pool.
    const counts = Array.from({length: 12}, () => store.users.count());
    const written = store.transaction(inside => inside.errorLogs.append([logEntry()]));
    for (const one of await Promise.allSettled([...counts, written])) {
      expect(one).toEqual({status: 'rejected', reason: expect.any(StoreUnavailable)});
    }
    // The timed-out statements have freed their connections, so a statement on an unlocked table can run.
    expect(await store.imports.position('file')).toBe(0);
    expect((await call(server, '/readyz')).code).toBe(503);
    await holder.query('rollback');
    await expect.poll(() => store.users.count().catch(() => -1), {timeout: 30_000}).toBe(0);
    await store.errorLogs.append([logEntry()]);
    expect((await store.errorLogs.list({}, {offset: 0, limit: 5})).rows.length).toBe(1);
  });

  test('close() of a store does not wait for a hanging statement', async () => {
    const url = await cleared();
    // A statement timeout beyond the test's duration, so that it cannot end the statement.
    const store = await openPostgres(url, 600_000);
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table account');
    const count = store.users.count().catch((error: unknown) => error);
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(async () => (await execute(url, waiting)).length, {timeout: 30_000}).toBe(1);
    await store.close();
    expect(await count).toBeInstanceOf(StoreUnavailable);
  });

  test('/readyz gets 503 after a timeout while the database hangs', async () => {
    const url = await cleared();
    const server = await createServer({database: url});
    onTestFinished(() => server.close());
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table account');
    expect(await call(server, '/readyz')).toMatchObject({code: 503, body: {msg: 'the database does not respond'}});
    expect((await call(server, '/healthz')).code).toBe(200);
    await holder.query('rollback');
    expect((await call(server, '/readyz')).code).toBe(200);
  });

  test('several servers can start concurrently on an empty database', async () => {
    const url = await database();
    const stores = await Promise.all(Array.from({length: 6}, () => openPostgres(url)));
    expect(await execute(url, 'select version from schema_version')).toEqual(
      POSTGRES_LAYOUTS.map((_, at) => ({version: at + 1})),
    );
    await Promise.all(stores.map(store => store.close()));
  });

  test('counts stay exact and ids unique when two servers write concurrently', async () => {
    const url = await database();
    const [one, two] = await both(url);
    // Both servers write entries for several months, so that both create partitions. They write in opposite order, to
    // provoke deadlocks on rows of the rollup.
    const batch = (server: number, round: number) =>
      Array.from({length: 40}, (_, at) => {
        const node_id = server === 0 ? at : 39 - at;
        return logEntry('x', {node_id, log_time: (node_id % 4) * 40 * 86_400 + round});
      });
    await Promise.all(
      [one, two].flatMap((store, server) =>
        Array.from({length: 15}, (_, round) => store.errorLogs.append(batch(server, round))),
      ),
    );
    const all = await one.errorLogs.list({}, {offset: 0, limit: 2000});
    expect([all.count, all.rows.length, new Set(all.rows.map(({id}) => id)).size]).toEqual([1200, 1200, 1200]);
    expect((await two.errorLogs.list({node_id: 7}, {offset: 0, limit: 0})).count).toBe(30);
  });

  test('statements and transactions are retried after serialization failures', async () => {
    const url = await database();
    await execute(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = serializable`,
    );
    const store = await openPostgres(url);
    onTestFinished(() => store.close());
    await store.users.add([{username: 'ann', role: 'r', passwordHash: 'h', created: 1, modified: 1}]);
    const uid = (await store.users.find('ann'))?.id ?? 0;
    const {id} = await store.tokens.add({uid, name: 'one', hash: 'h', expire: 0, created: 1, modified: 1});
    await store.errorLogs.append([logEntry()]);
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("begin; update error_log_counts set entries = entries; update api_token set name = 'other'");
    const working = [
      store.errorLogs.append([logEntry()]),
      store.tokens.update(id, undefined, {name: 'two', modified: 2}),
    ];
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(async () => (await execute(url, waiting)).length, {timeout: 30_000}).toBe(2);
    // `append` and `update` read the data before this commit, so they get a serialization failure.
    await holder.query('commit');
    await Promise.all(working);
    expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).count).toBe(2);
    expect((await store.tokens.find(id, undefined))?.name).toBe('two');
  });

  // All entries have the same node, node type and application. By cost alone, PostgreSQL could therefore use the
  // indexes by time or by level instead.
  test('a filter by node, node type or application uses the index of that column', async () => {
    const url = await database();
    const store = await openPostgres(url);
    onTestFinished(() => store.close());
    await store.errorLogs.append(Array.from({length: 4000}, (_, at) => logEntry('x', {log_time: at})));
    await execute(url, 'vacuum analyze');
    const indexes = async (filter: ErrorLogFilter) =>
      new Set((await genericPlanOf(url, filter)).match(/(?<=error_log_part_\d+_)\w+(?=_idx)/g));
    expect(await indexes({})).toEqual(new Set(['log_time_id']));
    expect(await indexes({level: 4})).toEqual(new Set(['level_log_time_id']));
    expect(await indexes({node_id: 9})).toEqual(new Set(['node_id_level_log_time_id']));
    expect(await indexes({node_type: 9, level: 3})).toEqual(new Set(['node_type_level_log_time_id']));
    expect(await indexes({app_id: 9})).toEqual(new Set(['app_id_level_log_time_id']));
  });

  test('a client sees two servers behind a round-robin proxy as one server', async () => {
    const url = await cleared();
    const clock = () => START;
    const first = await startOn(createServer, url, {seed: SEED, clock});
    const second = await startOn(createServer, url, {clock});
    const front = await roundRobin([first.url, second.url]);
    onTestFinished(() => front.close());
    const server = {...first, url: front.url};
    const session = await login(server);
    for (let at = 0; at < 4; at++) {
      const made = await call(server, '/admin-api/api_token', {session, json: {name: `t${at}`, expire: 0}});
      const {id, token} = made.body.data as {id: number; token: string};
      expect((await call(server, `/admin-api/api_token/${id}`, {token})).body.data).toMatchObject({name: `t${at}`});
    }
    expect(paged(await call(server, '/admin-api/api_token', {token: ANN_TOKEN})).meta.count).toBe(7);
    await call(server, '/admin-api/user/logout', {session});
    const after = await Promise.all([1, 2].map(() => call(server, '/admin-api/api_token', {session})));
    expect([after.map(({code}) => code), front.connections().every(count => count > 5)]).toEqual([[401, 401], true]);
  });

  test('a write through one server is visible to the next request to another server', async () => {
    const url = await cleared();
    const [one, two] = [await startOn(createServer, url, {seed: SEED}), await startOn(createServer, url, {})];
    await expectWritesVisible(one, two);
  });

  test('the error for a database that cannot be opened does not contain the password', async () => {
    const url = new URL(await cleared());
    url.password = 's3cret';
    url.pathname = '/nowhere';
    const failure = await openPostgres(url.href).catch(String);
    expect(failure).toMatch(/database postgres:\/\/localhost\/nowhere: .*does not exist/);
  });

  test('a partition that was dropped is created again by the next write that needs it', async () => {
    const url = await cleared();
    const store = await openPostgres(url);
    onTestFinished(() => store.close());
    const entries = [logEntry(), logEntry('x', {log_time: 2_592_000})];
    await store.errorLogs.append(entries);
    const drop = async () => {
      await execute(url, 'drop table error_log_part_0; delete from error_log_counts where start < 2592000');
      expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).count).toBe(1);
    };
    await drop();
    await store.errorLogs.append([logEntry()]);
    await drop();
    expect(await store.errorLogs.recordRecurrence(2, {count: 7, log_time: 5})).toBe(true);
    expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).rows.map(({id, count}) => [id, count])).toEqual([
      [2, 7],
    ]);
    await store.transaction(inside => inside.errorLogs.append(entries));
    expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).count).toBe(3);
  });

  test.each([[5000], [1]])(
    'the migration from blocks of entry ids to a sequence assigns no id twice (next block starts at %i)',
    async next => {
      const url = await database();
      const first = await openPostgres(url);
      await first.errorLogs.append([logEntry(), logEntry()]);
      await first.close();
      await execute(url, `${withBlocks(next)}; delete from schema_version where version > 5`);
      const second = await openPostgres(url);
      onTestFinished(() => second.close());
      await second.errorLogs.append([logEntry()]);
      const {rows} = await second.errorLogs.list({}, {offset: 0, limit: 9});
      expect(rows.map(({id}) => id)).toEqual([Math.max(next, 3), 2, 1]);
    },
  );

  test('the migration that adds entry counts per 30 days keeps the counts of all filters correct', async () => {
    const url = await database();
    const first = await openPostgres(url);
    const added = fc.sample(entry, {numRuns: 300, seed: 7});
    await first.errorLogs.append(added);
    await first.close();
    await execute(
      url,
      `alter table error_log_counts rename to error_log_rollup; delete from error_log_rollup where grain > 4;
        ${withBlocks(1)}; delete from schema_version where version > 3`,
    );
    const second = await openPostgres(url);
    onTestFinished(() => second.close());
    const known = added.map((one, at) => ({...one, id: at + 1}));
    for (const wanted of fc.sample(filter, {numRuns: 100, seed: 8})) {
      expect((await second.errorLogs.list(wanted, {offset: 0, limit: 0})).count).toBe(scan(known, wanted).length);
    }
  });

  test('openPostgres refuses a database with a newer schema version, and does not change the database', async () => {
    const url = await database();
    await (await openPostgres(url)).close();
    await execute(url, 'insert into schema_version (version) values (99)');
    await expect(openPostgres(url)).rejects.toThrow(
      `: written by a newer edge-server (layout 99; this one reads up to ${POSTGRES_LAYOUTS.length}): update edge-server, ` +
        'or use another database',
    );
    expect(await execute(url, 'select * from opened_again')).toEqual([]);
  });
});
