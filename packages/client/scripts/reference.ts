import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {type Comment, parseSync, type Statement} from 'oxc-parser';
import manifest from '../package.json' with {type: 'json'};

interface Entry {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'type';
  /** Empty if the declaration has no docstring. */
  readonly doc: string;
  readonly code: string;
  /** Package that the declaration is re-exported from, if any. */
  readonly from: string | undefined;
}

interface Source {
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly body: readonly Statement[];
}

const read = (url: URL): Source => {
  const text = readFileSync(url, 'utf8');
  const {program, comments} = parseSync(fileURLToPath(url), text);
  return {text, comments, body: program.body};
};

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

const declarationsOf = (specifier: string, from: URL): URL =>
  new URL(
    (isRelative(specifier) ? new URL(specifier, from).href : import.meta.resolve(specifier)).replace(
      /\.[jt]s$/,
      '.d.ts',
    ),
  );

/** Includes the declarations that the module re-exports. */
const entriesOf = (url: URL, foreign?: string): Entry[] => {
  const source = read(url);
  return source.body.flatMap(node => {
    if (node.type === 'ExportAllDeclaration') return entriesOf(declarationsOf(node.source.value, url), foreign);
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.declaration) return [entryOf(node, source, foreign)].filter(entry => entry !== undefined);
    if (!node.source) return [];
    const specifier = node.source.value;
    const names = node.specifiers.map(({exported}) => ('name' in exported ? exported.name : exported.value));
    const all = entriesOf(declarationsOf(specifier, url), isRelative(specifier) ? foreign : specifier);
    return names.map(name => all.find(entry => entry.name === name) ?? missing(name, specifier));
  });
};

const missing = (name: string, specifier: string): never => {
  throw new Error(`${name} is not declared in ${specifier}`);
};

const KINDS = {
  VariableDeclaration: 'function',
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
} as const;

const entryOf = (node: Statement, {text, comments}: Source, from: string | undefined): Entry | undefined => {
  if (node.type !== 'ExportNamedDeclaration' || !node.declaration) return undefined;
  const {declaration} = node;
  const id = declaration.type === 'VariableDeclaration' ? declaration.declarations[0]?.id : declaration.id;
  if (!(declaration.type in KINDS) || !id || !('name' in id) || typeof id.name !== 'string') return undefined;
  const before = comments.find(({end}) => end <= node.start && text.slice(end, node.start).trim() === '');
  return {
    name: id.name,
    kind: KINDS[declaration.type as keyof typeof KINDS],
    doc: before ? withoutLinks(proseOf(before.value)) : '',
    code: withoutLinks(codeOf(text.slice(node.start, node.end))),
    from,
  };
};

const proseOf = (comment: string): string =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
    .replaceAll(/^@throws (\w+) /gm, 'Throws `$1` ');

const codeOf = (text: string): string =>
  text
    .replace(/^export (declare )?/, '')
    .replaceAll(/^( {4})+/gm, indent => ' '.repeat(indent.length / 2))
    .replaceAll(/^(\s*)declare /gm, '$1');

const withoutLinks = (text: string): string => text.replaceAll(/\{@link ([\w.]+)\}/g, '`$1`');

const HEADINGS = {function: 'Functions and values', class: 'Classes', type: 'Types'} as const;

const chapter = (title: string, entries: readonly Entry[]): string => {
  const own = entries.filter(({from}) => from === undefined);
  const foreign = entries.filter(({from}) => from !== undefined).sort(byName);
  const parts = Object.entries(HEADINGS).map(([kind, heading]) => {
    const chosen = own.filter(entry => entry.kind === kind).sort(byName);
    return chosen.length > 0 ? `### ${heading}\n\n${chosen.map(section).join('\n')}` : '';
  });
  const reexports = foreign.map(({name, from}) => `- \`${name}\` of \`${from}\``);
  const last = foreign.length > 0 ? `### Re-exports\n\n${reexports.join('\n')}\n` : '';
  return `## \`${title}\`\n\n${[...parts, last].filter(Boolean).join('\n')}`;
};

const section = ({name, doc, code}: Entry): string => {
  const [prose = '', example] = doc.split(/^@example$/m).map(part => part.trim());
  return [`#### ${name}`, prose, fenced(code), example && `Example:\n\n${fenced(example)}`, '']
    .filter(part => part !== undefined)
    .join('\n\n');
};

const fenced = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;

const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : 1);

export const REFERENCE = new URL('../docs/reference.md', import.meta.url);

export const renderReference = (): string => {
  const chapters = Object.entries(manifest.exports).map(([path, files]) =>
    typeof files === 'string'
      ? ''
      : chapter(manifest.name + path.slice(1), entriesOf(new URL(`../${files.types}`, import.meta.url))),
  );
  return formatted(
    `# Reference\n\nGenerated from the docstrings by \`pnpm docs\`; do not edit.\n\n${chapters.join('\n')}`,
  );
};

// `biome ci` checks the format of the reference.
const formatted = (page: string): string => {
  const biome = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url));
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${fileURLToPath(REFERENCE)}`], {
    input: page,
    encoding: 'utf8',
  });
};

if (import.meta.main) await writeFile(REFERENCE, renderReference());
