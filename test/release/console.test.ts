import {existsSync, globSync, readFileSync} from 'node:fs';
import {cp} from 'node:fs/promises';
import {join} from 'node:path';
import {createTestServer} from '@edge-console/test-tools';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {openPty} from '../../apps/tui/test/pty/harness.ts';
import {createHost, type Host} from './support/host.ts';
import {type Packed, readRelease, serveRegistry} from './support/registry.ts';

const MAX_INSTALLED_KIB = 12 * 1024;
const API_TOKEN = 'a1d3c1de-0000-4000-8000-00000000e2e0';

const packages = await readRelease();
const tarball = packages.find(({manifest}) => manifest.name === '@edge-console/tui') as Packed;
const {version} = tarball.manifest;
const registry = await serveRegistry(packages);
afterAll(() => registry.close());

describe.each(['22.13', '22', '24', '26'])('the packed console on Node.js %s', node => {
  let host: Host;
  beforeAll(async () => {
    host = await createHost(node, registry.url);
    expect(await host.run('npm', ['install', '-g', tarball.path])).toMatchObject({code: 0});
  });
  afterAll(() => host[Symbol.asyncDispose]());

  it('the installed console takes at most 12 MiB, and its install builds nothing', async () => {
    const modules = join(host.prefix, 'lib/node_modules');
    const {out} = await host.run('du', ['-sk', modules]);
    expect(Number.parseInt(out, 10)).toBeGreaterThan(1024);
    expect(Number.parseInt(out, 10)).toBeLessThanOrEqual(MAX_INSTALLED_KIB);
    const manifests = globSync('**/package.json', {cwd: modules}).map(file =>
      readFileSync(join(modules, file), 'utf8'),
    );
    expect(manifests.filter(text => /"(pre|post)?install":/.test(text))).toEqual([]);
    expect(globSync('**/binding.gyp', {cwd: modules})).toEqual([]);
  });

  it('the man page of the installed console is in share/man/man1', () => {
    expect(existsSync(join(host.prefix, 'share/man/man1/edge-console.1'))).toBe(true);
  });

  it('the installed console prints its version, counts error logs and draws the full screen', async () => {
    const error_logs = [1, 2, 3].map(n => ({log: `entry ${n}`, level: 4, log_time: 1_795_000_000 + n, node_id: 1}));
    const users = [{username: 'ann', password: 'correct horse battery', role: 'master'}];
    const tokens = [{username: 'ann', name: 'for tests', expire: 0, token: API_TOKEN}];
    const server = await createTestServer({passwordCost: 'minimal', seed: {users, tokens, error_logs}});
    onTestFinished(() => server.close());
    expect(await host.run('edge-console', ['--version'])).toEqual({code: 0, out: `edge-console ${version}\n`, err: ''});

    const env = {...host.env, EDGE_CONSOLE_API_TOKEN: API_TOKEN};
    const args = ['logs', 'count', '--url', server.url];
    expect(await host.run('env', [`EDGE_CONSOLE_API_TOKEN=${API_TOKEN}`, 'edge-console', ...args])).toMatchObject({
      ...{code: 0, err: ''},
      out: expect.stringMatching(/\b3\b/),
    });

    const command = join(host.prefix, 'bin/edge-console');
    await using screen = await openPty({command, args: ['--url', server.url, '--tab', 'error-logs'], env});
    await screen.waitFor('entry 3');
    screen.press('q');
    expect(await screen.exit).toMatchObject({code: 0});
  });
});

describe.each(['22.13', '22'])('the demo of the packed console on Node.js %s', node => {
  it('the demo says which Node.js its server needs', async () => {
    await using host = await createHost(node, registry.url);
    await host.run('npm', ['install', '-g', tarball.path]);
    const server = packages.find(({manifest}) => manifest.name === '@edge-console/server');
    const needed = server?.manifest.engines?.node.replace('>=', '');
    const {out} = await host.run('node', ['-p', 'process.versions.node']);
    expect(await host.run('edge-console', ['demo'])).toEqual({
      ...{code: 2, out: ''},
      err: `edge-console: the demo needs Node.js ${needed} or newer; this is ${out.trim()}.\n`,
    });
  });
});

describe('the packed console', () => {
  it('npx starts the console from its tarball', async () => {
    await using host = await createHost('24', registry.url);
    await cp(tarball.path, join(host.home, '../empty/console.tgz'));
    expect(await host.run('npx', ['-y', './console.tgz', '--version'])).toMatchObject({
      ...{code: 0, out: `edge-console ${version}\n`},
    });
  });

  it('edge-console demo prints the command that installs its packages, and runs after that command', async () => {
    await using host = await createHost('24', registry.url);
    await host.run('npm', ['install', '-g', tarball.path]);
    const missing = await host.run('edge-console', ['demo']);
    expect(missing).toMatchObject({code: 2, out: ''});
    expect(missing.err).toMatch(/^edge-console: .* run: npm install -g @edge-console\/[^\n]*\n$/);
    const [, command = ''] = /run: (.*)\n/.exec(missing.err) ?? [];
    expect(await host.run('sh', ['-c', command])).toMatchObject({code: 0});
    expect(await host.run('edge-console', ['demo'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Error logs'),
    });
  });
});
