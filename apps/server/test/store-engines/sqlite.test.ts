import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {openSqlite} from '../../src/store/sqlite/open.ts';
import {testLists} from './list-tests.ts';
import {entry, filter, scan} from './model.ts';
import {testStore} from './store-tests.ts';

testStore(() => openSqlite(':memory:'));
testLists(() => openSqlite(':memory:'));

test('a store sees entries added through another connection', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'edge-counts-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const path = join(directory, 'edge.db');
  const [one, two] = [await openSqlite(path), await openSqlite(path)];
  const [some] = fc.sample(entry, 1);
  for (let size = 1; size <= 5; size++) {
    await one.errorLogs.append(some ? [some] : []);
    for (const store of [one, two, two]) {
      expect((await store.errorLogs.list({}, {offset: 0, limit: 0})).count).toBe(size);
    }
  }
  await one.close();
  await two.close();
});

test('migration adds the rollup', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'edge-counts-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const path = join(directory, 'edge.db');
  const first = await openSqlite(path);
  const added = fc.sample(entry, {numRuns: 500, seed: 7});
  await first.errorLogs.append(added);
  await first.close();
  const database = new DatabaseSync(path);
  database.exec('drop table error_log_counts; drop table import_file; delete from schema_version where version > 1');
  database.close();
  const second = await openSqlite(path);
  onTestFinished(() => second.close());
  const known = added.map((one, at) => ({...one, id: at + 1}));
  for (const wanted of fc.sample(filter, {numRuns: 100, seed: 8})) {
    expect((await second.errorLogs.list(wanted, {offset: 0, limit: 0})).count).toBe(scan(known, wanted).length);
  }
});
