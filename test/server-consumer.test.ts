import {existsSync, globSync} from 'node:fs';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {bin, installConsumer, run} from './support/consumer-project.ts';
import {blockOf} from './support/recipes.ts';

const root = join(import.meta.dirname, '..');
const OLD_NODE = "Object.defineProperty(process, 'versions', {value: {...process.versions, node: '22.18.0'}})";

let folder: string;
let project: string;
let server: string;
let tools: string;
let install: string;

beforeAll(async () => {
  ({folder, project} = await installConsumer());
  server = join(project, 'node_modules/@edge-console/server');
  tools = join(project, 'node_modules/@edge-console/test-tools');
  const document = await readFile(join(root, 'docs/testing-with-edge-server.md'), 'utf8');
  install = document.split(/^## /m).find(section => section.startsWith('Install')) ?? '';
}, 120_000);
afterAll(() => rm(folder, {recursive: true, force: true}));

describe('packed server', {timeout: 60_000}, () => {
  it('the first test of docs/testing-with-edge-server.md compiles and passes with the packed server', async () => {
    await writeFile(join(project, 'gateway.test.ts'), blockOf(install, 'ts'));
    const compilerOptions = {module: 'nodenext', target: 'es2024', types: ['node'], strict: true, noEmit: true};
    const file = join(project, 'tsconfig.server.json');
    await writeFile(file, JSON.stringify({compilerOptions, include: ['gateway.test.ts']}));
    expect(await run(bin('tsc'), ['-p', file], {cwd: project})).toBe('');
    const printed = await run(process.execPath, ['--test', 'gateway.test.ts'], {cwd: project});
    expect(printed).toMatch(/tests 1\n.*pass 1\n/s);
  });

  it('docs/testing-with-edge-server.md names the packed packages and the Node.js version of the server', async () => {
    const {engines, name, dependencies} = JSON.parse(await readFile(join(server, 'package.json'), 'utf8')) as {
      engines: {node: string};
      name: string;
      dependencies: Record<string, string>;
    };
    expect(install).toContain(`Node.js ${engines.node.replace('>=', '')} or newer`);
    const [, packed = ''] = /~\/packed\/edge-console-\{(.*)\}-\*\.tgz/.exec(install) ?? [];
    const required = [name, ...Object.keys(dependencies)].flatMap(one => /^@edge-console\/(.*)$/.exec(one)?.[1] ?? []);
    expect(packed.split(',')).toEqual(expect.arrayContaining(required));
  });

  it('the pnpm command of docs/testing-with-edge-server.md packs four packages', async () => {
    const command = /^pnpm --filter.*$/m.exec(install)?.[0] ?? '';
    const packed = join(folder, 'packed');
    await run('bash', ['-c', command.replace('~/packed', packed)], {cwd: root});
    expect(globSync('*.tgz', {cwd: packed}).length).toBe(4);
  });

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
