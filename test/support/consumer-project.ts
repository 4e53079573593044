import {execFile} from 'node:child_process';
import {globSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const PACKED = {
  schema: 'packages/schema',
  client: 'packages/client',
  conformance: 'packages/conformance',
  generator: 'packages/generator',
  patterns: 'packages/patterns',
  server: 'apps/server',
  stores: 'packages/stores',
  'test-tools': 'packages/test-tools',
};
/** Packages that the examples import. The lockfile of the workspace has them, so the install needs no network. */
const INSTALLED = [
  ...['@opentelemetry/api', '@opentelemetry/sdk-trace-base', '@types/node', 'fastify', 'msw', 'pino', 'vitest'],
];

type Packed = keyof typeof PACKED;

const OWN_VARIABLES = /^(npm_(package|lifecycle|command)|pnpm_|INIT_CWD|VITEST|NODE_ENV)/i;
/** The environment of commands, without variables that describe this workspace and this run of vitest. */
export const commandEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));

/** Runs a command and resolves to its output. If it fails, the error contains its output. */
export const run = async (
  command: string,
  args: readonly string[],
  options: {cwd: string; env?: object},
): Promise<string> => {
  const {stdout} = await execute(command, args, {
    timeout: 50_000,
    ...options,
    env: {...commandEnv, ...options.env},
  }).catch((error: {stdout: string; stderr: string}) => {
    throw new Error(`${command} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
};

/** Returns a module that exports all modules of a package. */
export const entriesOf = async (name: Packed): Promise<string> => {
  const {exports} = JSON.parse(await readFile(join(root, PACKED[name], 'package.json'), 'utf8')) as {exports: object};
  const modules = Object.keys(exports).filter(path => !/[*]|json$/.test(path));
  return modules.map((path, at) => `export * as ${name}${at} from '@edge-console/${name}${path.slice(1)}';\n`).join('');
};

/** Returns the path of a program in node_modules/.bin of this workspace. */
export const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const pnpm = process.env.npm_execpath?.includes('pnpm') ? process.env.npm_execpath : 'pnpm';

/** A project outside the workspace with the packed packages installed. */
export interface ConsumerProject {
  readonly project: string;
  readonly tarballs: Readonly<Record<Packed, string>>;
}

/** Packs the packages and installs them in a project in `folder`. */
export const installConsumer = async (folder: string): Promise<ConsumerProject> => {
  const pack = async ([name, path]: readonly [string, string]): Promise<[string, string]> => {
    await run(pnpm, ['pack', '--pack-destination', join(folder, name)], {cwd: join(root, path)});
    return [name, join(folder, name, globSync('*.tgz', {cwd: join(folder, name)})[0] ?? '')];
  };
  const tarballs = Object.fromEntries(await Promise.all(Object.entries(PACKED).map(pack))) as Record<Packed, string>;
  const files = Object.fromEntries(
    Object.entries(tarballs).map(([name, tarball]) => [`@edge-console/${name}`, `file:${tarball}`]),
  );
  const version = async (path: string): Promise<string> =>
    JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')).version;
  const others = await Promise.all(INSTALLED.map(async name => [name, await version(`node_modules/${name}`)] as const));
  const project = join(folder, 'project');
  await mkdir(project);
  const write = (file: string, content: object) => writeFile(join(project, file), JSON.stringify(content));
  await write('package.json', {
    private: true,
    type: 'module',
    dependencies: {...files, zod: await version('packages/schema/node_modules/zod')},
    devDependencies: Object.fromEntries(others),
  });
  // Overrides also the packages' dependencies on each other, since none is in a registry.
  await write('pnpm-workspace.yaml', {overrides: files, strictDepBuilds: false});
  await run(pnpm, ['install', '--prefer-offline'], {cwd: project});
  return {project, tarballs};
};
