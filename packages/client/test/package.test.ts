import {execFile} from 'node:child_process';
import {cp, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {expect, onTestFinished, test} from 'vitest';
import {EdgeError, isEdgeError} from '../src/index.ts';
import {failing} from './support/outcomes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A folder inside the package, so that modules in it find dependencies. */
const temporaryFolder = async (): Promise<string> => {
  await mkdir(join(root, 'reports'), {recursive: true});
  const folder = await mkdtemp(join(root, 'reports', 'test-'));
  onTestFinished(() => rm(folder, {recursive: true, force: true}));
  return folder;
};

/** Bundles a module that imports the built package; zod, a peer dependency, is external. */
const bundle = async (contents: string, external: string[] = ['zod', 'zod/*']) => {
  const {outputFiles, metafile} = await build({
    stdin: {contents, resolveDir: root},
    ...{bundle: true, minify: true, write: false, metafile: true},
    ...{format: 'esm', platform: 'node', external, absWorkingDir: root},
  });
  const inputs = Object.values(metafile.outputs).flatMap(({inputs}) => Object.entries(inputs));
  const kept = inputs.filter(([, {bytesInOutput}]) => bytesInOutput > 0).map(([file]) => file);
  const bytes = outputFiles?.[0]?.contents ?? new Uint8Array();
  const code = new TextDecoder().decode(bytes);
  return {code, gzipped: gzipSync(bytes).length, kept};
};

const all = `import {createClient} from './dist/index.js'; globalThis.client = createClient({baseUrl: 'http://h'});`;

test('a bundle that imports only isEdgeError contains only the errors module', async () => {
  const {kept} = await bundle(`import {isEdgeError} from './dist/index.js'; globalThis.check = isEdgeError;`);
  expect(kept.filter(file => file !== '<stdin>')).toEqual(['dist/errors.js']);
});

test('a bundle of the client with zod and got has at most 96 kB when gzipped', async () => {
  const {gzipped} = await bundle(all, []);
  expect(gzipped).toBeGreaterThan(50_000);
  expect(gzipped).toBeLessThanOrEqual(96_000);
});

test('a bundled client sends requests of the contract and other requests', async () => {
  const calls = `
    import {createClient} from './dist/index.js';
    const client = createClient({baseUrl: 'http://127.0.0.1:1', retries: 0});
    const calls = [client.errorLogs.list(), client.request({method: 'GET', path: '/x'}), client.call('unknown')];
    console.log(...(await Promise.allSettled(calls)).map(({reason}) => reason?.code));`;
  const {code} = await bundle(calls, []);
  // Some CommonJS dependencies of got need `require`.
  const head = `import {createRequire} from 'node:module'; const require = createRequire('/');`;
  const file = join(await temporaryFolder(), 'bundle.mjs');
  await writeFile(file, head + code);
  const {stdout} = await promisify(execFile)(process.execPath, [file]);
  expect(stdout).toBe('network network invalid_request\n');
});

test('zod is not loaded before the first call', async () => {
  const program = `
    import {registerHooks} from 'node:module';
    const loaded = [];
    registerHooks({load: (url, context, next) => (loaded.push(url), next(url, context))});
    const hasZod = () => loaded.some(url => url.includes('/node_modules/zod/'));
    const {createClient} = await import('@edge-console/client');
    const client = createClient({baseUrl: 'http://127.0.0.1:1', retries: 0});
    const before = hasZod();
    await client.errorLogs.list().catch(() => {});
    console.log(loaded.some(url => url.includes('/got/')), before, hasZod());`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {cwd: root});
  expect(stdout).toBe('true false true\n');
});

test('the README states the size of the bundle', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const stated = Number(/`createClient` is (\d+) KB/.exec(readme)?.[1]);
  const {gzipped} = await bundle(all);
  expect(Math.abs(stated - gzipped / 1000)).toBeLessThan(gzipped / 10_000);
});

/** Imports a second copy of the built package, as in a dependency tree with two versions. */
const installCopy = async (): Promise<typeof import('../src/index.ts')> => {
  // Vitest does not transform modules in a folder named `node_modules`.
  const copy = join(await temporaryFolder(), 'node_modules', '@edge-console', 'client');
  await cp(join(root, 'dist'), join(copy, 'dist'), {recursive: true});
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  return import(pathToFileURL(join(copy, 'dist', 'index.js')).href);
};

test('isEdgeError recognises an error of another copy of the package', async () => {
  const copy = await installCopy();
  const error = await failing(copy.createClient({baseUrl: 'http://127.0.0.1:1', retries: 0}).errorLogs.list());
  expect(error instanceof EdgeError).toBe(false);
  expect(copy.isEdgeError(error)).toBe(true);
  expect(isEdgeError(error)).toBe(true);
  expect(error).toMatchObject({code: 'network', method: 'GET', attempt: 1, retryable: true});
});
