import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFile, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {openStore} from '@edge-console/server/store';
import {expect, onTestFinished, test, vi} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';

const bin = fileURLToPath(new URL('../bin/edge-logs.mjs', import.meta.url));
const line = (message: string) => `2026/11/20 12:00:00 [error] 31#31: *1 ${message}\n`;
const trace = `failed\nstack traceback:\n\tin main`;

/** Runs `edge-logs import --follow` for logs of a new folder, until the test ends. */
const startFollow = async (...names: readonly string[]) => {
  const folder = temporaryFolder('follow');
  const [paths, database] = [names.map(name => join(folder, name)), join(folder, 'edge.db')];
  const start = () => {
    const args = [bin, 'import', '--follow', '--database', database, ...paths.flatMap(path => ['--nginx', path])];
    const child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'pipe']});
    const [out, err, closed] = [text(child.stdout), text(child.stderr), once(child, 'close')];
    const stop = async (signal: NodeJS.Signals) => {
      child.kill(signal);
      const [code] = await closed;
      return {code, out: await out, err: await err};
    };
    onTestFinished(() => void stop('SIGKILL'));
    return {child, stop};
  };
  const store = await openStore(database);
  onTestFinished(() => store.close());
  const logs = async () => {
    const {rows} = await store.errorLogs.list({}, {offset: 0, limit: 100});
    return rows.map(row => row.log.replace(/^.*\*1 /, '')).toReversed();
  };
  const stored = (...wanted: readonly string[]) =>
    vi.waitFor(async () => expect(await logs()).toEqual(wanted), {timeout: 20_000, interval: 20});
  /** Waits until one entry is stored. Later entries may be stored too. */
  const contains = (wanted: string) =>
    vi.waitFor(async () => expect(await logs()).toContain(wanted), {timeout: 20_000, interval: 20});
  return {paths: paths as [string, ...string[]], start, stored, contains, logs};
};

test('edge-logs import --follow imports all lines of logs that are written, rotated and truncated', async () => {
  const {paths, start, stored, contains, logs} = await startFollow('a.log', 'b.log');
  const [a, b = ''] = paths;
  await writeFile(a, line('one'));
  const {stop} = start();
  await stored('one');
  await writeFile(b, line('two'));
  await stored('one', 'two');
  await rename(a, `${a}.1`);
  await appendFile(`${a}.1`, line('three'));
  await writeFile(a, line('four'));
  await stored('one', 'two', 'three', 'four');
  await writeFile(a, line(trace));
  await stored('one', 'two', 'three', 'four', trace);
  // The last entry is stored after a quiet second, or when the program is stopped.
  await appendFile(b, line('five') + line(trace));
  await contains('five');
  expect(await stop('SIGTERM')).toEqual({
    code: 0,
    out: expect.toSatisfy((out: string) => {
      expect(out.trimEnd().split('\n').toSorted()).toEqual(
        [`4 entries imported from ${a}`, `3 entries imported from ${b}`].toSorted(),
      );
      return true;
    }),
    err: `edge-logs: import: ${b} does not exist yet\n`,
  });
  expect((await logs()).at(-1)).toBe(trace);
});

test('edge-logs import --follow that was killed continues where it ended', async () => {
  const {paths, start, stored, contains} = await startFollow('a.log');
  const [a] = paths;
  await writeFile(a, line('one') + line('two'));
  const killed = start();
  await contains('one');
  await killed.stop('SIGKILL');
  await appendFile(a, line('three'));
  const {stop} = start();
  await stored('one', 'two', 'three');
  expect(await stop('SIGINT')).toEqual({code: 0, out: expect.stringMatching(/^[12] entries imported from /), err: ''});
});
