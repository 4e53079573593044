import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, it} from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? [];
const IMPORT = /(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\* as \w+)\s+from\s+'(@edge-console\/[^']+)'/g;

interface Entry {
  readonly folder: string;
  /** Name to import, such as `@edge-console/client/rows`. */
  readonly specifier: string;
  /** Path of the built module. */
  readonly file: string;
}

const entries: readonly Entry[] = globSync('{apps,packages}/*/package.json', {cwd: root}).flatMap(path => {
  const {name, exports = {}} = JSON.parse(read(path)) as {name: string; exports?: Record<string, {default?: string}>};
  const folder = path.replace('/package.json', '');
  return Object.entries(exports).flatMap(([entry, {default: file}]) =>
    file === undefined ? [] : [{folder, specifier: name + entry.slice(1), file: join(folder, file)}],
  );
});

/** The code in the documents of packages, inline and in blocks. */
const documented = new Set(
  globSync(
    [
      '{apps,packages}/*/README.md',
      'packages/client/docs/{behaviour,recipes}.md',
      '{apps/server,packages/{generator,patterns,test-tools}}/docs/reference.md',
      'docs/*.md',
    ],
    {cwd: root},
  )
    .flatMap(file => read(file).match(/```.*?```|`[^`]+`/gs) ?? [])
    .flatMap(wordsOf),
);

const texts = globSync('{{apps,packages}/*/{src,test,scripts},test}/**/*.{ts,tsx}', {cwd: root}).map(file => ({
  ...{file, text: read(file)},
}));
const imported = texts.flatMap(({file, text}) =>
  [...text.matchAll(IMPORT)].map(([, names = '', specifier]) => ({file, specifier, names: wordsOf(names)})),
);
/** Whether a file loads a package by name, as the server does. */
const loads = (text: string, specifier: string): boolean => text.includes(`('${specifier}'`);

it.each(entries)('every name of $specifier is in a document or imported by another package', async entry => {
  const names = Object.keys(await import(pathToFileURL(join(root, entry.file)).href));
  const isOutside = ({file}: {file: string}) => !file.startsWith(`${entry.folder}/`);
  const used = new Set([
    ...imported.filter(isOutside).flatMap(({specifier, names}) => (specifier === entry.specifier ? names : [])),
    ...texts.filter(isOutside).flatMap(({text}) => (loads(text, entry.specifier) ? wordsOf(text) : [])),
  ]);
  expect(names.filter(name => !used.has(name) && !documented.has(name))).toEqual([]);
});
