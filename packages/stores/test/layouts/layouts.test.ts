import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {createServer} from '../../../../apps/server/src/index.ts';
import {temporaryDatabase} from '../../../../apps/server/test/folder.ts';
import {logEntry} from '../../../../apps/server/test/seed-rows.ts';
import {call, login, paged} from '../../../../apps/server/test/support.ts';
import {POSTGRES_LAYOUTS} from '../../src/postgres/postgres-layouts.ts';
import {SQLITE_LAYOUTS} from '../../src/sqlite/sqlite-layouts.ts';
import {type Cluster, execute, postgresBinaries, startCluster} from '../postgres/support/cluster.ts';

/**
 * Dumps of databases that releases with these layouts wrote, all with the same data. After a change of a layout, add the dump
 * of the layout before, and remove the oldest.
 */
const dump = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8');
const lastThree = ({length}: readonly unknown[]) => [length - 2, length - 1, length];

const TOKEN = 'a1d3c1de-0000-4000-8000-00000000e2e0';
const ENTRY = logEntry('new', {log_time: 1_794_000_000, node_id: 1, app_id: 101});

const expectAllData = async (database: string, text: string): Promise<void> => {
  const server = await createServer({database});
  onTestFinished(() => server.close());
  const {store} = server;
  const texts = async (query: string) => {
    const {data, meta} = paged(await call(server, `/admin-api/log_server/errlog?${query}`, {token: TOKEN}));
    return [meta.count, ...data.map(({log}) => log)];
  };
  expect(await login(server, {password: 'correct horse battery'})).toBeTypeOf('string');
  expect(await store.users.list()).toMatchObject([{username: 'ann'}, {username: 'bob'}]);
  expect(text).toContain(`'${(await store.users.find('bob'))?.passwordHash}'`);
  expect(await texts('')).toEqual([3, 'third entry', "second entry, with 'quotes' and ünïcode", 'first entry']);
  expect(await texts('level=3')).toEqual([1, 'first entry']);
  expect(await texts('app_id=101&start_time=1790000001')).toEqual([1, 'third entry']);
  expect(await texts('req_id=000028800bac65d7fed03afd')).toEqual([1, 'first entry']);
  expect(paged(await call(server, '/admin-api/api_token', {token: TOKEN})).data).toMatchObject([{name: 'for tests'}]);
  const {body} = await call(server, '/api/agents/2/applications', {token: TOKEN});
  expect(body).toMatchObject({data: [{id: 11, name: 'gateway', version: {nginx: '1.27.4'}}]});
  const [, hash = ''] = /session VALUES ?\('(\w+)'/.exec(text) ?? [];
  expect(await store.credentials.findOwner({credential: 'session', hash})).toMatchObject({user: {username: 'ann'}});
  expect(await store.imports.position('/var/log/nginx/error.log')).toBe(4096);
  await store.errorLogs.append([ENTRY]);
  expect(await texts('level=4&app_id=101')).toEqual([3, 'new', 'third entry', 'first entry']);
  expect(await store.isShared()).toBe(true);
};

test.each(lastThree(SQLITE_LAYOUTS))(
  'a server returns all data of a SQLite file with schema version %i',
  async layout => {
    const path = temporaryDatabase();
    const database = new DatabaseSync(path);
    const text = dump(`sqlite-${layout}`);
    database.exec(text);
    database.close();
    await expectAllData(path, text);
  },
);

const binaries = postgresBinaries();
if (!binaries)
  process.stderr.write('Skipped: layouts of PostgreSQL, which is not installed (apt-get install postgresql).\n');

describe.skipIf(!binaries)('on PostgreSQL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '');
  });
  afterAll(() => cluster?.stop());

  test.each(lastThree(POSTGRES_LAYOUTS))(
    'a server returns all data of a PostgreSQL database with schema version %i',
    async layout => {
      const url = await cluster.database();
      const text = dump(`postgres-${layout}`);
      await execute(url, text);
      await expectAllData(url, text);
    },
  );
});
