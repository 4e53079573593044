import {globSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Metafile} from 'esbuild';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Resolves to a heading `# name@version licence` and the licence texts of each package. `folder`: that of esbuild. */
export const thirdPartyLicenses = async (metafiles: readonly Metafile[], folder: string): Promise<string> => {
  const inputs = metafiles.flatMap(({inputs}) => Object.keys(inputs));
  const packages = new Set(inputs.flatMap(input => PACKAGE.exec(input)?.[0] ?? []));
  const sections = await Promise.all([...packages].map(path => section(join(folder, path))));
  return sections.sort().join('\n');
};

export const writeThirdPartyLicenses = async (metafiles: readonly Metafile[]): Promise<void> =>
  writeFile('dist/THIRD-PARTY-LICENSES.txt', await thirdPartyLicenses(metafiles, process.cwd()));

const section = async (folder: string): Promise<string> => {
  const {name, version, license} = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = globSync('{LICENSE,LICENCE,License,license,COPYING,NOTICE}*', {cwd: folder}).sort();
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
  return [`# ${name}@${version} ${license}\n`, ...texts.map(text => `${text.trim()}\n`)].join('\n');
};
