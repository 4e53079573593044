import {globSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, posix, relative} from 'node:path';
import {pnpm, root, run} from './run-command.ts';

export interface PublicPackage {
  readonly name: string;
  readonly version: string;
  /** Path in the repository. */
  readonly folder: string;
}

type Listed = {name: string; version: string; path: string; private: boolean};

/** A package comes after those that it depends on. */
export const publicPackages = async (): Promise<readonly PublicPackage[]> => {
  const listed = JSON.parse(await pnpm(['-r', 'list', '--depth', '-1', '--json'])) as Listed[];
  const published = listed.filter(one => !one.private);
  const order = ['schema', 'client', 'server'].map(name => `@edge-console/${name}`);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return published
    .map(({name, version, path}) => ({name, version, folder: relative(root, path)}))
    .sort((a, b) => rank(a.name) - rank(b.name));
};

export const fileName = ({name, version}: PublicPackage): string => `${name.slice(1).replace('/', '-')}-${version}`;

export const repositoryUrl = async (): Promise<string | undefined> => {
  const {repository} = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    repository?: string | {url: string};
  };
  const url = typeof repository === 'object' ? repository.url : repository;
  return url?.replace(/^git\+/, '').replace(/\.git$/, '');
};

interface LinkContext {
  /** Path in the package. */
  readonly file: string;
  /** Path in the repository. */
  readonly folder: string;
  readonly packed: ReadonlySet<string>;
  /** URL of the repository's files, such as `https://github.com/owner/name/blob/v1.0.0`. */
  readonly base: string | undefined;
}

const LINK = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** A relative link to a file outside the package becomes a link to the repository, or plain text without a `base`. */
export const packedLinks = (markdown: string, {file, folder, packed, base}: LinkContext): string =>
  markdown.replaceAll(LINK, (link, text: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const inRepository = posix.join(folder, posix.dirname(file), path);
    if (packed.has(posix.relative(folder, inRepository))) return link;
    if (base === undefined) return text;
    return `[${text}](${base}/${inRepository}${anchor === undefined ? '' : `#${anchor}`})`;
  });

/** Adds `repository` to the manifest, and changes links to files that the package does not contain. */
export const pack = async (one: PublicPackage, out: string, repository: string | undefined): Promise<string> => {
  const stage = await mkdtemp(join(tmpdir(), 'edge-release-'));
  try {
    // `pnpm pack` resolves versions such as `workspace:`. npm then packs the changed files.
    await pnpm(['pack', '--out', join(stage, 'packed.tgz')], join(root, one.folder));
    await run('tar', ['-xzf', 'packed.tgz'], stage);
    const content = join(stage, 'package');
    const packed = new Set(globSync('**/*', {cwd: content}));
    const base = repository && `${repository}/blob/v${one.version}`;
    for (const file of packed) {
      if (!file.endsWith('.md')) continue;
      const text = await readFile(join(content, file), 'utf8');
      await writeFile(join(content, file), packedLinks(text, {file, folder: one.folder, packed, base}));
    }
    if (repository !== undefined) {
      const manifest = JSON.parse(await readFile(join(content, 'package.json'), 'utf8'));
      manifest.repository = {type: 'git', url: `git+${repository}.git`, directory: one.folder};
      await writeFile(join(content, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    }
    await mkdir(out, {recursive: true});
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', out], content);
    return join(out, `${fileName(one)}.tgz`);
  } finally {
    await rm(stage, {recursive: true});
  }
};
