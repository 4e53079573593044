import {execFile, spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {createReadStream} from 'node:fs';
import {copyFile, stat, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {promisify} from 'node:util';
import {createDemo} from '@edge-console/generator/demo';
import {expect, it, onTestFinished} from 'vitest';
import {temporaryFolder} from '../../apps/server/test/folder.ts';
import {openPty} from '../../apps/tui/test/pty/harness.ts';
import {consoleProgram} from '../../packaging/executable/parts.ts';
import {root, run} from '../../scripts/release/run-command.ts';
import {createRoot} from './support/root.ts';

const executable = (name: string): string => join(root, 'release', `${name}-linux-${process.arch}`);
const MAX_MEGABYTES = 140;

const sha256 = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
};

it('the executable of the console omits the demo from help and completion, and refuses its command', async () => {
  const file = executable('edge-console');
  expect(await run(file, ['--help'])).not.toMatch(/demo|nginx/);
  expect(await run(file, ['complete', '--', ''])).not.toContain('demo');
  expect(await run(file, ['complete', '--', '--'])).not.toContain('--nginx');
  const refusal = {code: 2, stderr: expect.stringMatching(/^edge-console: the demo needs Node\.js/)};
  for (const args of [['demo'], ['demo', '--nginx']])
    await expect(promisify(execFile)(file, args)).rejects.toMatchObject(refusal);
});

it('the executable of the console runs on a Debian without Node.js', async context => {
  await using debian = await createRoot(context);
  const demo = await createDemo({live: false, logs: 500});
  onTestFinished(() => demo.close());
  await copyFile(executable('edge-console'), join(debian.path, 'usr/bin/edge-console'));
  await writeFile(join(debian.path, 'root/token'), demo.apiToken, {mode: 0o600});
  const target = ['--url', demo.url, '--api-token-file', '/root/token'];
  expect(await debian.run('edge-console', 'logs', 'count', ...target)).toEqual({code: 0, out: '500\n', err: ''});
  expect((await debian.run('edge-console', '--accessible', ...target)).out).toContain('1 of 500');
  const args = [debian.path, 'edge-console', ...target, '--tab', 'error-logs'];
  await using screen = await openPty({command: 'chroot', args, env: debian.env});
  await screen.waitFor('500 entries');
  screen.press('q');
  expect(await screen.exit).toMatchObject({code: 0});
});

it('the executable of the server serves the demo from a database, without Node.js', async context => {
  await using debian = await createRoot(context);
  await copyFile(executable('edge-server'), join(debian.path, 'usr/bin/edge-server'));
  const args = [debian.path, 'edge-server', '--port', '0', '--seed', 'demo', '--seed-logs', '500', '--live'];
  const server = spawn('chroot', [...args, '--database', '/root/edge.sqlite'], {
    env: debian.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  onTestFinished(() => void server.kill());
  const [line] = await once(server.stdout, 'data');
  const url = String(line).trim().replace('edge-server listening on ', '');
  expect(await debian.run('edge-server', 'healthcheck', '--url', url)).toMatchObject({code: 0});
  const response = await fetch(new URL('/openapi.json', url));
  expect(await response.json()).toMatchObject({openapi: expect.stringMatching(/^3\.1/)});
  server.kill();
  expect(await ended).toEqual([0, null]);
  const help = await debian.run('edge-server', '--help');
  expect(help).toMatchObject({code: 0, out: expect.stringContaining('which the executable does not contain\n')});
  expect(help.out).not.toContain('npm install');
  expect(await debian.run('edge-server', '--fault', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('which the executable does not contain'),
  });
});

it('two builds of an executable are equal, and not larger than the limit', async () => {
  const folder = temporaryFolder('packaging');
  await run(process.execPath, [join(root, 'packaging/executable.ts'), '--out', folder]);
  for (const name of ['edge-console', 'edge-server']) {
    const file = executable(name);
    expect(await sha256(join(folder, basename(file)))).toBe(await sha256(file));
    expect((await stat(file)).size / 1e6).toBeLessThan(MAX_MEGABYTES);
  }
});

it('V8 accepts the code cache of each file in the executable of the console', async () => {
  const folder = temporaryFolder('packaging');
  const {parts} = await consoleProgram();
  for (const [name, text] of parts) await writeFile(join(folder, name), text);
  const packaging = join(root, 'packaging/executable');
  const names = [...parts.keys()];
  await run(process.execPath, ['--hash-seed=1', join(packaging, 'compile.ts'), folder, ...names]);
  const script = `
    import {readFileSync} from 'node:fs';
    import {compile} from ${JSON.stringify(join(packaging, 'loader.ts'))};
    for (const name of ${JSON.stringify(names)}) {
      const part = {source: readFileSync(name, 'utf8'), code: readFileSync(name + '.code')};
      console.log(name, compile(name, part).cachedDataRejected);
    }`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {cwd: folder});
  expect(stdout.trim().split('\n')).toEqual(names.map(name => `${name} false`));
});

it('the executable for arm64 runs in an emulator', async ({skip}) => {
  const emulator = ['qemu-aarch64-static', '-L', '/usr/aarch64-linux-gnu'];
  for (const program of [emulator[0] ?? '', 'aarch64-linux-gnu-strip'])
    await run('which', [program]).catch(() => skip(`needs ${program}`));
  const folder = temporaryFolder('packaging');
  const script = join(root, 'packaging/executable.ts');
  await run(process.execPath, [script, '--arch', 'arm64', '--emulator', emulator.join(' '), '--out', folder]);
  const [command = '', ...args] = [...emulator, join(folder, 'edge-console-linux-arm64'), '--version'];
  expect(await run(command, args)).toMatch(/^edge-console \d/);
});
