import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {memoryStore, type Store} from '../../../../apps/server/src/index.ts';
import {temporaryDatabase, temporaryFolder} from '../../../../apps/server/test/folder.ts';
import {logEntry} from '../../../../apps/server/test/seed-rows.ts';
import {openSqlite} from '../../src/sqlite/open-sqlite.ts';
import {SQLITE_LAYOUTS} from '../../src/sqlite/sqlite-layouts.ts';

const ALL = {offset: 0, limit: 1000};
const user = (username: string) => ({username, role: 'r', passwordHash: 'h', created: 1, modified: 1});

const openFile = async (): Promise<Store> => {
  const store = await openSqlite(temporaryDatabase());
  onTestFinished(() => store.close());
  return store;
};

test('a rolled-back transaction neither shows its writes to concurrent statements nor undoes theirs', async () => {
  const store = await openFile();
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failing = store.transaction(async inside => {
    await inside.users.add([user('inside')]);
    begun.resolve();
    await go.promise;
    // Gives the statements outside of the transaction time to reach the database, if they do not wait.
    await inside.users.count();
    await inside.users.count();
    throw new Error('no');
  });
  await begun.promise;
  const outside = store.users.add([user('outside')]);
  const counted = store.users.count();
  go.resolve();
  await expect(failing).rejects.toThrow('no');
  await outside;
  expect(await counted).toBe(1);
  expect(await store.users.find('inside')).toBeUndefined();
  expect(await store.users.find('outside')).toBeDefined();
});

test.each([
  ['a file', openFile],
  ['memory', async () => memoryStore()],
])('concurrent transactions and statements in %s are isolated', async (_name, open) => {
  const store = await open();
  const names = Array.from({length: 60}, (_, at) => `user-${at}`);
  const writes = names.map(async (name, at) => {
    // Writes start a few microtasks apart, to cover many interleavings.
    for (let step = 0; step < at % 12; step++) await undefined;
    if (at % 3 > 0) return store.users.add([user(name)]);
    return store.transaction(async inside => {
      await inside.users.add([user(name)]);
      if (at % 2 === 0) throw new Error('no');
    });
  });
  const done = await Promise.allSettled(writes);
  const failed = done.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(failed).toEqual(Array.from({length: 10}, () => 'Error: no'));
  const present = await Promise.all(names.map(async name => (await store.users.find(name)) !== undefined));
  expect(present).toEqual(done.map(({status}) => status === 'fulfilled'));
});

test('a SQLite file keeps its data after it is closed, and two stores can share it', async () => {
  const path = temporaryDatabase();
  const first = await openSqlite(path);
  await first.errorLogs.append([logEntry('kept')]);
  const second = await openSqlite(path);
  await second.errorLogs.append([logEntry('added', {log_time: 2})]);
  expect((await first.errorLogs.list({}, ALL)).rows.map(({log}) => log)).toEqual(['added', 'kept']);
  await first.close();
  await second.close();
  const third = await openSqlite(path);
  expect((await third.errorLogs.list({}, ALL)).count).toBe(2);
  await third.close();
});

test('opening a SQLite file rejects if it is not a database', async () => {
  const path = temporaryFolder('store');
  await expect(openSqlite(join(path, 'missing', 'edge.db'))).rejects.toThrow(/unable to open/);
  await writeFile(join(path, 'text.db'), 'hello '.repeat(1000));
  await expect(openSqlite(join(path, 'text.db'))).rejects.toThrow(/not a database/);
});

test.each(['wal', 'delete'])(
  'openSqlite refuses a file with a newer schema version (journal mode %s), and does not change the file',
  async mode => {
    const path = temporaryDatabase();
    await (await openSqlite(path)).close();
    const database = new DatabaseSync(path);
    database.exec(`insert into schema_version (version) values (99); pragma journal_mode = ${mode}`);
    database.close();
    const before = await readFile(path);
    await expect(openSqlite(path)).rejects.toThrow(
      `database ${path}: written by a newer edge-server (layout 99; this one reads up to ${SQLITE_LAYOUTS.length}): ` +
        'update edge-server, or use another database',
    );
    expect(before.equals(await readFile(path))).toBe(true);
  },
);

test('a call on a closed SQLite store rejects', async () => {
  const store = await openSqlite(temporaryDatabase());
  await store.close();
  await expect(store.users.count()).rejects.toThrow();
});
