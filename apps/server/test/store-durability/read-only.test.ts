import {execFile} from 'node:child_process';
import {cp} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createServer, type Server, type ServerOptions} from '../../src/index.ts';
import {call, SEED, START} from '../support.ts';
import {expectReadsAlone, stored} from './checks.ts';
import {mayMount, smallDisk} from './disks.ts';
import {CONTROL_SECRET, prepare} from './routes.ts';

const BIN = fileURLToPath(new URL('../../bin/edge-server.mjs', import.meta.url));

const mountable = mayMount();
if (!mountable)
  process.stderr.write('A disk cannot be mounted here (that takes root): starts on a read-only one are skipped.\n');

const serve = async (folder: string, more: ServerOptions = {}): Promise<Server> => {
  const database = join(folder, 'edge.db');
  const server = await createServer({database, clock: () => START, controlSecret: CONTROL_SECRET, ...more});
  onTestFinished(() => server.close());
  return server;
};

const disk = () => {
  const made = smallDisk();
  onTestFinished(() => made.remove());
  return made;
};

describe.skipIf(!mountable)('on a disk that has been read-only from the start', () => {
  test('a server says in one line that it cannot start, and can when the disk is writable', async () => {
    const {folder, remount} = disk();
    const before = await serve(folder, {seed: SEED});
    await prepare(before);
    const kept = await stored(before);
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
    expect(await stored(await serve(folder))).toEqual(kept);
  });

  test('a server that follows one that was killed serves what was acknowledged', async () => {
    const [first, {folder, remount}] = [disk(), disk()];
    const killed = await serve(first.folder, {seed: SEED});
    const known = await prepare(killed);
    const kept = await stored(killed);
    // As a kill leaves it: with all that was acknowledged, some of it in the log alone.
    await cp(first.folder, folder, {recursive: true});
    remount('ro');
    const server = await serve(folder);
    expect(await stored(server)).toEqual(kept);
    await expectReadsAlone(server, known, 'http');
    expect((await call(server, '/readyz')).code).toBe(200);
    await server.close();
    remount('rw');
    const again = await serve(folder);
    expect(await stored(again)).toEqual(kept);
    await prepare(again);
  });
});
