import {execFile} from 'node:child_process';
import {chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {openSqlite} from '../src/index.ts';

const BIN = fileURLToPath(new URL('../bin/edge-server.mjs', import.meta.url));

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

describe('the compile cache', () => {
  /** Files in the folder after the program ran with its cache there. */
  const cached = async (cache: string): Promise<number> => {
    const {NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...env} = process.env;
    const temporary = await newFolder();
    await promisify(execFile)(process.execPath, [BIN, '--version'], {
      env: {...env, XDG_CACHE_HOME: cache, TMPDIR: temporary},
    });
    expect(await readdir(temporary)).toEqual([]);
    return (await readdir(join(cache, 'edge-server'))).length;
  };

  test('is in a folder of the user that others cannot read', async () => {
    const cache = await newFolder();
    expect(await cached(cache)).toBeGreaterThan(0);
    expect((await stat(join(cache, 'edge-server'))).mode & 0o777).toBe(0o700);
  });

  test.each([0o777, 0o770, 0o1777])('is not used in a folder with mode %o', async mode => {
    const cache = await newFolder();
    await mkdir(join(cache, 'edge-server'));
    await chmod(join(cache, 'edge-server'), mode);
    expect(await cached(cache)).toBe(0);
  });

  test('is not used below a folder that others can write', async () => {
    const cache = await newFolder();
    await chmod(cache, 0o777);
    expect(await cached(cache)).toBe(0);
  });

  test.skipIf(process.getuid?.() !== 0)('is not used in a folder of another owner', async () => {
    const cache = await newFolder();
    await mkdir(join(cache, 'edge-server'), {mode: 0o700});
    await chown(join(cache, 'edge-server'), 65_534, 65_534);
    expect(await cached(cache)).toBe(0);
  });
});
