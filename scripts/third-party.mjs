import {globSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Writes the licences of the packages that bundles contain to `dist/THIRD-PARTY-LICENSES.txt`: a heading
 * `# name@version licence` for each package, and the texts of its licence files.
 */
export const writeThirdPartyLicenses = async metafiles => {
  const inputs = metafiles.flatMap(({inputs}) => Object.keys(inputs));
  const folders = new Set(inputs.flatMap(input => PACKAGE.exec(input)?.[0] ?? []));
  const sections = await Promise.all([...folders].map(section));
  await writeFile('dist/THIRD-PARTY-LICENSES.txt', sections.sort().join('\n'));
};

const section = async folder => {
  const {name, version, license} = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = globSync('{LICENSE,LICENCE,License,license,COPYING,NOTICE}*', {cwd: folder}).sort();
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
  return [`# ${name}@${version} ${license}\n`, ...texts.map(text => `${text.trim()}\n`)].join('\n');
};
