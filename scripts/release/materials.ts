import {hash} from 'node:crypto';
import {globSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileName, type PublicPackage} from './packages.ts';
import {pnpm, root, run} from './run-command.ts';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
  readonly licenses?: readonly {
    readonly license?: {readonly id?: string; readonly name?: string};
    expression?: string;
  }[];
  readonly scope?: string;
  readonly properties?: readonly object[];
}
interface Bom {
  readonly metadata: {readonly component: Component};
  readonly components: readonly Component[];
  readonly dependencies: readonly {readonly ref: string; readonly dependsOn?: readonly string[]}[];
}

const nameOf = ({group, name}: Component): string => (group === undefined ? name : `${group}/${name}`);
const idOf = (component: Component): string => `${nameOf(component)}@${component.version}`;

const bundledIn = async (folder: string): Promise<ReadonlySet<string>> => {
  const text = await readFile(join(root, folder, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8').catch(() => '');
  return new Set([...text.matchAll(/^# (\S+@\S+) /gm)].map(([, id = '']) => id));
};

/** Writes the SBOM (CycloneDX). Bundled packages are development dependencies for pnpm, but parts of the package. */
export const writeSbom = async (one: PublicPackage, out: string): Promise<void> => {
  const sbom = async (...args: readonly string[]): Promise<Bom> =>
    JSON.parse(await pnpm(['--filter', one.name, 'sbom', '--sbom-format', 'cyclonedx', ...args]));
  const [bom, installed] = [await sbom(), await sbom('--prod')];
  const parts = new Set([...installed.components.map(idOf), ...(await bundledIn(one.folder))]);
  const components = bom.components
    .filter(component => parts.has(idOf(component)))
    .map(({scope: _, properties: __, ...component}) => component);
  const refs = new Set([bom.metadata.component, ...components].map(component => component['bom-ref']));
  const dependencies = bom.dependencies
    .filter(({ref}) => refs.has(ref))
    .map(({ref, dependsOn = []}) => ({ref, dependsOn: dependsOn.filter(other => refs.has(other))}));
  await writeFile(
    join(out, `${fileName(one)}.cdx.json`),
    `${JSON.stringify({...bom, components, dependencies}, undefined, 2)}\n`,
  );
};

export const packSourceMaps = async (one: PublicPackage, out: string): Promise<void> => {
  const maps = globSync('dist/*.map', {cwd: join(root, one.folder)}).sort();
  const file = join(out, `edge-console-source-maps-${one.version}.tgz`);
  await run('tar', ['-czf', file, ...maps], join(root, one.folder));
};

/** Writes `LICENSES.txt` from the SBOMs, then `SHA256SUMS`. Rejects if a component has no licence. */
export const describeFiles = async (out: string): Promise<void> => {
  const read = (file: string) => readFile(join(out, file));
  const boms = globSync('*.cdx.json', {cwd: out}).map(async file => JSON.parse(String(await read(file))) as Bom);
  const components = (await Promise.all(boms)).flatMap(bom => bom.components);
  await writeFile(join(out, 'LICENSES.txt'), [...new Set(components.map(licenseLine))].sort().join(''));
  const sums: string[] = [];
  for (const file of globSync('*', {cwd: out, exclude: ['SHA256SUMS']}).sort()) {
    sums.push(`${hash('sha256', await read(file))}  ${file}\n`);
  }
  await writeFile(join(out, 'SHA256SUMS'), sums.join(''));
};

const licenseLine = (component: Component): string => {
  const licenses = component.licenses?.flatMap(
    ({license, expression}) => expression ?? license?.id ?? license?.name ?? [],
  );
  if (!licenses?.length) throw new Error(`${idOf(component)} has no licence`);
  return `${idOf(component)} ${licenses.join(', ')}\n`;
};
