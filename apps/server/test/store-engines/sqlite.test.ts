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

test.each(['inline', 'thread', 'file'] as const)('writes change the version, reads do not (%s)', async where => {
  const directory = await mkdtemp(join(tmpdir(), 'edge-version-'));
  const store = await (where === 'file' ? openSqlite(join(directory, 'edge.db')) : openSqlite(':memory:', where));
  onTestFinished(async () => {
    await store.close();
    await rm(directory, {recursive: true});
  });
  const some = fc.sample(entry, {numRuns: 1000, seed: 9});
  await store.errorLogs.append(some);
  const before = store.version();
  expect(before).toBeDefined();
  // A direct page, pages in a snapshot, and another table.
  for (const [wanted, offset] of [
    [{}, 0],
    [{}, 900],
    [{node_id: 1, app_id: 1}, 3],
  ] as const) {
    await store.errorLogs.list(wanted, {offset, limit: 7});
  }
  await store.tokens.list(undefined, {offset: 0, limit: 7});
  expect(store.version()).toBe(before);
  await store.errorLogs.append(some.slice(0, 1));
  const after = store.version();
  expect(after).not.toBe(before);
  await store.transaction(inside => inside.errorLogs.append(some.slice(0, 1)));
  expect(store.version()).not.toBe(after);
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
