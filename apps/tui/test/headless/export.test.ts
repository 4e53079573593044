import {spawnSync} from 'node:child_process';
import {existsSync, rmSync} from 'node:fs';
import {mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {desktopOf} from '../pty/desktop-output.ts';
import {sharedFolder, temporaryFolder} from '../support/folder.ts';
import {sharedGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {run} from './run-headless.ts';

const folder = sharedFolder('export');

const ENTRIES = 2_200;
const logs = Array.from({length: ENTRIES}, (_, n) =>
  // Several entries share a second, so that a continued export must compare ids.
  logEntry(`entry ${n} "quoted", ünï`, {log_time: 1_795_000_000 + Math.floor(n / 7)}),
);
const gateway = sharedGateway(() => ({seed: {error_logs: logs}}));
const at = (...args: string[]) => ['logs', 'export', ...args, '--url', gateway().url];
const newestFirst = logs.map(({log}) => log).toReversed();

test('logs export in the raw form writes every entry byte for byte, after a time and level', async () => {
  const path = join(folder, 'all.log');
  const result = await run(at(path, '--output', 'raw'));
  expect(result).toMatchObject({code: 0, out: '', err: `Wrote 2,200 entries to ${path}.\n`});
  const lines = logs.map(({log, log_time}) => {
    const time = new Date(log_time * 1_000).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
    return `${time} [error] ${log}\n`;
  });
  expect(await readFile(path, 'utf8')).toBe(lines.toReversed().join(''));
  expect(existsSync(`${path}.part`)).toBe(false);
  expect(existsSync(`${path}.part.json`)).toBe(false);
});

test('long exports report progress to terminals that support it, unless switched off', async () => {
  const config = join(folder, 'config.json');
  await writeFile(config, JSON.stringify({notify: {progress: false}}));
  const read = async (...args: string[]) =>
    run(['logs', 'patterns', '--url', gateway().url, ...args], {
      terminal: true,
      env: {...withToken, TERM: 'xterm-ghostty'},
    });
  const {progress} = desktopOf((await read()).err);
  expect(progress.slice(-2)).toEqual([100, 'none']);
  expect(desktopOf((await read('--config', config)).err).progress).toEqual([]);
});

test('logs export does not replace an existing file without --force', async () => {
  const path = join(folder, 'kept');
  await writeFile(path, 'mine');
  expect(await run(at(path))).toMatchObject({code: 2});
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect(await run(at(path, '--force', '--level', 'crit'))).toMatchObject({code: 0});
  expect(await readFile(path, 'utf8')).toBe('');
});

test.each([[], ['--force']])('export to a folder is refused before entries are read, with %j', async (...flags) => {
  const path = join(folder, 'sub');
  await mkdir(path, {recursive: true});
  const {code, err} = await run(at(path, ...flags));
  expect({code, err}).toMatchObject({code: 2, err: expect.stringContaining(`${path} is a folder; name a file in it`)});
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('--resume continues an export that the gateway interrupted', async () => {
  const path = join(folder, 'resumed.ndjson');
  // The first 4 pages of 500 entries are read. The next request and its retries fail.
  gateway().setFault({kind: 'reset', operation: 'listErrorLogs', after: 4});
  const broken = await run(at(path, '--fields', 'id,log', '--since', '2020-01-01T00:00Z'));
  gateway().clearFaults();
  expect(broken.code).toBe(6);
  expect(broken.err).toMatch(/1,\d\d\d entries are in .*resumed\.ndjson\.part; --resume continues\./);
  expect(existsSync(path)).toBe(false);
  const again = await run(at(path, '--fields', 'id,log'));
  expect(again.code).toBe(2);
  expect(again.err).toContain('--resume continues it');
  expect((await run(at(path, '--fields', 'id', '--resume'))).err).toContain('another list or form');
  // Entries that arrive before --resume are newer than the export's range, so they are not exported.
  await gateway().store.errorLogs.append([{...logs[0], log_time: 1_795_900_000, log: 'new'} as never]);
  // The export keeps the time range of its first start.
  const resumed = await run(at(path, '--fields', 'id,log', '--since', '2026-11-18T08:00:00Z', '--resume'));
  expect(resumed).toMatchObject({code: 0});
  expect(resumed.err).toMatch(/^Continues with 2020-01-01 00:00:00 to 2026-/);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line).log)).toEqual(newestFirst);
});

test('logs export --resume of a complete export succeeds, and does not change the file', async () => {
  const path = join(folder, 'complete.ndjson');
  expect(await run(at(path))).toMatchObject({code: 0});
  const text = await readFile(path, 'utf8');
  const again = await run(at(path, '--resume'));
  expect(again).toMatchObject({code: 0, out: '', err: `${path} is complete.\n`});
  expect(await readFile(path, 'utf8')).toBe(text);
  expect(existsSync(`${path}.part`) || existsSync(`${path}.part.json`)).toBe(false);
});

test.each([
  ['a file that is no export', [], () => 'not an export\n'],
  ['an empty file', [], () => ''],
  ['an export that was cut', [], (text: string) => text.slice(0, 200)],
  ['an export of another filter', ['--level', 'crit'], (text: string) => text],
  ['an export in another form', ['-o', 'csv'], (text: string) => text],
] as const)('export --resume does not accept %s as the complete export', async (_name, flags, change) => {
  const path = join(temporaryFolder('other'), 'export');
  expect(await run(at(path))).toMatchObject({code: 0});
  await writeFile(path, change(await readFile(path, 'utf8')));
  const result = await run(at(path, '--resume', ...flags));
  const err = `edge-console: ${path} exists and is not known to be this export; --force replaces it\n`;
  expect(result).toMatchObject({code: 2, err: expect.stringContaining(err.trimEnd())});
});

test('--resume does not accept a dangling link as a complete export', async () => {
  const path = join(folder, 'dangling');
  await symlink(`${path}-elsewhere`, path);
  expect(await run(at(path, '--resume'))).toMatchObject({code: 2, err: expect.stringContaining('exists')});
});

test.each([
  ['.part', [], 2],
  ['.part', ['--force'], 0],
  ['.part.json', [], 2],
  ['.part.json', ['--force'], 2],
  ['.part.json.new', [], 0],
])('export does not write through a symbolic link at FILE%s, with the flags %j', async (name, flags, code) => {
  const path = join(temporaryFolder('link'), 'export');
  const target = `${path}-elsewhere`;
  await symlink(target, `${path}${name}`);
  expect(await run(at(path, ...flags))).toMatchObject({code});
  expect(existsSync(target)).toBe(false);
});

test('logs export --resume refuses FILE.part if it was replaced by a symbolic link', async () => {
  const path = join(folder, 'relinked');
  gateway().setFault({kind: 'reset', operation: 'listErrorLogs', after: 4});
  expect((await run(at(path))).code).toBe(6);
  gateway().clearFaults();
  const target = `${path}-elsewhere`;
  await writeFile(target, 'mine'.repeat(1_000));
  rmSync(`${path}.part`);
  await symlink(target, `${path}.part`);
  expect((await run(at(path, '--resume'))).err).toContain('it is a link');
  expect(await readFile(target, 'utf8')).toBe('mine'.repeat(1_000));
});

test('a second export to the same file is refused', async () => {
  const path = join(folder, 'twice');
  const both = await Promise.all([run(at(path)), run(at(path))]);
  expect(both.map(({code}) => code).toSorted((a, b) => a - b)).toEqual([0, 2]);
  expect(both.map(({err}) => err).join('')).toContain(`process ${process.pid} is using ${path}`);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test('the lock of an export whose process died does not block the next export', async () => {
  const path = join(folder, 'after-crash');
  await writeFile(`${path}.lock`, `${spawnSync('true').pid} 1`);
  expect(await run(at(path))).toMatchObject({code: 0});
});

test('logs export --resume fails if FILE.part is missing, and --force starts again', async () => {
  const path = join(folder, 'gone');
  gateway().setFault({kind: 'reset', operation: 'listErrorLogs', after: 3});
  expect((await run(at(path))).code).toBe(6);
  gateway().clearFaults();
  rmSync(`${path}.part`);
  expect((await run(at(path, '--resume'))).err).toContain('gone.part is gone; --force starts again');
  expect(await run(at(path, '--force'))).toMatchObject({code: 0});
});
