import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {sharedFolder, temporaryDatabase} from '../../../../apps/server/test/folder.ts';
import {testLists} from '../../../../apps/server/test/store-engines/list-tests.ts';
import {ALL, entry, filter, plain, scan} from '../../../../apps/server/test/store-engines/model.ts';
import {testStore} from '../../../../apps/server/test/store-engines/store-tests.ts';
import {openDatabase} from '../../src/sqlite/database.ts';
import {openSqlite, storeOn} from '../../src/sqlite/open-sqlite.ts';
import {testModel} from '../model-tests.ts';

const folder = sharedFolder('sqlite');
testModel(() => openSqlite(join(folder, 'model.db')));
testStore(() => openSqlite(join(folder, 'store.db')));
testLists(() => openSqlite(join(folder, 'lists.db')));

test('a SQLite store lists entries that were added through another connection', async () => {
  const path = temporaryDatabase();
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

test('every list statement has "limit ? + 0", so that SQLite does not prepare it again for another limit', async () => {
  const texts: string[] = [];
  const database = openDatabase(temporaryDatabase());
  const store = await storeOn({
    ...database,
    prepare: text => {
      texts.push(text);
      return database.prepare(text);
    },
  });
  onTestFinished(() => store.close());
  for (const wanted of [{}, {node_id: 1}, {level: 4}, {req_id: 'a'}, {level: 3, app_id: 2}]) {
    for (const offset of [0, 1000]) {
      await store.errorLogs.list(wanted, {offset, limit: 20});
    }
  }
  await store.tokens.list(1, ALL);
  await store.agents.applications(1, 'all', ALL);
  const limited = texts.filter(text => text.includes('limit'));
  expect(limited.length).toBeGreaterThan(5);
  // `limitTo` adds `+ 0` to the limit, so that SQLite does not prepare the statement again for a new value.
  expect(limited.filter(text => /limit \?(?! \+ 0)/.test(text))).toEqual([]);
});

test('a list filtered by one source reads only the rows that it returns', async () => {
  const statements: string[] = [];
  const database = openDatabase(temporaryDatabase());
  const store = await storeOn({
    ...database,
    prepare: text => {
      statements.push(text);
      return database.prepare(text);
    },
  });
  onTestFinished(() => store.close());
  await store.errorLogs.list({node_id: 1}, {offset: 0, limit: 20});
  const rows = database.prepare(`explain query plan ${statements.at(-1)}`).all([]) as {detail: string}[];
  const plan = rows.map(({detail}) => detail);
  expect(plan.filter(step => step.startsWith('MERGE'))).toHaveLength(8);
  expect(plan.filter(step => step.includes('error_log_by_node'))).toHaveLength(9);
});

test('the migration that adds error_log_counts counts the existing entries', async () => {
  const path = temporaryDatabase();
  const first = await openSqlite(path);
  const added = fc.sample(entry, {numRuns: 500, seed: 7});
  await first.errorLogs.append(added);
  await first.close();
  const database = new DatabaseSync(path);
  database.exec(`drop table error_log_counts; drop table import_file; drop table opened_again;
    delete from schema_version where version > 1`);
  database.close();
  const second = await openSqlite(path);
  onTestFinished(() => second.close());
  const known = added.map((one, at) => ({...one, id: at + 1}));
  for (const wanted of fc.sample(filter, {numRuns: 100, seed: 8})) {
    expect((await second.errorLogs.list(wanted, {offset: 0, limit: 0})).count).toBe(scan(known, wanted).length);
  }
});

test('an append that fails in its second statement stores nothing', async () => {
  const store = await openSqlite(temporaryDatabase());
  onTestFinished(() => store.close());
  const entries = Array.from({length: 1500}, (_, at) => plain(`e${at}`));
  // The entry that violates a constraint is in the second statement.
  const failing = store.errorLogs.append([...entries.slice(0, 1400), {...plain('bad'), level: null as never}]);
  await expect(failing).rejects.toThrow(/null/i);
  expect(await store.errorLogs.list({}, ALL)).toEqual({rows: [], count: 0});
  await store.errorLogs.append(entries);
  expect((await store.errorLogs.list({level: 4}, ALL)).count).toBe(1500);
});
