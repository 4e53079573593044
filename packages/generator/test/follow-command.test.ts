import {mkdir, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {memoryStore, type Store} from '@edge-console/server';
import {StoreUnavailable} from '@edge-console/server/store';
import {expect, onTestFinished, test, vi} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {follow} from '../src/cli/follow.ts';

const line = (message: string) => `2026/11/20 12:00:00 [error] 31#31: *1 ${message}\n`;

/** Follows two logs with one entry each into a store. */
const setUp = async (store: Store) => {
  const folder = temporaryFolder('follow');
  const paths = ['a.log', 'b.log'].map(name => join(folder, name));
  for (const path of paths) await writeFile(path, line('one'));
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const [out, err] = [[] as string[], [] as string[]];
  const terminal = {
    out: (text: string | Buffer) => out.push(String(text)),
    err: (text: string) => err.push(text),
    stopped: stop.signal,
    version: '0',
  };
  const origin = {node_id: 0, node_type: 0, app_id: 0};
  return {paths, out, err, stop, ended: follow({store, paths, origin}, terminal)};
};

test('import --follow retries while the database is unavailable, and reports the failure once per log', async () => {
  const memory = memoryStore();
  let failures = 0;
  const transaction: Store['transaction'] = async (...work) => {
    failures += 1;
    if (failures <= 4) throw new StoreUnavailable('the disk is full');
    return memory.transaction(...work);
  };
  const {paths, out, err, stop, ended} = await setUp({...memory, transaction});
  const count = async () => (await memory.errorLogs.list({}, {offset: 0, limit: 0})).count;
  await vi.waitFor(async () => expect(await count()).toBe(2), {timeout: 20_000, interval: 20});
  stop.abort();
  await ended;
  expect(err).toEqual(paths.map(() => 'edge-logs: import: the disk is full; trying again\n'));
  expect(out.toSorted()).toEqual(paths.map(path => `1 entries imported from ${path}\n`));
});

test('a follow of several logs ends if one of them can no longer be read', async () => {
  const {paths, ended} = await setUp(memoryStore());
  const [path = ''] = paths;
  await rename(path, `${path}.1`);
  await mkdir(path);
  await expect(ended).rejects.toThrow(`${path} is not a regular file`);
});
