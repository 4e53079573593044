import {execFile} from 'node:child_process';
import {existsSync, globSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createDemo} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {CONSUMER_PROGRAM} from './support/consumer-program.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');
const PACKAGES = ['schema', 'client'] as const;

// Without pnpm's variables, which describe this workspace.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_(package|lifecycle|command)|pnpm_|INIT_CWD)/i.test(name)),
);

/** Runs a command. The error of a failure contains its output. */
const run = async (command: string, args: readonly string[], options: {cwd: string; env?: object}): Promise<string> => {
  const {stdout} = await execute(command, args, {...options, env: {...env, ...options.env}}).catch(
    (error: {stdout: string; stderr: string}) => {
      throw new Error(`${command} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
};

const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const pnpm = process.env.npm_execpath?.includes('pnpm') ? process.env.npm_execpath : 'pnpm';

let folder: string;
let project: string;
const tarballs: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-consumer-'));
  for (const name of PACKAGES) {
    await run(pnpm, ['pack', '--pack-destination', join(folder, name)], {cwd: join(root, 'packages', name)});
    tarballs[name] = join(folder, name, globSync('*.tgz', {cwd: join(folder, name)})[0] ?? '');
  }
  project = join(folder, 'project');
  await mkdir(project);
  const version = async (path: string): Promise<string> =>
    JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')).version;
  const write = (file: string, content: unknown) =>
    writeFile(join(project, file), typeof content === 'string' ? content : JSON.stringify(content));
  await write('package.json', {
    private: true,
    type: 'module',
    dependencies: {
      '@edge-console/client': `file:${tarballs.client}`,
      '@edge-console/schema': `file:${tarballs.schema}`,
      zod: await version('packages/schema/node_modules/zod'),
    },
    devDependencies: {'@types/node': await version('node_modules/@types/node')},
  });
  // The packages are in no registry: the client's dependency must be the tarball too.
  await write('pnpm-workspace.yaml', {overrides: {'@edge-console/schema': `file:${tarballs.schema}`}});
  await write('main.ts', CONSUMER_PROGRAM);
  await run(pnpm, ['install', '--prefer-offline'], {cwd: project});
}, 120_000);
afterAll(() => rm(folder, {recursive: true, force: true}));

describe.each(PACKAGES)('the packed %s', {timeout: 60_000}, name => {
  it('passes publint', async () => {
    expect(await run(bin('publint'), ['run', tarballs[name] ?? '', '--strict'], {cwd: folder})).toContain('All good!');
  });

  it('passes attw', async () => {
    // With this profile, the exit code counts problems of ES modules only.
    const args = ['--profile', 'esm-only', '--format', 'ascii', '--no-color'];
    expect(await run(bin('attw'), [tarballs[name] ?? '', ...args], {cwd: folder})).toContain('node16 (from ESM)');
  });

  it('has no tests and no workspace versions', async () => {
    const installed = join(project, 'node_modules/@edge-console', name);
    const files = globSync('**/*', {cwd: installed});
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts']));
    expect(files.filter(file => /\.test\.|\.tsbuildinfo$/.test(file))).toEqual([]);
    const manifest = await readFile(join(installed, 'package.json'), 'utf8');
    expect(manifest).not.toMatch(/workspace:|catalog:/);
  });

  it('has its changelog and the sources of its source maps', async () => {
    const installed = join(project, 'node_modules/@edge-console', name);
    expect(await readFile(join(installed, 'CHANGELOG.md'), 'utf8')).toMatch(/^## \d/m);
    const maps = globSync('**/*.map', {cwd: installed});
    const sources = await Promise.all(
      maps.map(async map => {
        const {sources} = JSON.parse(await readFile(join(installed, map), 'utf8')) as {sources: string[]};
        return sources.map(source => join(map, '..', source));
      }),
    );
    // An incremental build may have left files of deleted sources.
    const current = sources.flat().filter(file => existsSync(join(root, 'packages', name, file)));
    expect(current.length).toBeGreaterThan(20);
    expect(current.filter(file => !existsSync(join(installed, file)))).toEqual([]);
  });
});

describe('a project outside the workspace', {timeout: 60_000}, () => {
  it.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('compiles with its libraries: module %s, moduleResolution %s', async (module, moduleResolution) => {
    const compilerOptions = {
      ...{module, moduleResolution, target: 'es2024', lib: ['es2024'], types: ['node']},
      ...{strict: true, noEmit: true, resolveJsonModule: true, skipLibCheck: false},
    };
    const file = join(project, `tsconfig.${moduleResolution}.json`);
    await writeFile(file, JSON.stringify({compilerOptions, include: ['main.ts']}));
    expect(await run(bin('tsc'), ['-p', file], {cwd: project})).toBe('');
  });

  it('runs', async () => {
    const demo = await createDemo({logs: 1000, live: false});
    try {
      const access = {BASE_URL: demo.url, API_TOKEN: demo.apiToken};
      const printed = await run(process.execPath, ['main.ts'], {cwd: project, env: access});
      expect(JSON.parse(printed)).toEqual({
        ...{typed: false, names: 3, states: true, refused: 'not_found', path: '/admin-api/log_server/errlog'},
        ...{sameDocument: true, sameSchema: true},
      });
    } finally {
      await demo.close();
    }
  });
});
