import {execFile} from 'node:child_process';
import {chmod, mkdtemp, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {openSqlite} from '../src/index.ts';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-private-'));
  onTestFinished(() => rm(folder, {recursive: true}));
  return folder;
};

const modesIn = async (folder: string) => {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async name => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]));
};

describe('the files of a database', () => {
  const PRIVATE = ['edge.db', 'edge.db-shm', 'edge.db-wal'].map(name => [name, '600']);

  test.each(['000', '277'])('are created with mode 600, with umask %s', async mask => {
    const folder = await newFolder();
    const program = join(await newFolder(), 'open.mjs');
    await writeFile(
      program,
      `import {openSqlite} from ${JSON.stringify(new URL('../src/store/sqlite/open.ts', import.meta.url).href)};
      await openSqlite(process.argv[2]);
      process.kill(process.pid, 'SIGKILL');`,
    );
    const argv = ['-c', `umask ${mask}; exec "$@"`, 'sh', process.execPath, program, join(folder, 'edge.db')];
    // Killed: closing the database would remove the other files.
    await expect(promisify(execFile)('sh', argv)).rejects.toMatchObject({signal: 'SIGKILL', stderr: ''});
    expect(await modesIn(folder)).toEqual(PRIVATE);
  });

  test('get mode 600 when they exist', async () => {
    const folder = await newFolder();
    const database = join(folder, 'edge.db');
    const first = await openSqlite(database);
    onTestFinished(() => first.close());
    for (const [name] of PRIVATE) await chmod(join(folder, name ?? ''), 0o666);
    const second = await openSqlite(database);
    onTestFinished(() => second.close());
    expect(await modesIn(folder)).toEqual(PRIVATE);
  });

  test('keep their mode if they are not a database', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'notes'), 'not a database '.repeat(100), {mode: 0o644});
    await expect(openSqlite(join(folder, 'notes'))).rejects.toThrow('not a database');
    expect(await modesIn(folder)).toEqual([['notes', '644']]);
  });
});
