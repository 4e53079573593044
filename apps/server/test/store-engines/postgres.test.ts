import fc from 'fast-check';
import {Client} from 'pg';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {createServer, StoreUnavailable} from '../../src/index.ts';
import {POSTGRES_LAYOUTS} from '../../src/store/postgres/layouts.ts';
import {openPostgres} from '../../src/store/postgres/open.ts';
import type {ErrorLogFilter, Store} from '../../src/store/store.ts';
import {ANN_TOKEN, call, login, paged, SEED, START} from '../support.ts';
import {testStore} from './behaviour.ts';
import {type Cluster, execute, postgresBinaries, startCluster} from './cluster.ts';
import {expectWritesVisible} from './fresh.ts';
import {testLists} from './lists.ts';
import {entry, filter, scan} from './model.ts';
import {keptPlanOf} from './plans.ts';
import {roundRobin} from './round-robin.ts';

const ENTRY = {level: 4, count: 1, src: 0, log: 'x', log_time: 1, node_id: 0, node_type: 0, app_id: 0, req_id: ''};

const binaries = postgresBinaries();
if (!binaries)
  process.stderr.write('PostgreSQL is not installed (apt-get install postgresql): its tests are skipped.\n');

describe.skipIf(!binaries)('on PostgreSQL', () => {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '');
  });
  afterAll(() => cluster?.stop());
  const database = async (): Promise<string> => {
    if (!cluster) throw new Error('the cluster is started before the tests');
    return cluster.database();
  };
  const both = async (url: string): Promise<readonly [Store, Store]> => {
    const stores = await Promise.all([openPostgres(url), openPostgres(url)]);
    onTestFinished(async () => {
      await Promise.all(stores.map(store => store.close()));
    });
    return stores as [Store, Store];
  };

  testStore(async () => openPostgres(await database()));
  testLists(async () => openPostgres(await database()));

  test('a server that seeded it begins again at a reset, one that did not leaves it as it is', async () => {
    const url = await database();
    const first = await createServer({database: url, seed: SEED});
    onTestFinished(() => first.close());
    const second = await createServer({database: url});
    onTestFinished(() => second.close());
    await call(first, '/admin-api/api_token/3', {method: 'DELETE', token: ANN_TOKEN});
    await expect(second.reset()).rejects.toThrow('did not seed its database');
    await first.reset();
    expect((await call(second, '/admin-api/api_token/3', {token: ANN_TOKEN})).code).toBe(200);
  });

  test('copies that start at once with one seed: one fills it, the others say why they do not', async () => {
    const url = await database();
    const outcomes = await Promise.allSettled(Array.from({length: 4}, () => createServer({database: url, seed: SEED})));
    const servers = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    await Promise.all(servers.map(server => server.close()));
    const reasons = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect([servers.length, new Set(reasons)]).toEqual([
      1,
      new Set(['Error: the database is not empty; a seed needs an empty database']),
    ]);
  });

  test('statements that hang are given up, one by one and in transactions, and work again afterwards', async () => {
    const url = await database();
    const store = await openPostgres(url, 300);
    onTestFinished(() => store.close());
    const server = await createServer({store});
    onTestFinished(() => server.close());
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table account, error_log_counts');
    // More than there are connections, none of which may stay taken.
    const asked = Array.from({length: 12}, () => store.users.count());
    const written = store.atomically(inside => inside.errorLogs.append([ENTRY]));
    for (const one of await Promise.allSettled([...asked, written])) {
      expect(one).toEqual({status: 'rejected', reason: expect.any(StoreUnavailable)});
    }
    // What hangs for nobody else has left no connection behind that does.
    expect(await store.imports.position('file')).toBe(0);
    expect((await call(server, '/readyz')).code).toBe(503);
    await holder.query('rollback');
    await expect.poll(() => store.users.count().catch(() => -1), {timeout: 30_000}).toBe(0);
    await store.errorLogs.append([ENTRY]);
    expect((await store.errorLogs.list({}, {offset: 0, limit: 5})).rows.length).toBe(1);
  });

  test('the end does not wait for a statement that nobody answers', async () => {
    const url = await database();
    // Longer than this test may take.
    const store = await openPostgres(url, 600_000);
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table account');
    const asked = store.users.count().catch((error: unknown) => error);
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(async () => (await execute(url, waiting)).length, {timeout: 30_000}).toBe(1);
    await store.close();
    expect(await asked).toBeInstanceOf(StoreUnavailable);
  });

  test('whoever asks whether the server is ready is told in time', async () => {
    const url = await database();
    const server = await createServer({database: url});
    onTestFinished(() => server.close());
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table account');
    expect(await call(server, '/readyz')).toMatchObject({code: 503, body: {msg: 'the database does not answer'}});
    expect((await call(server, '/healthz')).code).toBe(200);
    await holder.query('rollback');
    expect((await call(server, '/readyz')).code).toBe(200);
  });

  test('many copies start at once on an empty database', async () => {
    const url = await database();
    const stores = await Promise.all(Array.from({length: 6}, () => openPostgres(url)));
    expect(await execute(url, 'select version from schema_version')).toEqual(
      POSTGRES_LAYOUTS.map((_, at) => ({version: at + 1})),
    );
    await Promise.all(stores.map(store => store.close()));
  });

  test('copies that write at once lose nothing, count right and never give an id twice', async () => {
    const url = await database();
    const [one, two] = await both(url);
    const entry = {level: 4, count: 1, src: 0, log: 'x', node_type: 0, app_id: 0, req_id: ''};
    // Other months, so that both make partitions; the other order, so that both want the rows of the rollup crosswise.
    const batch = (copy: number, round: number) =>
      Array.from({length: 40}, (_, at) => ({
        ...entry,
        log_time: ((copy === 0 ? at : 39 - at) % 4) * 40 * 86_400 + round,
        node_id: copy === 0 ? at : 39 - at,
      }));
    await Promise.all(
      [one, two].flatMap((store, copy) =>
        Array.from({length: 15}, (_, round) => store.errorLogs.append(batch(copy, round))),
      ),
    );
    const all = await one.errorLogs.list({}, {offset: 0, limit: 2000});
    expect([all.count, all.rows.length, new Set(all.rows.map(({id}) => id)).size]).toEqual([1200, 1200, 1200]);
    expect((await two.errorLogs.list({node_id: 7}, {offset: 0, limit: 0})).count).toBe(30);
  });

  // As if all entries were of one source: by what they cost, the indexes by time and by level would do as well.
  test('what fails because others were in the way is done again', async () => {
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
    await store.errorLogs.append([ENTRY]);
    const holder = new Client({connectionString: url});
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("begin; update error_log_counts set entries = entries; update api_token set name = 'other'");
    const working = [store.errorLogs.append([ENTRY]), store.tokens.update(id, undefined, {name: 'two', modified: 2})];
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(async () => (await execute(url, waiting)).length, {timeout: 30_000}).toBe(2);
    // Both saw what was before, and cannot be serialized with what is now.
    await holder.query('commit');
    await Promise.all(working);
    expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).count).toBe(2);
    expect((await store.tokens.find(id, undefined))?.name).toBe('two');
  });

  test('entries of one source are never looked for among all', async () => {
    const url = await database();
    const store = await openPostgres(url);
    onTestFinished(() => store.close());
    await store.errorLogs.append(Array.from({length: 20_000}, (_, at) => ({...ENTRY, log_time: at})));
    await execute(url, 'vacuum analyze');
    const indexes = async (filter: ErrorLogFilter) =>
      new Set((await keptPlanOf(url, filter)).match(/(?<=error_log_part_\d+_)\w+(?=_idx)/g));
    expect(await indexes({})).toEqual(new Set(['log_time_id']));
    expect(await indexes({level: 4})).toEqual(new Set(['level_log_time_id']));
    expect(await indexes({node_id: 9})).toEqual(new Set(['node_id_level_log_time_id']));
    expect(await indexes({node_type: 9, level: 3})).toEqual(new Set(['node_type_level_log_time_id']));
    expect(await indexes({app_id: 9})).toEqual(new Set(['app_id_level_log_time_id']));
  });

  test('two copies behind a round-robin are one server', async () => {
    const url = await database();
    const clock = () => START;
    const first = await createServer({database: url, seed: SEED, clock});
    const second = await createServer({database: url, clock});
    const front = await roundRobin([first.url, second.url]);
    onTestFinished(async () => {
      await front.close();
      await Promise.all([first.close(), second.close()]);
    });
    const server = {...first, url: front.url};
    const session = await login(server);
    for (let turn = 0; turn < 4; turn++) {
      const made = await call(server, '/admin-api/api_token', {session, json: {name: `t${turn}`, expire: 0}});
      const {id, token} = made.body.data as {id: number; token: string};
      expect((await call(server, `/admin-api/api_token/${id}`, {token})).body.data).toMatchObject({name: `t${turn}`});
    }
    expect(paged(await call(server, '/admin-api/api_token', {token: ANN_TOKEN})).meta.count).toBe(7);
    await call(server, '/admin-api/user/logout', {session});
    const after = await Promise.all([1, 2].map(() => call(server, '/admin-api/api_token', {session})));
    expect([after.map(({code}) => code), front.turns().every(turns => turns > 5)]).toEqual([[401, 401], true]);
  });

  test('what one copy changes is seen by the very next request to another', async () => {
    const url = await database();
    const [one, two] = [await createServer({database: url, seed: SEED}), await createServer({database: url})];
    onTestFinished(async () => {
      await Promise.all([one.close(), two.close()]);
    });
    await expectWritesVisible(one, two);
  });

  test('what is wrong with a database is told without its password', async () => {
    const url = new URL(await database());
    url.password = 's3cret';
    url.pathname = '/nowhere';
    const failure = await openPostgres(url.href).catch(String);
    expect(failure).toMatch(/database postgres:\/\/localhost\/nowhere: .*does not exist/);
    await execute(await database(), 'select 1');
  });

  test('entries of a time whose partition was dropped have a place again', async () => {
    const url = await database();
    const store = await openPostgres(url);
    onTestFinished(() => store.close());
    const entries = [ENTRY, {...ENTRY, log_time: 2_592_000}];
    await store.errorLogs.append(entries);
    const drop = async () => {
      await execute(url, 'drop table error_log_part_0; delete from error_log_counts where start < 2592000');
      expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).count).toBe(1);
    };
    await drop();
    await store.errorLogs.append([ENTRY]);
    await drop();
    expect(await store.errorLogs.raise(2, {count: 7, log_time: 5})).toBe(true);
    expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).rows.map(({id, count}) => [id, count])).toEqual([
      [2, 7],
    ]);
    await store.atomically(inside => inside.errorLogs.append(entries));
    expect((await store.errorLogs.list({}, {offset: 0, limit: 9})).count).toBe(3);
  });

  test('a database of the layout without months gets them', async () => {
    const url = await database();
    const first = await openPostgres(url);
    const added = fc.sample(entry, {numRuns: 300, seed: 7});
    await first.errorLogs.append(added);
    await first.close();
    await execute(
      url,
      `alter table error_log_counts rename to error_log_rollup; delete from error_log_rollup where grain > 4;
        delete from schema_version where version > 3`,
    );
    const second = await openPostgres(url);
    onTestFinished(() => second.close());
    const known = added.map((one, at) => ({...one, id: at + 1}));
    for (const wanted of fc.sample(filter, {numRuns: 100, seed: 8})) {
      expect((await second.errorLogs.list(wanted, {offset: 0, limit: 0})).count).toBe(scan(known, wanted).length);
    }
  });

  test('a database of a newer version is refused', async () => {
    const url = await database();
    await (await openPostgres(url)).close();
    await execute(url, 'insert into schema_version (version) values (99)');
    await expect(openPostgres(url)).rejects.toThrow(/layout 99/);
  });
});
