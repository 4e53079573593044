import {execFile} from 'node:child_process';
import {cp, mkdir, symlink} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {StoreUnavailable} from '../../../../apps/server/src/store/store.ts';
import {sharedFolder} from '../../../../apps/server/test/folder.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const SERVER = join(PACKAGE, '../../apps/server');

const folder = sharedFolder('load');
let project = '';
beforeAll(async () => {
  project = join(folder, 'project');
  // Copies the built server to a folder outside the workspace, where it has only its own dependencies.
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(join(SERVER, part), join(folder, 'server', part), {recursive: true});
  await symlink(join(SERVER, 'node_modules'), join(folder, 'server/node_modules'));
  await mkdir(project);
});

/** Runs edge-server in the folder of the project, with the URL of a database that does not run. */
const openDatabase = (): Promise<{code: unknown; err: string}> => {
  const args = [join(folder, 'server/bin/edge-server.mjs'), '--port', '0', '--database', 'postgres://u@127.0.0.1:1/d'];
  return new Promise(resolve => {
    // `env` is empty, to omit NODE_PATH, which pnpm sets to the packages of the workspace.
    execFile(process.execPath, args, {cwd: project, env: {}}, (error, _out, err) => resolve({code: error?.code, err}));
  });
};

test('edge-server fails with one line that names @edge-console/stores if that package is missing', async () => {
  expect(await openDatabase()).toEqual({
    code: 2,
    err: 'edge-server: a database needs the package @edge-console/stores, which is not installed; run: npm install @edge-console/stores\n',
  });
});

test('edge-server finds @edge-console/stores in the project of the working directory', async () => {
  const link = join(project, 'node_modules/@edge-console/stores');
  await mkdir(dirname(link), {recursive: true});
  await symlink(PACKAGE, link);
  expect(await openDatabase()).toEqual({code: 2, err: expect.stringMatching(/^edge-server: .*ECONNREFUSED.*\n$/)});
});

test('instanceof StoreUnavailable recognises an error of another copy of the server package', async () => {
  const other: typeof import('../../../../apps/server/src/store/store.ts') = await import(
    join(SERVER, 'dist/store/store.js')
  );
  expect(other.StoreUnavailable).not.toBe(StoreUnavailable);
  expect(new other.StoreUnavailable('')).toBeInstanceOf(StoreUnavailable);
});
