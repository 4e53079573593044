import {execFile, execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {copyFile, mkdir, symlink} from 'node:fs/promises';
import {basename, delimiter, dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, describe, expect, it} from 'vitest';
import {sharedFolder} from '../apps/server/test/folder.ts';
import {application} from '../apps/tui/test/support/application.ts';
import {startGateway, withToken} from '../apps/tui/test/support/gateway.ts';

/** Set in CI, since type-checking copies of the repository takes longer than all other tests of the workspace. */
const isThorough = process.env.EDGE_THOROUGH !== undefined;
const root = join(import.meta.dirname, '..');
const RECIPES = ['A tab', 'A command', 'A column', 'An endpoint', 'A command-line flag', 'A theme'];

/** For each heading of docs/CONTRIBUTING.md, the diffs under it, joined to one diff. */
const diffs = new Map(
  readFileSync(join(root, 'docs/CONTRIBUTING.md'), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map(section => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, diff]) => diff).join(''),
    ]),
);
const diffOf = (recipe: string): string => diffs.get(recipe) ?? '';

const apply = (cwd: string, diff: string, ...flags: string[]) =>
  execFileSync('git', ['apply', ...flags], {cwd, input: diff, stdio: 'pipe'});

/** Runs a program from node_modules/.bin. If it fails, the error contains its output. */
const run = async (cwd: string, name: string, ...args: string[]): Promise<void> => {
  const bin = join(root, 'node_modules/.bin');
  const env = {...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`};
  await promisify(execFile)(join(bin, name), args, {cwd, env}).catch(({stdout, stderr}) => {
    throw new Error(`${name} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  });
};

const lint = (tree: string, diff: string): Promise<void> =>
  run(
    tree,
    'biome',
    'ci',
    '--vcs-enabled=false',
    ...[...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file),
  );

const files = execFileSync('git', ['ls-files', '-z', ':!docs'], {cwd: root, encoding: 'utf8'})
  .split('\0')
  .filter(file => file !== '' && existsSync(join(root, file)));
const packages = files.filter(file => /^(apps|packages)\/[^/]+\/package\.json$/.test(file)).map(dirname);

/**
 * Copies the tracked files to `tree`, links their dependencies, and applies a diff. In the copy, the packages of this
 * repository resolve to their copies, and other packages to this repository's node_modules.
 */
const copyTree = async (tree: string, {diff, built}: {diff: string; built: readonly string[]}): Promise<string> => {
  for (const folder of new Set(files.map(dirname))) await mkdir(join(tree, folder), {recursive: true});
  await Promise.all(files.map(file => copyFile(join(root, file), join(tree, file))));
  for (const folder of ['.', ...packages]) {
    const installed = join(root, folder, 'node_modules');
    for (const name of existsSync(installed) ? readdirSync(installed) : []) {
      const link = join(tree, folder, 'node_modules', name);
      await mkdir(dirname(link), {recursive: true});
      if (name !== '@edge-console') await symlink(join(installed, name), link);
    }
    await mkdir(join(tree, folder, 'node_modules/@edge-console'), {recursive: true});
    for (const path of packages) {
      await symlink(join(tree, path), join(tree, folder, 'node_modules/@edge-console', basename(path)));
    }
  }
  for (const path of built) await symlink(join(root, path, 'dist'), join(tree, path, 'dist'));
  apply(tree, diff);
  return tree;
};

const folder = sharedFolder('recipes');

describe('recipes of docs/CONTRIBUTING.md', () => {
  it.each(RECIPES)('the diffs of the recipe "%s" apply to the repository', recipe => {
    apply(root, diffOf(recipe), '--check');
  });

  it('this test file covers every recipe of docs/CONTRIBUTING.md', () => {
    expect([...diffs.keys()]).toEqual(RECIPES);
  });
});

describe.runIf(isThorough)('console with every recipe', () => {
  const diff = RECIPES.filter(recipe => recipe !== 'An endpoint')
    .map(diffOf)
    .join('');
  let tree: string;
  beforeAll(async () => {
    const libraries = ['schema', 'client', 'patterns', 'generator', 'test-tools'].map(name => `packages/${name}`);
    tree = await copyTree(join(folder, 'console'), {diff, built: [...libraries, 'apps/server']});
  });

  it('the console with every recipe type-checks and passes the linter', async () => {
    await Promise.all([
      run(join(tree, 'apps/tui'), 'tsc', '-p', 'tsconfig.json', '--singleThreaded'),
      lint(tree, diff),
    ]);
  });

  it('the tab that a recipe adds lists, sorts, marks and searches agents, and opens their applications', async () => {
    await run(join(tree, 'apps/tui'), 'node', 'scripts/build.mjs');
    // Imported from the copy, whose test support knows the commands that the recipes add.
    const support: typeof import('../apps/tui/test/support/console/start-console.ts') = await import(
      join(tree, 'apps/tui/test/support/console/start-console.ts')
    );
    const gateway = application(11, 'gateway', {cmd_line: 'gateway -d', cwd: '/srv/gateway'});
    const agents = [
      {id: 7, name: 'fra-1', applications: []},
      {id: 8, name: 'lon-1', applications: []},
      {id: 9, name: 'ams-1', applications: [gateway]},
    ];
    const {url} = await startGateway({seed: {agents}});
    const console = await support.startConsole(['--url', url, '--username', 'ann'], {env: withToken, cols: 160});
    await console
      .press('global.tab-agents')
      .status('3 agents')
      .selected(/^7 +fra-1/)
      .press('agents.sort', 'agents.sort')
      .see(/ams-1.*fra-1.*lon-1/s)
      .press('agents.reverse-sort')
      .see(/lon-1.*fra-1.*ams-1/s)
      .selected(/^7 +fra-1/)
      .press('agents.mark')
      .see('1 marked')
      .press('agents.search')
      .see('Search the agents')
      .type('ams')
      .press('dialog.submit')
      .status('1 of 3 agents')
      .selected(/^9 +ams-1/)
      .press('agents.open')
      .see(/name +ams-1/)
      .press('agents.close')
      .selected(/^9 +ams-1/)
      .press('agents.applications')
      .status('agent 9 ams-1   1 application')
      .row('gateway -d')
      .contains('/srv/gateway')
      .press('applications.copy')
      .see('the command line of gateway')
      .press('global.quit')
      .exits(0);
  });
});

it.runIf(isThorough)('the packages that the recipe "An endpoint" changes type-check and pass the linter', async () => {
  const diff = diffOf('An endpoint');
  const tree = await copyTree(join(folder, 'endpoint'), {diff, built: ['apps/server']});
  await run(join(tree, 'packages/schema'), 'tsc', '-p', 'tsconfig.build.json');
  await Promise.all([
    run(join(tree, 'apps/server'), 'tsc', '-p', 'tsconfig.json', '--singleThreaded'),
    run(join(tree, 'packages/test-tools'), 'tsc', '-p', 'tsconfig.json', '--singleThreaded'),
    run(join(tree, 'packages/client'), 'tsc', '-p', 'tsconfig.build.json', '--noEmit'),
    lint(tree, diff),
  ]);
});
