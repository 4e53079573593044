import {execFile} from 'node:child_process';
import {cp, mkdir, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {sharedFolder} from '../../../apps/server/test/folder.ts';

const PACKAGE = join(import.meta.dirname, '..');
const SERVER = join(PACKAGE, '../../apps/server');

const folder = sharedFolder('commands');
beforeAll(async () => {
  // Copies the built packages out of the workspace, so that they cannot import each other.
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(join(PACKAGE, part), join(folder, 'generator', part), {recursive: true});
    await cp(join(SERVER, part), join(folder, 'server', part), {recursive: true});
  }
  await symlink(join(SERVER, 'node_modules'), join(folder, 'server/node_modules'));
  await mkdir(join(folder, 'generator/node_modules'));
  for (const name of ['commander', '@commander-js'])
    await symlink(join(PACKAGE, 'node_modules', name), join(folder, 'generator/node_modules', name));
});

const run = (program: string, ...args: string[]): Promise<{code: unknown; out: string; err: string}> =>
  new Promise(resolve => {
    // An environment without NODE_PATH, which pnpm sets to the packages of the workspace.
    execFile(process.execPath, [join(folder, program), ...args], {cwd: folder, env: {}}, (error, out, err) =>
      resolve({code: error?.code ?? 0, out, err}),
    );
  });
const edgeLogs = (...args: string[]) => run('generator/bin/edge-logs.mjs', ...args);
const edgeServer = (...args: string[]) => run('server/bin/edge-server.mjs', '--port', '0', ...args);

test('edge-logs runs generate, --help and --version without the server package', async () => {
  expect(await edgeLogs('generate', '--count', '2')).toEqual({
    code: 0,
    out: expect.stringMatching(/^({.*}\n){2}$/),
    err: '',
  });
  expect(await edgeLogs('--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ {2}generate .*^ {2}incident .*^ {2}import /ms),
  });
  expect(await edgeLogs('--version')).toEqual({code: 0, out: '0.1.0\n', err: ''});
  const problem = 'edge-logs: unknown command; see --help\n';
  expect(await edgeLogs()).toEqual({code: 2, out: '', err: 'edge-logs: a command is missing; see --help\n'});
  expect(await edgeLogs('import', '--help')).toMatchObject({code: 0, out: expect.stringContaining('--nginx <file>')});
  expect(await edgeLogs('export')).toEqual({code: 2, out: '', err: problem});
});

test('edge-logs import without the server package says in one line which package to install', async () => {
  expect(await edgeLogs('import', '--nginx', 'error.log', '--database', 'edge.db')).toEqual({
    code: 2,
    out: '',
    err: 'edge-logs: import: needs the package @edge-console/server, which is not installed; run: npm install @edge-console/server\n',
  });
});

test.each([
  [['--seed', 'demo'], 'the demo'],
  [['--live'], '--live'],
])('edge-server %j without the generator package says in one line which package to install', async (flags, purpose) => {
  const missing =
    'the package @edge-console/generator, which is not installed; run: npm install @edge-console/generator';
  expect(await edgeServer(...flags)).toEqual({code: 2, out: '', err: `edge-server: ${purpose} needs ${missing}\n`});
});

test('edge-server --help without the test tools says in one line which package adds flags for tests', async () => {
  const {code, out, err} = await edgeServer('--help');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/\n\nThe list of flags for tests needs the package @edge-console\/test-tools, .*\n$/);
});

test.each([
  ['--password=s3cret', '--password'],
  ['-ps3cret', '-p'],
])('edge-server %s without the test tools says in one line which package to install', async (argument, flag) => {
  const {code, err} = await edgeServer(argument);
  expect([code, err]).toEqual([2, expect.stringMatching(/^edge-server: [^\n]+ npm install \S+test-tools\n$/)]);
  expect(err.split(' is no flag of edge-server itself; ')[0]).toBe(`edge-server: ${flag}`);
});
