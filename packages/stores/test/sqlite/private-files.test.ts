import {readdirSync, statSync} from 'node:fs';
import {chmod, readdir, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../../apps/server/test/folder.ts';
import {createPrivateFile} from '../../src/sqlite/files.ts';
import {openSqlite} from '../../src/sqlite/open-sqlite.ts';

const modesIn = async (folder: string) => {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async name => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]));
};

describe('the files of a database', () => {
  const PRIVATE = ['edge.db', 'edge.db-shm', 'edge.db-wal'].map(name => [name, '600']);

  const setUmask = (mask: string) => {
    const before = process.umask(mask);
    onTestFinished(() => void process.umask(before));
  };

  test.each(['000', '277'])('database files are created with mode 600, with any umask (%s)', async mask => {
    const folder = temporaryFolder('private');
    setUmask(mask);
    const seen = new Set<string>();
    const readable = new Set<string>();
    const opening = openSqlite(join(folder, 'edge.db'));
    let isOpen = false;
    void opening.finally(() => {
      isOpen = true;
    });
    // Opening takes several asynchronous steps, so the files can be observed in between.
    while (!isOpen) {
      for (const name of readdirSync(folder)) {
        seen.add(name);
        const {mode = 0} = statSync(join(folder, name), {throwIfNoEntry: false}) ?? {};
        if ((mode & 0o077) !== 0) readable.add(name);
      }
      await Promise.race([opening, setImmediate()]);
    }
    const store = await opening;
    onTestFinished(() => store.close());
    expect([seen.has('edge.db'), [...readable]]).toEqual([true, []]);
    expect(await modesIn(folder)).toEqual(PRIVATE);
  });

  test.each(['000', '277'])('an empty database file already has mode 600, with any umask (%s)', async mask => {
    const folder = temporaryFolder('private');
    setUmask(mask);
    await createPrivateFile(join(folder, 'edge.db'));
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
