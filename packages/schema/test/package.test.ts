import {execFile} from 'node:child_process';
import {globSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {describe, expect, test} from 'vitest';
import manifest from '../package.json' with {type: 'json'};
import {interfaces} from '../scripts/render-interfaces.ts';
import {jsonSchema} from '../src/json-schema.ts';
import {openApi} from '../src/openapi.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/**
 * Bundles a program, by default without zod. Returns the code, the modules of this package in it, and its size in bytes
 * after gzip.
 */
const bundle = async (code: string, external: string[] = ['zod', 'zod/*']) => {
  const result = await build({
    stdin: {contents: code, resolveDir: import.meta.dirname},
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    external,
    logLevel: 'silent',
  });
  const text = result.outputFiles[0]?.text ?? '';
  const modules = Object.values(result.metafile.outputs).flatMap(({inputs}) =>
    Object.entries(inputs).flatMap(([path, {bytesInOutput}]) =>
      bytesInOutput > 0 && path !== '<stdin>' ? [path.replace(/^.*dist\//, '')] : [],
    ),
  );
  return {text, modules: modules.toSorted(), gzip: gzipSync(text, {level: 9}).length};
};

describe('bundles', () => {
  const cases: [names: string, modules: string[]][] = [
    ['levelName', ['values.js']],
    ['expiryState', ['values.js']],
    ['sessionEnd', ['values.js']],
    ['unixDate', ['values.js']],
    ['readGatewayUrl', ['values.js']],
    ['Secret', ['secret.js']],
    ['errorLogEntry', ['docs.js', 'envelope.js', 'issue.js', 'resources/error-log.js', 'row.js', 'values.js']],
    ['application', ['docs.js', 'envelope.js', 'issue.js', 'resources/application.js', 'row.js', 'values.js']],
    ['apiToken', ['docs.js', 'envelope.js', 'issue.js', 'resources/token.js', 'row.js', 'secret.js', 'values.js']],
  ];

  test.each(cases)('an import of %s alone bundles only the modules that it needs', async (name, modules) => {
    const {modules: bundled, text} = await bundle(
      `import {${name}} from '@edge-console/schema'; console.log(${name});`,
    );
    expect(bundled).toEqual(modules);
    if (name !== 'application') expect(text).not.toContain('cmd_line');
  });

  test('the bundle of the whole package with zod has at most 27 kB after gzip', async () => {
    const {gzip} = await bundle(`export * from '@edge-console/schema';`, []);
    expect(gzip).toBeGreaterThan(10_000);
    expect(gzip).toBeLessThanOrEqual(27_000);
  });

  test('the bundle of @edge-console/schema/values does not contain zod', async () => {
    const {text} = await bundle(`import * as values from '@edge-console/schema/values'; console.log(values);`);
    expect(text).not.toContain('zod');
  });

  test('the bundle of an import without names is empty, since the package has no side effects', async () => {
    for (const entry of ['', '/openapi', '/json-schema']) {
      expect((await bundle(`import '@edge-console/schema${entry}';`)).text.trim()).toBe('');
    }
  });

  test('the bundle of the main entry does not contain the OpenAPI and JSON Schema modules', async () => {
    const {modules} = await bundle(`import * as schema from '@edge-console/schema'; console.log(schema);`);
    expect(modules.filter(path => /openapi|json-schema/.test(path))).toEqual([]);
  });
});

test('loading the package changes no global object, so sideEffects: false is correct', async () => {
  const program = `
    await import('zod');
    const seen = () => JSON.stringify([
      Reflect.ownKeys(globalThis).map(String), Object.keys(process.env), process.eventNames().map(String),
      [Object, Array, String, Number, Date].map(({prototype}) => Reflect.ownKeys(prototype).map(String)),
    ]);
    const before = seen();
    for (const entry of ['', '/openapi', '/json-schema']) await import('@edge-console/schema' + entry);
    console.log(before === seen());`;
  const ended = await run(process.execPath, ['--input-type=module', '-e', program], {cwd: root});
  expect(ended).toEqual({stdout: 'true\n', stderr: ''});
  for (const file of globSync('dist/*.js', {cwd: root})) {
    const code = await readFile(join(root, file), 'utf8');
    expect(
      code.match(/^(?!import|export|const|class|function|async function|\/\/|\/\*)[^\s\])}].*/gm) ?? [],
      file,
    ).toEqual([]);
  }
});

test('no declaration file of the package contains the type any', async () => {
  const files = globSync('dist/**/*.d.ts', {cwd: root});
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const code = (await readFile(join(root, file), 'utf8')).replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
    expect(code.match(/.*\bany\b.*/g) ?? [], file).toEqual([]);
  }
});

describe('the README', () => {
  test('the bundle sizes in the README are right within 32 bytes', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\*|\w+)` +\| (\d+) B +\|$/gm)];
    expect(rows.length).toBeGreaterThan(3);
    for (const [, name, bytes] of rows) {
      const names = name === '*' ? '* as all' : `{${name} as all}`;
      const {gzip} = await bundle(`import ${names} from '@edge-console/schema'; console.log(all);`);
      // The compressed size differs by a few bytes between versions of Node.js.
      expect(Math.abs(gzip - Number(bytes)), `${name} has ${gzip} B`).toBeLessThan(32);
    }
  });

  test('the example in the README runs and prints the expected lines', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
    // The program is written to a folder of the package, so that it can import the package by name.
    await mkdir(join(root, 'reports'), {recursive: true});
    const file = join(root, 'reports/readme-example.mts');
    await writeFile(file, example);
    const {stdout} = await run(process.execPath, [file]);
    expect(stdout).toBe('GET /admin-api/log_server/errlog\nERROR refused\nnever\n');
  });
});

describe('the published documents', () => {
  test('openapi.json is what `pnpm run docs` writes', async () => {
    const committed: unknown = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'));
    expect(committed).toEqual(JSON.parse(JSON.stringify(openApi(manifest.version))));
  });

  test('src/interfaces.ts is what `pnpm run docs` writes', async () => {
    expect(await readFile(join(root, 'src/interfaces.ts'), 'utf8')).toBe(interfaces());
  });

  test('Redocly reports no problem in openapi.json', async () => {
    const bin = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const env = {...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true'};
    const linting = run(process.execPath, [bin, 'lint', 'openapi.json', '--format=json'], {cwd: root, env});
    const {stdout} = await linting.catch((error: {stdout: string}) => error);
    const report = JSON.parse(stdout) as {totals: unknown; problems: {message: string}[]};
    expect(report.problems.map(({message}) => message)).toEqual([]);
    expect(report.totals).toEqual({errors: 0, warnings: 0, ignored: 0});
  });

  test('the published documents can be imported by name', async () => {
    const program = `
      const {default: schema} = await import('@edge-console/schema/json-schema/read/ApiToken.json', {with: {type: 'json'}});
      const {default: document} = await import('@edge-console/schema/openapi.json', {with: {type: 'json'}});
      console.log(JSON.stringify([schema, document.openapi]));`;
    const {stdout} = await run(process.execPath, ['--input-type=module', '-e', program], {cwd: root});
    expect(JSON.parse(stdout)).toEqual([jsonSchema('read', 'ApiToken'), '3.1.1']);
  });
});
