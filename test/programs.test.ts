import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {globSync} from 'node:fs';
import {chmod, chown, cp, mkdir, readdir, rm, stat, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createTestServer, type TestServer} from '@edge-console/test-tools';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {temporaryFolder} from '../apps/server/test/folder.ts';

const root = join(import.meta.dirname, '..');
const PROGRAMS = {
  'edge-conformance': 'packages/conformance',
  'edge-console': 'apps/tui',
  'edge-logs': 'packages/generator',
  'edge-server': 'apps/server',
} as const;
type Program = keyof typeof PROGRAMS;

const newFolder = (): string => temporaryFolder('programs');

describe('compile cache', () => {
  /** Runs a program with its compile cache below the folder `cache`, and returns the number of files in that cache. */
  const cached = async (cache: string, name: Program = 'edge-console'): Promise<number> => {
    const {NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...env} = process.env;
    const temporary = newFolder();
    await promisify(execFile)(process.execPath, [join(root, PROGRAMS[name], 'bin', `${name}.mjs`), '--version'], {
      env: {...env, XDG_CACHE_HOME: cache, TMPDIR: temporary},
    });
    expect(await readdir(temporary)).toEqual([]);
    return (await readdir(join(cache, name))).length;
  };

  it.each(Object.keys(PROGRAMS) as Program[])(
    'the compile cache of %s is in a folder that only the user can read',
    async name => {
      const cache = newFolder();
      expect(await cached(cache, name)).toBeGreaterThan(0);
      expect((await stat(join(cache, name))).mode & 0o777).toBe(0o700);
    },
  );

  it.each([0o777, 0o770, 0o1777])('the compile cache is not used in a folder with mode %o', async mode => {
    const cache = newFolder();
    await mkdir(join(cache, 'edge-console'));
    await chmod(join(cache, 'edge-console'), mode);
    expect(await cached(cache)).toBe(0);
  });

  it('the compile cache is not used below a folder that others can write', async () => {
    const cache = newFolder();
    await chmod(cache, 0o777);
    expect(await cached(cache)).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)('the compile cache is not used in a folder of another user', async () => {
    const cache = newFolder();
    await mkdir(join(cache, 'edge-console'), {mode: 0o700});
    await chown(join(cache, 'edge-console'), 65_534, 65_534);
    expect(await cached(cache)).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)('the compile cache is not used below a folder of another user', async () => {
    const cache = newFolder();
    await chown(cache, 65_534, 65_534);
    expect(await cached(cache)).toBe(0);
  });
});

describe('edge-console with a missing or damaged file', () => {
  const runWith = async (file: string, change: 'truncated' | 'removed', args: readonly string[]) => {
    const folder = newFolder();
    for (const part of ['bin', 'dist', 'package.json'])
      await cp(join(root, PROGRAMS['edge-console'], part), join(folder, part), {
        recursive: true,
        filter: path => !path.endsWith('.map'),
      });
    const [path = ''] = globSync(join(folder, 'dist', file));
    if (change === 'removed') await rm(path);
    else await truncate(path, Math.floor((await stat(path)).size / 2));
    return promisify(execFile)(process.execPath, [join(folder, 'bin', 'edge-console.mjs'), ...args], {
      env: {...process.env, HOME: folder},
    });
  };

  it.each([
    ['main.js', 'truncated'],
    ['run.js', 'truncated'],
    ['registry.js', 'removed'],
  ] as const)('edge-console says that it must be installed again if %s is %s', async (file, change) => {
    await expect(runWith(file, change, file === 'run.js' ? ['logs', 'count'] : [])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^edge-console: cannot load its files: .+\. Install it again\.\n$/),
    });
  });

  it('a tab says that the console must be installed again if a file is missing that it needs for its rows', async () => {
    const {stdout} = await runWith('schemas-*.js', 'removed', ['--url', 'http://127.0.0.1:9']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/! The console cannot load its files: .+? Install it again\. /);
  });
});

describe('programs with a closed pipe', () => {
  const DEADLINE_MS = 60_000;
  const API_TOKEN = 'a1d3c1de-0000-4000-8000-00000000e2e0';
  const node_id = 1;
  const entry = (n: number) => ({log: `entry ${n} ${'x'.repeat(200)}`, level: 4, log_time: 1_795_000_000 + n, node_id});

  /**
   * Runs a program and closes the pipe of its output after `lines` lines, as `head` does. Resolves to the exit code.
   */
  const codeAfter = async (name: Program, args: readonly string[], lines = 1) => {
    const child = spawn(process.execPath, [join(root, PROGRAMS[name], 'bin', `${name}.mjs`), ...args], {
      env: {...process.env, HOME: newFolder(), EDGE_CONSOLE_API_TOKEN: API_TOKEN},
      // Keeps standard input open, as in a shell.
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit', {signal: AbortSignal.timeout(DEADLINE_MS)});
    let text = '';
    while (text.split('\n').length <= lines) {
      const [chunk] = await once(child.stdout, 'data', {signal: AbortSignal.timeout(DEADLINE_MS)});
      text += String(chunk);
    }
    child.stdout.destroy();
    const [code] = await ended;
    return code;
  };

  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      passwordCost: 'minimal',
      seed: {
        users: [{username: 'ann', password: 'correct horse battery', role: 'master'}],
        tokens: [{username: 'ann', name: 'for tests', expire: 0, token: API_TOKEN}],
        error_logs: Array.from({length: 3_000}, (_, n) => entry(n)),
      },
    });
  });
  afterAll(() => server?.close());

  it.each<[string, Program, readonly string[], number?]>([
    // 110 lines are three screens. The third is of a tab that polls, so that the console writes again.
    ['edge-console without a terminal', 'edge-console', ['--url'], 110],
    ['edge-console --accessible', 'edge-console', ['--accessible', '--url']],
    ['edge-console logs list', 'edge-console', ['logs', 'list', '--limit', '3000', '--url']],
    ['edge-conformance', 'edge-conformance', ['--output', 'ndjson', '--base-url']],
  ])('%s ends when its output pipe is closed', {timeout: 2 * DEADLINE_MS}, async (_, name, args, lines) => {
    expect([0, 1, 141]).toContain(await codeAfter(name, [...args, server.url], lines));
  });

  it('edge-console logs follow ends at the next entry if its pipe is closed', {timeout: 2 * DEADLINE_MS}, async () => {
    const feed = setInterval(() => void server.seed({error_logs: [entry(3_000)]}), 200);
    onTestFinished(() => clearInterval(feed));
    const args = ['logs', 'follow', '--since', '2026-01-01', '--url', server.url];
    expect(await codeAfter('edge-console', args).finally(() => clearInterval(feed))).toBe(0);
  });

  it('edge-server ends if its output pipe is closed before it listens', {timeout: 2 * DEADLINE_MS}, async () => {
    expect(await codeAfter('edge-server', ['--port', '0'], 0)).toBe(0);
  });
});
