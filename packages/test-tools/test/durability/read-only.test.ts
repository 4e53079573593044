import {execFile} from 'node:child_process';
import {cp} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createTestServer, type TestServer, type TestServerOptions} from '../../src/index.ts';
import {call, SEED, START, startOn} from '../support.ts';
import {expectReadsOnly, readAll} from './checks.ts';
import {canMount, smallDisk} from './disks.ts';
import {CONTROL_SECRET, prepare} from './operation-calls.ts';

const BIN = fileURLToPath(new URL('../../../../apps/server/bin/edge-server.mjs', import.meta.url));

const mountable = canMount();
if (!mountable) process.stderr.write('Skipped: starts on a read-only disk (mounting needs root).\n');

const serve = (folder: string, more: TestServerOptions = {}): Promise<TestServer> =>
  startOn(createTestServer, join(folder, 'edge.db'), {clock: () => START, controlSecret: CONTROL_SECRET, ...more});

const disk = () => {
  const made = smallDisk();
  onTestFinished(() => made.remove());
  return made;
};

describe.skipIf(!mountable)('on a disk that is read-only at the start', () => {
  test('a server on a read-only disk prints one line and exits, and starts once the disk is writable', async () => {
    const {folder, remount} = disk();
    const before = await serve(folder, {seed: SEED});
    await prepare(before);
    const kept = await readAll(before);
    await before.close();
    remount('ro');
    const flags = ['--port', '0', '--database', join(folder, 'edge.db')];
    const ended = await promisify(execFile)(process.execPath, [BIN, ...flags]).catch((error: unknown) => error);
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^edge-server: database .*edge\.db: [^\n]*\n$/),
    });
    remount('rw');
    expect(await readAll(await serve(folder))).toEqual(kept);
  });

  test('a server on a read-only disk serves the data that a killed server acknowledged', async () => {
    const [first, {folder, remount}] = [disk(), disk()];
    const killed = await serve(first.folder, {seed: SEED});
    const fixtures = await prepare(killed);
    const kept = await readAll(killed);
    // Copies the database while it is open. As after a kill, part of the data is only in the WAL.
    await cp(first.folder, folder, {recursive: true});
    remount('ro');
    const server = await serve(folder);
    expect(await readAll(server)).toEqual(kept);
    await expectReadsOnly(server, fixtures, 'http');
    expect((await call(server, '/readyz')).code).toBe(503);
    await server.close();
    remount('rw');
    const again = await serve(folder);
    expect(await readAll(again)).toEqual(kept);
    await prepare(again);
  });
});
