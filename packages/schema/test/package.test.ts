import {execFile} from 'node:child_process';
import {globSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {describe, expect, test} from 'vitest';

const root = join(import.meta.dirname, '..');

/** What an importer ships of the package, zod apart. */
const bundle = async (code: string) => {
  const result = await build({
    stdin: {contents: code, resolveDir: import.meta.dirname},
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    external: ['zod'],
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

describe('importing one thing', () => {
  const cases: [names: string, modules: string[]][] = [
    ['levelName', ['values.js']],
    ['expiryState', ['values.js']],
    ['sessionEnd', ['values.js']],
    ['unixDate', ['values.js']],
    ['readGatewayUrl', ['gateway-url.js']],
    ['Secret', ['secret.js']],
    ['errorLogEntry', ['envelope.js', 'error-log.js', 'paging.js']],
    ['application', ['application.js', 'envelope.js']],
    ['apiToken', ['envelope.js', 'paging.js', 'secret.js', 'token.js', 'values.js']],
  ];

  test.each(cases)('%s brings its own modules alone', async (name, modules) => {
    const {modules: brought, text} = await bundle(
      `import {${name}} from '@edge-console/schema'; console.log(${name});`,
    );
    expect(brought).toEqual(modules);
    if (name !== 'application') expect(text).not.toContain('cmd_line');
  });

  test('what needs no validation does without zod', async () => {
    const {text} = await bundle(`import {levelName} from '@edge-console/schema'; console.log(levelName(4));`);
    expect(text).not.toContain('zod');
  });

  test('importing nothing of it leaves nothing: it has no side effects', async () => {
    for (const entry of ['', '/openapi', '/json-schema']) {
      expect((await bundle(`import '@edge-console/schema${entry}';`)).text.trim()).toBe('');
    }
  });

  test('the main entry does not bring the documents', async () => {
    const {modules} = await bundle(`import * as schema from '@edge-console/schema'; console.log(schema);`);
    expect(modules.filter(path => /openapi|json-schema/.test(path))).toEqual([]);
  });
});

test('loading it changes nothing, as sideEffects: false promises to bundlers that do not look', async () => {
  const program = `
    await import('zod');
    const seen = () => JSON.stringify([
      Reflect.ownKeys(globalThis).map(String), Object.keys(process.env), process.eventNames().map(String),
      [Object, Array, String, Number, Date].map(({prototype}) => Reflect.ownKeys(prototype).map(String)),
    ]);
    const before = seen();
    for (const entry of ['', '/openapi', '/json-schema']) await import('@edge-console/schema' + entry);
    console.log(before === seen());`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {cwd: root});
  expect(await run).toEqual({stdout: 'true\n', stderr: ''});
  for (const file of globSync('dist/*.js', {cwd: root})) {
    const code = await readFile(join(root, file), 'utf8');
    expect(
      code.match(/^(?!import|export|const|class|function|async function|\/\/|\/\*)[^\s\])}].*/gm) ?? [],
      file,
    ).toEqual([]);
  }
});

test('the sizes in the README are right', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\*|\w+)` +\| (\d+) B +\|$/gm)];
  expect(rows.length).toBeGreaterThan(3);
  for (const [, name, bytes] of rows) {
    const names = name === '*' ? '* as all' : `{${name} as all}`;
    const {gzip} = await bundle(`import ${names} from '@edge-console/schema'; console.log(all);`);
    // Compressors differ by a few bytes from one Node to the next.
    expect(Math.abs(gzip - Number(bytes)), `${name} has ${gzip} B`).toBeLessThan(32);
  }
});

test('no declaration says any', async () => {
  const files = globSync('dist/**/*.d.ts', {cwd: root});
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const code = (await readFile(join(root, file), 'utf8')).replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
    expect(code.match(/.*\bany\b.*/g) ?? [], file).toEqual([]);
  }
});
