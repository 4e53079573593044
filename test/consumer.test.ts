import {existsSync, globSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createDemo} from '@edge-console/generator/demo';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {sharedFolder} from '../apps/server/test/folder.ts';
import {makeCertificate} from '../packages/client/test/support/certificates.ts';
import {startGateway} from '../packages/client/test/support/gateway.ts';
import {MASTER_TOKEN, PASSWORD, seed} from '../packages/client/test/support/seed.ts';
import {respondJson, serveHttp} from '../packages/client/test/support/serve.ts';
import {serveProxy} from '../packages/client/test/support/test-proxy.ts';
import {type Cluster, postgresBinaries, startCluster} from '../packages/stores/test/postgres/support/cluster.ts';
import {blocksOf, COMMAND_DOCUMENTS, runBlocks} from './support/blocks.ts';
import {CONSUMER_PROGRAM} from './support/consumer-program.ts';
import {bin, type ConsumerProject, installConsumer, run} from './support/consumer-project.ts';
import {blockOf, readRecipes, writeRecipes} from './support/recipes.ts';

const root = join(import.meta.dirname, '..');
const PACKAGES = ['schema', 'client'] as const;

const folder = sharedFolder('consumer');
let project: string;
let tarballs: ConsumerProject['tarballs'];

beforeAll(async () => {
  ({project, tarballs} = await installConsumer(folder));
  await writeFile(join(project, 'main.ts'), CONSUMER_PROGRAM);
}, 120_000);

describe.each(PACKAGES)('the packed %s', {timeout: 60_000}, name => {
  it('the packed package passes publint', async () => {
    expect(await run(bin('publint'), ['run', tarballs[name], '--strict'], {cwd: folder})).toContain('All good!');
  });

  it('the packed package passes attw', async () => {
    // This profile makes attw check ES modules only.
    const args = ['--profile', 'esm-only', '--format', 'ascii', '--no-color'];
    expect(await run(bin('attw'), [tarballs[name], ...args], {cwd: folder})).toContain('node16 (from ESM)');
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
      ...{strict: true, noEmit: true, resolveJsonModule: true, skipLibCheck: false},
    };
    const file = join(project, `tsconfig.${moduleResolution}.json`);
    await writeFile(file, JSON.stringify({compilerOptions, include: ['main.ts']}));
    expect(await run(bin('tsc'), ['-p', file], {cwd: project})).toBe('');
  });

  it('a program of a project outside the workspace prints the expected results', async () => {
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

/** Starts what the recipes need: the server over http and https, a proxy, and two faulty gateways. */
const startEnvironment = async () => {
  const pems = await makeCertificate();
  const [plain, tls] = await Promise.all([startGateway({seed}), startGateway({seed, tls: pems})]);
  let busy = 0;
  const env = {
    BASE_URL: plain.url,
    TLS_URL: tls.url,
    TLS_FINGERPRINT: pems.fingerprint256,
    API_TOKEN: MASTER_TOKEN,
    USERNAME: 'ann',
    PASSWORD,
    PROXY_URL: `http://${(await serveProxy({to: plain.url})).host}`,
    SILENT_URL: await serveHttp(() => {}),
    BUSY_URL: await serveHttp((request, response) =>
      respondJson({status: busy === 0 ? 1 : 0}, busy++ === 0 ? 503 : 200)(request, response),
    ),
  };
  return {
    env,
    async [Symbol.asyncDispose]() {
      await Promise.all([plain.stop(), tls.stop()]);
    },
  };
};

describe('examples of the READMEs and recipes', {timeout: 60_000}, () => {
  const postgres = postgresBinaries();
  let cluster: Cluster | undefined;
  let recipes: Awaited<ReturnType<typeof readRecipes>>;
  let program: string;
  beforeAll(async () => {
    recipes = await readRecipes();
    program = await writeRecipes(recipes, project);
    cluster = postgres === undefined ? undefined : await startCluster(postgres);
  });
  afterAll(() => cluster?.stop());

  it('the examples of the documents compile with the tsconfig.json of the client README', async () => {
    const readme = await readFile(join(root, 'packages/client/README.md'), 'utf8');
    const config = JSON.parse(blockOf(readme, 'json'));
    const file = join(project, 'tsconfig.json');
    await writeFile(file, JSON.stringify({...config, include: ['recipe-*.ts']}));
    expect(await run(bin('tsc'), ['-p', file], {cwd: project})).toBe('');
  });

  const documents = process.env.EDGE_THOROUGH === undefined ? COMMAND_DOCUMENTS.slice(0, 1) : COMMAND_DOCUMENTS;
  it.each(documents)('the commands of %s run in an empty folder with the packed packages', async document => {
    const blocks = blocksOf(await readFile(join(root, document), 'utf8'));
    const gateway = await createDemo({logs: 1000, live: false});
    onTestFinished(() => gateway.close());
    const replaced = {
      'https://admin.example.com': gateway.url,
      'https://console.example.com': gateway.url,
      'API_TOKEN=…': `API_TOKEN=${gateway.apiToken}`,
      'PASSWORD=…': `PASSWORD=${gateway.password}`,
      '--username ann': `--username ${gateway.username}`,
      // A recording takes minutes at the default rate.
      '--out twin': '--out twin --rate 1000',
      'postgres://edge@db.example.com/edge': (await cluster?.database()) ?? 'other.db',
    };
    await runBlocks(blocks, {project, folder: join(folder, document), replaced});
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
