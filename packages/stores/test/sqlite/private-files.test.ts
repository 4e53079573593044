import {execFile} from 'node:child_process';
import {chmod, readdir, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../../apps/server/test/folder.ts';
import {openSqlite} from '../../src/sqlite/open-sqlite.ts';

const modesIn = async (folder: string) => {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async name => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]));
};

describe('the files of a database', () => {
  const PRIVATE = ['edge.db', 'edge.db-shm', 'edge.db-wal'].map(name => [name, '600']);

  /**
   * Runs a program with this umask. The program receives the path of the database, and kills itself at the end.
   * Resolves with the output of the program.
   */
  const runWithUmask = async (mask: string, database: string, lines: string): Promise<string> => {
    const program = join(temporaryFolder('private'), 'program.mjs');
    await writeFile(program, `${lines}\nprocess.kill(process.pid, 'SIGKILL');`);
    const argv = ['-c', `umask ${mask}; exec "$@"`, 'sh', process.execPath, program, database];
    // The program kills itself, because closing the database would remove the `-wal` and `-shm` files.
    const ended = await promisify(execFile)('sh', argv).catch((error: unknown) => error);
    expect(ended).toMatchObject({signal: 'SIGKILL', stderr: ''});
    return (ended as {stdout: string}).stdout;
  };
  const urlOf = (file: string) => JSON.stringify(new URL(`../../src/sqlite/${file}`, import.meta.url).href);

  test.each(['000', '277'])('database files are created with mode 600, with any umask (%s)', async mask => {
    const folder = temporaryFolder('private');
    const seen = await runWithUmask(
      mask,
      join(folder, 'edge.db'),
      `import {readdirSync, statSync, writeSync} from 'node:fs';
      import {dirname, join} from 'node:path';
      import {setImmediate} from 'node:timers/promises';
      import {openSqlite} from ${urlOf('open-sqlite.ts')};
      const folder = dirname(process.argv[2]);
      const names = new Set();
      const readable = new Set();
      let isOpen = false;
      const opening = openSqlite(process.argv[2]).then(() => (isOpen = true));
      // Opening takes several asynchronous steps, so the files can be observed in between.
      while (!isOpen) {
        for (const name of readdirSync(folder)) {
          names.add(name);
          const {mode = 0} = statSync(join(folder, name), {throwIfNoEntry: false}) ?? {};
          if ((mode & 0o077) !== 0) readable.add(name);
        }
        await Promise.race([opening, setImmediate()]);
      }
      writeSync(1, JSON.stringify({sawDatabase: names.has('edge.db'), readable: [...readable]}));`,
    );
    expect(JSON.parse(seen)).toEqual({sawDatabase: true, readable: []});
    expect(await modesIn(folder)).toEqual(PRIVATE);
  });

  test.each(['000', '277'])('an empty database file already has mode 600, with any umask (%s)', async mask => {
    const folder = temporaryFolder('private');
    await runWithUmask(
      mask,
      join(folder, 'edge.db'),
      `import {createPrivateFile} from ${urlOf('files.ts')};
      await createPrivateFile(process.argv[2]);`,
    );
    expect(await modesIn(folder)).toEqual([['edge.db', '600']]);
  });

  test('existing database files get mode 600 when the database is opened', async () => {
    const folder = temporaryFolder('private');
    const database = join(folder, 'edge.db');
    const first = await openSqlite(database);
    onTestFinished(() => first.close());
    for (const [name] of PRIVATE) await chmod(join(folder, name ?? ''), 0o666);
    const second = await openSqlite(database);
    onTestFinished(() => second.close());
    expect(await modesIn(folder)).toEqual(PRIVATE);
  });

  test('files that are not a database keep their mode', async () => {
    const folder = temporaryFolder('private');
    await writeFile(join(folder, 'notes'), 'not a database '.repeat(100), {mode: 0o644});
    await expect(openSqlite(join(folder, 'notes'))).rejects.toThrow('not a database');
    expect(await modesIn(folder)).toEqual([['notes', '644']]);
  });
});
