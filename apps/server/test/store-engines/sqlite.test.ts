import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {openInline} from '../../src/store/sqlite/connection.ts';
import {SQLITE_LAYOUTS} from '../../src/store/sqlite/layouts.ts';
import {openSqlite, storeOn} from '../../src/store/sqlite/open.ts';
import {testLists} from './list-tests.ts';
import {ALL, entry, filter, listAsJson, plain, scan} from './model.ts';
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

test('a page is JSON if the caller accepts it and every value has its type', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'edge-json-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const path = join(directory, 'edge.db');
  const store = await openSqlite(path);
  onTestFinished(() => store.close());
  await store.errorLogs.append([plain('one')]);
  const page = async (range = ALL) => store.errorLogs.list({}, range, 'json');
  expect(await page()).toEqual({
    count: 1,
    json: '[{"id":1,"level":4,"count":1,"src":0,"log_time":1,"log":"one"}]',
  });
  const foreign = new DatabaseSync(path);
  onTestFinished(() => foreign.close());
  for (const change of ["level = 'x'", 'count = 0.5', `log = '${'l'.repeat(16_385)}'`]) {
    foreign.exec(`update error_log set level = 4, count = 1, src = 0, log = 'one'`);
    foreign.exec(`update error_log set ${change}`);
    expect([change, 'json' in (await page())]).toEqual([change, false]);
  }
  foreign.exec(`update error_log set log = 'one', src = 9007199254740992`);
  await expect(page()).rejects.toThrow('too large');
  expect(await page({offset: 5, limit: 5})).toEqual({count: 1, json: '[]'});
});

test('texts of a page as JSON are those of its rows', async () => {
  const store = await openSqlite(':memory:', 'inline');
  onTestFinished(() => store.close());
  const texts = fc.sample(fc.string({unit: 'binary', maxLength: 40}), {numRuns: 200, seed: 1});
  const odd = [
    '\u0000',
    '"\\/\b\f\n\r\t\u001f\u007f\u0080\u2028\ufeff\uffff',
    '\ud800x\udc00',
    '123',
    'null',
    '{"a":1}',
    '',
  ];
  await store.errorLogs.append([...odd, ...texts].map(log => plain(log)));
  const page = await store.errorLogs.list({}, ALL, 'json');
  expect('json' in page && JSON.parse(page.json)).toEqual((await store.errorLogs.list({}, ALL)).rows);
});

test('SQLite does not prepare the statement of a page again', async () => {
  const texts: string[] = [];
  const {run, readJson, close} = openInline();
  const store = await storeOn({
    ...{close},
    run: (text, parameters) => {
      texts.push(text);
      return run(text, parameters);
    },
    readJson: page => {
      texts.push(page.rows.text, page.total.text);
      return readJson(page);
    },
  });
  onTestFinished(() => store.close());
  for (const wanted of [{}, {node_id: 1}, {level: 4}, {req_id: 'a'}, {level: 3, app_id: 2}]) {
    for (const offset of [0, 1000]) {
      await store.errorLogs.list(wanted, {offset, limit: 20});
      await store.errorLogs.list(wanted, {offset, limit: 20}, 'json');
    }
  }
  await store.tokens.list(1, ALL);
  await store.agents.applications(1, 'all', ALL);
  const limited = texts.filter(text => text.includes('limit'));
  expect(limited.length).toBeGreaterThan(10);
  // See `limitTo`.
  expect(limited.filter(text => /limit \?(?! \+ 0)/.test(text))).toEqual([]);
});

test('a list of one source reads only the rows it returns', async () => {
  const statements: string[] = [];
  const {run, readJson, close} = openInline();
  const store = await storeOn({
    ...{run, close},
    readJson: page => {
      statements.push(page.rows.text);
      return readJson(page);
    },
  });
  onTestFinished(() => store.close());
  await store.errorLogs.list({node_id: 1}, {offset: 0, limit: 20}, 'json');
  const {rows} = await run(`explain query plan ${statements.at(-1)}`, []);
  const plan = (rows as {detail: string}[]).map(({detail}) => detail);
  expect(plan.filter(step => step.startsWith('MERGE'))).toHaveLength(8);
  expect(plan.filter(step => step.includes('error_log_by_node'))).toHaveLength(9);
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

test('migration adds the JSON of entries, and keeps their ids', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'edge-layout-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const path = join(directory, 'edge.db');
  const before = SQLITE_LAYOUTS.slice(0, 4);
  const database = new DatabaseSync(path);
  database.exec('create table schema_version (version integer primary key not null)');
  for (const [at, statements] of before.entries()) {
    database.exec(`${statements.join(';')}; insert into schema_version (version) values (${at + 1})`);
  }
  database.exec(`insert into error_log (id, level, count, src, log_time, log, node_id, node_type, app_id, req_id)
    values (7, 4, 2, 1, 60, 'two', 1, 1, 3, 'r'), (3, 5, 1, 0, 50, 'one', 0, 0, 0, '')`);
  database.close();
  const store = await openSqlite(path);
  onTestFinished(() => store.close());
  const page = await store.errorLogs.list({}, ALL, 'json');
  expect('json' in page && JSON.parse(page.json)).toEqual([
    {id: 7, level: 4, count: 2, src: 1, log_time: 60, log: 'two'},
    {id: 3, level: 5, count: 1, src: 0, log_time: 50, log: 'one'},
  ]);
  await store.errorLogs.append([plain('next', 70)]);
  const {rows} = await store.errorLogs.list({req_id: 'r'}, ALL);
  expect(rows.map(({id}) => id)).toEqual([7]);
  expect((await listAsJson(store, {}, ALL)).rows.map(({id}) => id)).toEqual([8, 7, 3]);
});
