import {appendFile, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {memoryStore, type Store} from '@edge-console/server';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {run as runProgram} from '../src/cli/edge-logs.ts';
import {importNginx} from '../src/import/import-nginx.ts';

const ORIGIN = {node_id: 3, node_type: 1, app_id: 5};
const line = (second: number, level: string, text: string) =>
  `2026/11/20 12:00:${String(second).padStart(2, '0')} [${level}] 31#31: *1873 ${text}\n`;
const at = (second: number) => Math.floor(new Date(2026, 10, 20, 12, 0, second).getTime() / 1000);

const setUp = async (content: string | Buffer): Promise<{path: string; store: Store; folder: string}> => {
  const folder = temporaryFolder('import');
  const store = memoryStore();
  onTestFinished(async () => {
    await store.close();
  });
  const path = join(folder, 'error.log');
  await writeFile(path, content);
  return {path, store, folder};
};
const all = async (store: Store) => (await store.errorLogs.list({}, {offset: 0, limit: 1000})).rows.toReversed();

test('an import stores levels, times, request ids and Lua traces of an nginx error log', async () => {
  const trace =
    'lua entry thread aborted: runtime error: router.lua:217: oops\nstack traceback:\ncoroutine 0:\n\trouter.lua: in main';
  const {path, store} = await setUp(
    [
      'nginx: [warn] something before the first entry\n',
      line(3, 'error', 'upstream timed out, client: 10.0.7.9, request_id: "000028800bac65d7fed03afd"'),
      line(4, 'error', trace),
      line(4, 'crit', 'after\r'),
      line(5, 'nolevel', 'belongs to the entry before it'),
      'unfinished',
    ].join(''),
  );
  expect(await importNginx({store, path, origin: ORIGIN})).toMatchObject({entries: 4});
  const rows = await all(store);
  expect(rows.map(({level, log_time}) => [level, log_time]).slice(0, 3)).toEqual([
    [4, at(3)],
    [4, at(4)],
    [3, at(4)],
  ]);
  expect(rows[1]?.log).toBe(line(4, 'error', trace).trimEnd());
  expect(rows[2]?.log).toBe(
    `${line(4, 'crit', 'after').trimEnd()}\n${line(5, 'nolevel', 'belongs to the entry before it').trimEnd()}`,
  );
  expect(rows[3]).toMatchObject({level: 0, log: 'nginx: [warn] something before the first entry'});
  const wanted = {...ORIGIN, req_id: '000028800bac65d7fed03afd', level: 4};
  expect((await store.errorLogs.list(wanted, {offset: 0, limit: 5})).count).toBe(1);
});

test('an import keeps a request id of more than 512 characters only in the log text', async () => {
  const {path, store} = await setUp(
    [512, 513].map(length => line(3, 'error', `x, request_id: "${'r'.repeat(length)}"`)).join(''),
  );
  expect(await importNginx({store, path, origin: ORIGIN})).toMatchObject({entries: 2});
  const count = async (req_id: string) => (await store.errorLogs.list({req_id}, {offset: 0, limit: 0})).count;
  expect([await count('r'.repeat(512)), await count('r'.repeat(513)), await count('')]).toEqual([1, 0, 1]);
});

test('repeated imports of a file that grows, is rotated or truncated add each entry once', async () => {
  const {path, store, folder} = await setUp(line(1, 'error', 'one'));
  const run = async (from = path) => (await importNginx({store, path: from, origin: ORIGIN})).entries;
  expect([await run(), await run()]).toEqual([1, 0]);
  await appendFile(path, `${line(2, 'warn', 'two')}2026/11/20 12:00:03 [err`);
  expect([await run(), await run()]).toEqual([1, 0]);
  await appendFile(path, 'or] 31#31: three\n');
  await rename(path, join(folder, 'error.log.1'));
  await writeFile(path, line(4, 'error', 'four'));
  expect([await run(join(folder, 'error.log.1')), await run()]).toEqual([1, 1]);
  await writeFile(path, '');
  expect(await run()).toBe(0);
  await writeFile(path, line(4, 'error', 'four').slice(0, -3).concat('\n'));
  expect(await run()).toBe(1);
  expect((await all(store)).length).toBe(5);
});

test('an import resumes where a failed or stopped import ended', async () => {
  const {path, store} = await setUp(Array.from({length: 6000}, (_, n) => line(n % 60, 'info', `n${n}`)).join(''));
  const failing: Store = {
    ...store,
    transaction: work =>
      store.transaction(async inside => {
        await work(inside);
        if ((await inside.errorLogs.list({}, {offset: 0, limit: 0})).count > 3000) throw new Error('killed');
      }),
  };
  await expect(importNginx({store: failing, path, origin: ORIGIN})).rejects.toThrow('killed');
  const stop = new AbortController();
  await importNginx({store, path, origin: ORIGIN, signal: stop.signal, progress: () => stop.abort()});
  expect((await store.errorLogs.list({}, {offset: 0, limit: 0})).count).toBe(4000);
  expect(await importNginx({store, path, origin: ORIGIN})).toMatchObject({entries: 2000});
  expect((await store.errorLogs.list({}, {offset: 0, limit: 0})).count).toBe(6000);
});

test('an import cuts a line at 1 MiB and replaces invalid UTF-8', async () => {
  const head = Buffer.from(line(1, 'error', '').trimEnd());
  const {path, store} = await setUp(Buffer.concat([head, Buffer.alloc(3 * 2 ** 20, 0xff), Buffer.from('\n')]));
  await importNginx({store, path, origin: ORIGIN});
  const [row] = await all(store);
  expect(row?.log.length).toBe(2 ** 20);
  expect(row?.log.endsWith('\uFFFD')).toBe(true);
});

test('an import of long lines stores fewer entries per transaction', async () => {
  const {path, store} = await setUp(line(1, 'error', 'x'.repeat(1_000_000)).repeat(35));
  const batches: number[] = [];
  const progress = ({entries}: {entries: number}) => batches.push(entries);
  await importNginx({store, path, origin: ORIGIN, progress});
  expect(batches).toEqual([17, 34, 35]);
});

test('edge-logs import prints a summary, progress on terminals only, and errors in one line', async () => {
  const {path, folder} = await setUp(Array.from({length: 3000}, (_, n) => line(n % 60, 'info', `n${n}`)).join(''));
  const run = async (argv: readonly string[], columns?: number) => {
    const [out, err] = [[] as string[], [] as string[]];
    const terminal = {
      out: (text: string) => out.push(text),
      err: (text: string) => err.push(text),
      stopped: new AbortController().signal,
      version: '0',
      columns,
    };
    return {code: await runProgram(['import', ...argv], terminal), out: out.join(''), err: err.join('')};
  };
  const flags = (name: string) => ['--nginx', path, '--database', join(folder, name)];
  expect(await run(flags('a.db'))).toEqual({code: 0, out: `3000 entries imported from ${path}\n`, err: ''});
  expect((await run(flags('b.db'), 60)).err).toMatch(/^\r\[#+-+\] {2}\d\d % {2}2,000 entries.*\r\u001b\[K$/s);
  for (const argv of [
    ['--nope'],
    ['--nginx', path],
    [...flags('c.db'), '--node-id', 'x'],
    ['--nginx', '/nowhere', '--database', ':memory:'],
  ]) {
    expect(await run(argv)).toEqual({code: 2, out: '', err: expect.stringMatching(/^edge-logs: import: .+\n$/)});
  }
  expect((await run(['--help'])).out).toContain('--node-type');
});
