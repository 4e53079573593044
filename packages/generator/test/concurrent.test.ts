import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {openStore, type Store} from '@edge-console/server';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {run} from '../src/cli/edge-logs.ts';
import {ConcurrentImport} from '../src/import/batches.ts';
import {importNginx} from '../src/import/import-nginx.ts';

const ORIGIN = {node_id: 0, node_type: 0, app_id: 0};
const ENTRIES = 5000;

const setUp = async () => {
  const folder = temporaryFolder('at-once');
  const [path, database] = [join(folder, 'error.log'), join(folder, 'edge.db')];
  await writeFile(path, Array.from({length: ENTRIES}, (_, n) => `2026/11/20 12:00:00 [error] n${n}\n`).join(''));
  const open = async () => {
    const store = await openStore(database);
    onTestFinished(() => store.close());
    return store;
  };
  return {path, database, open};
};

test('if two imports of a file run concurrently, one completes and the other rejects', async () => {
  const {path, open} = await setUp();
  const bothStarted = Promise.withResolvers<void>();
  let started = 0;
  // Delays the first writes of both imports until both have read the stored position.
  const holdFirstWrite = (store: Store): Store => ({
    ...store,
    transaction: async (...work) => {
      started += 1;
      if (started === 2) bothStarted.resolve();
      await bothStarted.promise;
      return store.transaction(...work);
    },
  });
  const stores = [await open(), await open()];
  const outcomes = await Promise.allSettled(
    stores.map(store => importNginx({store: holdFirstWrite(store), path, origin: ORIGIN})),
  );
  expect(outcomes.filter(({status}) => status === 'fulfilled')).toMatchObject([{value: {entries: ENTRIES}}]);
  expect(outcomes.filter(({status}) => status === 'rejected')).toEqual([
    {status: 'rejected', reason: expect.any(ConcurrentImport)},
  ]);
  for (const store of stores) {
    expect((await store.errorLogs.list({}, {offset: 0, limit: 0})).count).toBe(ENTRIES);
    expect(await importNginx({store, path, origin: ORIGIN})).toMatchObject({entries: 0});
  }
});

test('edge-logs import reports a concurrent import in one line and rolls back its batch', async () => {
  const {path, database, open} = await setUp();
  const [out, err] = [[] as string[], [] as string[]];
  const code = await run(['import', '--nginx', path, '--database', database], {
    out: text => out.push(String(text)),
    err: text => {
      // After the first batch (the first progress line), advances the stored position as another import would.
      if (err.push(text) > 1) return;
      const other = new DatabaseSync(database);
      other.exec('update import_file set position = position + 1');
      other.close();
    },
    stopped: new AbortController().signal,
    version: '0',
    columns: 60,
  });
  expect([code, out]).toEqual([1, []]);
  expect(err.slice(-2)).toEqual([
    '\r\u001b[K',
    `edge-logs: import: another import of ${path} is running; this one stops, and nothing is stored twice\n`,
  ]);
  expect((await (await open()).errorLogs.list({}, {offset: 0, limit: 0})).count).toBe(2000);
});
