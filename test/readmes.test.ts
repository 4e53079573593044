import {globSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {type Block, blocksOf, COMMAND_DOCUMENTS, INSTALLS} from './support/blocks.ts';
import {DOCUMENTS} from './support/recipes.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const MAX_WORDS = 1000;

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines: {readonly node: string};
}

const libraries = globSync('{apps,packages}/*/package.json', {cwd: root})
  .sort()
  .map(file => ({folder: dirname(file), ...(JSON.parse(read(file)) as Manifest)}))
  .filter(one => !one.private && one.exports !== undefined);
const nodeVersion = ({engines}: Manifest): string => `Node.js ${engines.node.replace('>=', '')} or newer is required`;

it.each(libraries)(
  'the README of $name says what it is for, then which Node.js it needs and how to install it',
  one => {
    const parts = /^# (.*)\n\n(.*?)\n## Install\n(.*?)\n## /s.exec(read(`${one.folder}/README.md`)) ?? [];
    const [, title, purpose = '', install = ''] = parts;
    expect(title).toBe(one.name);
    expect(purpose.length).toBeGreaterThan(100);
    expect(purpose).not.toContain('```');
    expect(install).toContain(nodeVersion(one));
    expect(install).toMatch(new RegExp(`^npm install .*${one.name}\\b`, 'm'));
  },
);

it.each(libraries)(`the README of $name has at most ${MAX_WORDS} words; its reference has the rest`, ({folder}) => {
  expect(read(`${folder}/README.md`).split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS);
});

it.each(libraries)(
  'the README of $name names the tarballs that its install needs',
  ({folder, name, dependencies = {}}) => {
    const [, list = ''] = /`edge-console-\{?([\w,-]+?)\}?-\*\.tgz`/.exec(read(`${folder}/README.md`)) ?? [];
    const needed = [name, ...Object.keys(dependencies)].flatMap(one => /^@edge-console\/(.*)$/.exec(one)?.[1] ?? []);
    expect(list.split(',')).toEqual(expect.arrayContaining(needed));
  },
);

/** Documents with blocks that tests of a package run. */
const OWN_TESTS: Readonly<Record<string, readonly string[]>> = {
  'packages/client/README.md': ['json'],
  'packages/patterns/README.md': ['ts'],
};
/** Generated from declarations. */
const GENERATED = 'packages/client/docs/reference.md';

/** Whether a test runs a block, or reads it as what another block prints. Blocks without a language illustrate. */
const isRun = (file: string, {language, code, file: name}: Block): boolean =>
  ['', 'text'].includes(language) ||
  (language === 'sh' && code.replaceAll(INSTALLS, '').trim() === '') ||
  (language === 'ts' && name === undefined && DOCUMENTS.includes(file)) ||
  ((language === 'sh' || name !== undefined) && COMMAND_DOCUMENTS.includes(file)) ||
  (OWN_TESTS[file] ?? []).includes(language);

it.each(libraries)('tests run every code block in the documents of $name', ({folder}) => {
  const files = globSync([`${folder}/README.md`, `${folder}/docs/*.md`], {cwd: root}).filter(
    file => file !== GENERATED,
  );
  const others = files.flatMap(file => blocksOf(read(file)).filter(block => !isRun(file, block)));
  expect(others).toEqual([]);
});

it('docs/testing-with-edge-server.md names the Node.js version of the test tools', () => {
  const tools = libraries.filter(({name}) => name === '@edge-console/test-tools');
  expect(tools.map(nodeVersion).filter(text => !read('docs/testing-with-edge-server.md').includes(text))).toEqual([]);
});
