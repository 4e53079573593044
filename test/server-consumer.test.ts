import {spawnSync} from 'node:child_process';
import {existsSync, globSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {sharedFolder} from '../apps/server/test/folder.ts';
import {type Block, blocksOf, runBlocks} from './support/blocks.ts';
import {bin, installConsumer, run} from './support/consumer-project.ts';

const document = await readFile(join(import.meta.dirname, '../docs/testing-with-edge-server.md'), 'utf8');
const sectionOf = (title: string): string => document.split(/^## /m).find(text => text.startsWith(title)) ?? '';
const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;
const MAX_WORDS = 600;
const OLD_NODE = "Object.defineProperty(process, 'versions', {value: {...process.versions, node: '22.18.0'}})";

const folder = sharedFolder('consumer');
let project: string;
let server: string;
let tools: string;

beforeAll(async () => {
  ({project} = await installConsumer(folder));
  server = join(project, 'node_modules/@edge-console/server');
  tools = join(project, 'node_modules/@edge-console/test-tools');
}, 120_000);

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
  it('the packed server installs the program edge-server', async () => {
    expect(await run(join(project, 'node_modules/.bin/edge-server'), ['--version'], {cwd: project})).toMatch(/^\d/);
  });

  it('the packed server and test tools have a README, sources for source maps, and only example tests', async () => {
    for (const [folder, tests] of [
      [server, []],
      [tools, ['examples/vitest/tokens.test.ts']],
    ] as const) {
      const files = globSync('**/*', {cwd: folder});
      expect(files).toContain('README.md');
      expect(files.filter(file => /\.test\.|\.tsbuildinfo$/.test(file))).toEqual(tests);
      const sources = files
        .filter(file => file.endsWith('.map'))
        .map(map => map.replace(/^dist/, 'src').replace(/\.(js|d\.ts)\.map$/, '.ts'));
      expect(sources.filter(source => !existsSync(join(folder, source)))).toEqual([]);
    }
    const examples = ['examples/shell/smoke.sh', 'examples/python/test_gateway.py'];
    expect(globSync('examples/*/*', {cwd: tools})).toEqual(expect.arrayContaining(examples));
  });

  it('the packed server fails on an older Node.js with one line that names the required version', async () => {
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(OLD_NODE)}`, '--input-type=module'];
    const program = "import('@edge-console/server').catch(error => console.log(error.message))";
    const printed = await run(process.execPath, [...flags, '-e', program], {cwd: project});
    expect(printed).toBe('@edge-console/server needs Node.js 24.15 or newer; this is 22.18.0\n');
  });
});
