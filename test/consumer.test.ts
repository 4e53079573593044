import {spawnSync} from 'node:child_process';
import {existsSync, globSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createDemo, type Demo} from '@edge-console/generator/demo';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {sharedFolder} from '../apps/server/test/folder.ts';
import {postgresBinaries, startCluster} from '../packages/stores/test/postgres/support/cluster.ts';
import {type Block, blocksOf, COMMAND_DOCUMENTS, runBlocks} from './support/blocks.ts';
import {CONSUMER_PROGRAM} from './support/consumer-program.ts';
import {bin, type ConsumerProject, entriesOf, installConsumer, run} from './support/consumer-project.ts';
import {startEnvironment} from './support/recipe-environment.ts';
import {blockOf, readRecipes, writeRecipes} from './support/recipes.ts';

const root = join(import.meta.dirname, '..');
const PACKAGES = ['schema', 'client'] as const;

const folder = sharedFolder('consumer');
let project: string;
let tarballs: ConsumerProject['tarballs'];
let demo: Demo;

beforeAll(async () => {
  ({project, tarballs} = await installConsumer(folder));
  await writeFile(join(project, 'main.ts'), CONSUMER_PROGRAM);
  await writeFile(join(project, 'entries.ts'), (await Promise.all(PACKAGES.map(entriesOf))).join(''));
  demo = await createDemo({logs: 1000, live: false});
}, 120_000);
afterAll(() => demo?.close());

describe.each(PACKAGES)('the packed %s', {timeout: 60_000}, name => {
  it('the packed package passes publint', async () => {
    expect(await run(bin('publint'), ['run', tarballs[name], '--strict'], {cwd: folder})).toContain('All good!');
  });

  it('the packed package contains no tests, and its manifest has no workspace or catalog versions', async () => {
    const installed = join(project, 'node_modules/@edge-console', name);
    const files = globSync('**/*', {cwd: installed});
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts']));
    expect(files.filter(file => /\.test\.|\.tsbuildinfo$/.test(file))).toEqual([]);
    const manifest = await readFile(join(installed, 'package.json'), 'utf8');
    expect(manifest).not.toMatch(/workspace:|catalog:/);
  });

  it('the packed package contains its changelog and the sources of its source maps', async () => {
    const installed = join(project, 'node_modules/@edge-console', name);
    expect(await readFile(join(installed, 'CHANGELOG.md'), 'utf8')).toMatch(/^## \d/m);
    const maps = globSync('**/*.map', {cwd: installed});
    const sources = await Promise.all(
      maps.map(async map => {
        const {sources} = JSON.parse(await readFile(join(installed, map), 'utf8')) as {sources: string[]};
        return sources.map(source => join(map, '..', source));
      }),
    );
    // Ignores source maps of deleted sources, which an incremental build may leave.
    const current = sources.flat().filter(file => existsSync(join(root, 'packages', name, file)));
    expect(current.length).toBeGreaterThan(20);
    expect(current.filter(file => !existsSync(join(installed, file)))).toEqual([]);
  });
});

describe('a project outside the workspace', {timeout: 60_000}, () => {
  it.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('a project outside the workspace compiles: module %s, moduleResolution %s', async (module, moduleResolution) => {
    const compilerOptions = {
      ...{module, moduleResolution, target: 'es2024', lib: ['es2024'], types: ['node']},
      // Declarations that are valid for `node16` are valid for `bundler`, so they are checked once.
      ...{strict: true, noEmit: true, resolveJsonModule: true, skipLibCheck: moduleResolution === 'bundler'},
    };
    const file = join(project, `tsconfig.${moduleResolution}.json`);
    await writeFile(file, JSON.stringify({compilerOptions, include: ['main.ts', 'entries.ts']}));
    expect(await run(bin('tsc'), ['-p', file], {cwd: project})).toBe('');
  });

  it('a program of a project outside the workspace prints the expected results', async () => {
    const access = {BASE_URL: demo.url, API_TOKEN: demo.apiToken};
    const printed = await run(process.execPath, ['main.ts'], {cwd: project, env: access});
    expect(JSON.parse(printed)).toEqual({
      ...{typed: false, names: 3, states: true, refused: 'not_found', path: '/admin-api/log_server/errlog'},
      ...{sameDocument: true, sameSchema: true},
    });
  });
});

const DATABASE = 'postgres://edge@db.example.com/edge';
/** Resolves to the URL of a new PostgreSQL database, or to undefined if PostgreSQL is not installed. */
const newDatabase = async (): Promise<string | undefined> => {
  const postgres = postgresBinaries();
  if (postgres === undefined) return undefined;
  const cluster = await startCluster(postgres);
  onTestFinished(() => cluster.stop());
  return cluster.database();
};

describe('examples of the READMEs and recipes', {timeout: 60_000}, () => {
  let recipes: Awaited<ReturnType<typeof readRecipes>>;
  let program: string;
  beforeAll(async () => {
    recipes = await readRecipes();
    program = await writeRecipes(recipes, project);
  });

  it('the examples of the documents compile with the tsconfig.json of the client README', async () => {
    const readme = await readFile(join(root, 'packages/client/README.md'), 'utf8');
    const config = JSON.parse(blockOf(readme, 'json'));
    const file = join(project, 'tsconfig.json');
    await writeFile(file, JSON.stringify({...config, include: ['recipe-*.ts']}));
    expect(await run(bin('tsc'), ['-p', file], {cwd: project})).toBe('');
  });

  const documents = process.env.EDGE_THOROUGH === undefined ? COMMAND_DOCUMENTS.slice(0, 1) : COMMAND_DOCUMENTS;
  it.each(documents)('the commands of %s run in an empty folder with the packed packages', async document => {
    const text = await readFile(join(root, document), 'utf8');
    const replaced = {
      'https://admin.example.com': demo.url,
      'https://console.example.com': demo.url,
      'API_TOKEN=…': `API_TOKEN=${demo.apiToken}`,
      'PASSWORD=…': `PASSWORD=${demo.password}`,
      '--username ann': `--username ${demo.username}`,
      // A recording takes minutes at the default rate.
      '--out twin': '--out twin --rate 1000',
      '--seed demo': '--seed demo --seed-logs 1000',
      [DATABASE]: (text.includes(DATABASE) && (await newDatabase())) || 'other.db',
    };
    await runBlocks(blocksOf(text), {project, folder: join(folder, document), replaced});
  });

  it('the examples of the documents print what the documents state', async () => {
    expect(recipes.length).toBeGreaterThan(20);
    await using environment = await startEnvironment();
    const printed = (await run(process.execPath, [program], {cwd: project, env: environment.env}))
      .split('==\n')
      .slice(1);
    const actual = recipes.map(({title, prints}, index) => [title, prints === undefined ? '' : printed[index]]);
    expect(actual).toEqual(recipes.map(({title, prints = ''}) => [title, prints]));
    expect(printed.filter(text => /Error: |^Error/m.test(text))).toEqual([]);
  });
});

const document = await readFile(join(root, 'docs/testing-with-edge-server.md'), 'utf8');
const sectionOf = (title: string): string => document.split(/^## /m).find(text => text.startsWith(title)) ?? '';
// Does not import pytest, which takes longer than the test.
const FIND_PYTEST = "import importlib.util, sys; sys.exit(importlib.util.find_spec('pytest') is None)";
const hasPytest = spawnSync('python3', ['-c', FIND_PYTEST]).status === 0;
const MAX_WORDS = 600;
const OLD_NODE = "Object.defineProperty(process, 'versions', {value: {...process.versions, node: '22.18.0'}})";

describe('the first green test of docs/testing-with-edge-server.md', {timeout: 60_000}, () => {
  const blocks = blocksOf(sectionOf('First green test'));
  const green = async (section: string): Promise<string> => {
    const isNeeded = (one: string) => one === section || one === 'First green test';
    return runBlocks(
      blocks.filter(one => isNeeded(one.section)),
      {project, folder: join(folder, section)},
    );
  };

  it('the vitest example compiles, and passes one test with the packed server', async () => {
    expect(await green('vitest')).toMatch(/Tests .*1 passed/);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--target', 'es2024'];
    expect(await run(bin('tsc'), [...options, 'gateway.test.ts'], {cwd: join(folder, 'vitest')})).toBe('');
  });

  const skipped = hasPytest ? '' : ' (skipped: pytest cannot be imported)';
  it.skipIf(!hasPytest)(`the pytest example passes one test with the packed server${skipped}`, async () => {
    expect(await green('pytest')).toContain('1 passed');
  });

  it('the shell example finds the API token on the packed server', async () => {
    expect(await green('Shell')).toContain('"name":"ci"');
  });

  it('the commands of "Complete examples" run an example of the packed test tools', async () => {
    const examples = blocksOf(sectionOf('Complete examples'));
    expect(await runBlocks(examples, {project, folder: join(folder, 'examples')})).toContain(
      'works, fails and recovers',
    );
  });

  it('the documented commands for other languages, faults and containers run with seed.json', async () => {
    const seed = blocks.filter(({file}) => file === 'seed.json');
    const commands = ['Other languages', 'Faults'].flatMap(title => blocksOf(sectionOf(title)));
    const [, container = ''] = /^CMD (\[.*\])$/m.exec(sectionOf('In a container')) ?? [];
    const inContainer: Block = {
      ...{section: 'In a container', language: 'sh', file: undefined, prints: 'edge-server listening on'},
      code: `npx ${JSON.parse(container).join(' ')}`,
    };
    const env = {EDGE_SERVER_CONTROL_SECRET: 'only for this test run'};
    const place = {project, folder: join(folder, 'commands'), env};
    expect(await runBlocks([...seed, ...commands, inContainer], place)).toContain('"kind":"rate-limit"');
  });

  it(`"First green test" ends within the first ${MAX_WORDS} words of the document, and follows "Install"`, () => {
    const [before = ''] = document.split(/^## Complete/m);
    expect(before.match(/^##+ .*/gm)).toEqual([
      ...['## Install', '## First green test', '### vitest', '### pytest', '### Shell'],
    ]);
    expect(before.split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS);
  });
});

describe('packed server', {timeout: 60_000}, () => {
  it('the packed server and test tools have a README, sources for source maps, and only example tests', async () => {
    for (const [name, tests] of [
      ['server', []],
      ['test-tools', ['examples/vitest/tokens.test.ts']],
    ] as const) {
      const installed = join(project, 'node_modules/@edge-console', name);
      const files = globSync('**/*', {cwd: installed});
      expect(files).toContain('README.md');
      expect(files.filter(file => /\.test\.|\.tsbuildinfo$/.test(file))).toEqual(tests);
      const sources = files
        .filter(file => file.endsWith('.map'))
        .map(map => map.replace(/^dist/, 'src').replace(/\.(js|d\.ts)\.map$/, '.ts'));
      expect(sources.filter(source => !existsSync(join(installed, source)))).toEqual([]);
    }
    const examples = ['examples/shell/smoke.sh', 'examples/python/test_gateway.py'];
    const tools = join(project, 'node_modules/@edge-console/test-tools');
    expect(globSync('examples/*/*', {cwd: tools})).toEqual(expect.arrayContaining(examples));
  });

  it('the packed server fails on an older Node.js with one line that names the required version', async () => {
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(OLD_NODE)}`, '--input-type=module'];
    const program = "import('@edge-console/server').catch(error => console.log(error.message))";
    const printed = await run(process.execPath, [...flags, '-e', program], {cwd: project});
    expect(printed).toBe('@edge-console/server needs Node.js 24.15 or newer; this is 22.18.0\n');
  });
});
