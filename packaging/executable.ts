import {chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {build} from 'esbuild';
import {describeFiles} from '../scripts/release/materials.ts';
import {writeProgramSbom} from '../scripts/release/program-sbom.ts';
import {root, run, tool} from '../scripts/release/run-command.ts';
import {consoleProgram, serverProgram} from './executable/parts.ts';

/**
 * Makes single executables, files with their licences, and SBOMs: `node packaging/executable.ts [--arch x64|arm64]
 * [--emulator COMMAND] [--out FOLDER]`. An executable is Node.js of the version that runs this script, from its npm package,
 * with a program as assets. For another architecture, `--emulator` runs it. The workspace must have been built.
 */
const PROGRAMS = {'edge-console': consoleProgram, 'edge-server': serverProgram};
const TRIPLETS = {x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu'} as const;
/** Text in Node.js that postject changes when it adds a program. */
const SENTINEL_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const {values} = parseArgs({
  options: {
    arch: {type: 'string', default: process.arch},
    emulator: {type: 'string', default: ''},
    out: {type: 'string', default: join(root, 'release')},
  },
});
const {out} = values;
const arch = values.arch as keyof typeof TRIPLETS;
if (!Object.hasOwn(TRIPLETS, arch)) throw new Error(`--arch ${arch}: expected ${Object.keys(TRIPLETS).join(' or ')}`);

/** Unpacks Node.js for `arch`, of the version that runs this script, and resolves to the folder of its package. */
const nodePackage = async (folder: string): Promise<string> => {
  const name = `node-linux-${arch}@${process.versions.node}`;
  const pack = ['pack', '--silent', '--prefer-offline', '--pack-destination', folder, name];
  const tarball = await run('npm', pack, folder);
  await run('tar', ['-xzf', tarball.trim(), 'package/bin/node', 'package/LICENSE', 'package/package.json'], folder);
  return join(folder, 'package');
};

/** Makes the blob of a program in `folder` and resolves to its path. `node` is a command that runs its Node.js. */
const makeBlob = async (
  parts: ReadonlyMap<string, string>,
  folder: string,
  [command = '', ...args]: readonly string[],
): Promise<string> => {
  const at = (name: string): string => join(folder, name);
  for (const [name, text] of parts) await writeFile(at(name), text);
  await run(command, [
    ...args,
    '--hash-seed=1',
    join(import.meta.dirname, 'executable/compile.ts'),
    folder,
    ...parts.keys(),
  ]);
  await build({
    entryPoints: [join(import.meta.dirname, 'executable/main.ts')],
    outfile: at('main.js'),
    bundle: true,
    platform: 'node',
    target: 'node24',
  });
  const names = [...parts.keys()].flatMap(name => [name, `${name}.code`]);
  // The blob contains the path of `main`, so a path in the temporary folder would differ between two builds.
  const config = {
    main: 'main.js',
    output: 'blob',
    assets: Object.fromEntries(names.map(name => [name, name])),
    disableExperimentalSEAWarning: true,
  };
  await writeFile(at('sea.json'), JSON.stringify(config));
  await run(command, [...args, '--experimental-sea-config', 'sea.json'], folder);
  return at('blob');
};

const makeExecutable = async (binary: string, blob: string, file: string): Promise<void> => {
  await copyFile(binary, file);
  await chmod(file, 0o755);
  await run(arch === process.arch ? 'strip' : `${TRIPLETS[arch]}-strip`, [file]);
  await tool('postject', [file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', SENTINEL_FUSE]);
};

await mkdir(out, {recursive: true});
const work = await mkdtemp(join(tmpdir(), 'edge-executable-'));
try {
  const unpacked = await nodePackage(work);
  const binary = join(unpacked, 'bin/node');
  const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
  const node = [...values.emulator.split(' ').filter(Boolean), binary];
  const licenseFiles = [join(root, 'LICENSE'), join(unpacked, 'LICENSE')];
  const common = await Promise.all(licenseFiles.map(file => readFile(file, 'utf8')));
  for (const [name, load] of Object.entries(PROGRAMS)) {
    const {parts, licenses, version} = await load();
    const folder = join(work, name);
    await mkdir(folder);
    const file = join(out, `${name}-linux-${arch}`);
    await makeExecutable(binary, await makeBlob(parts, folder, node), file);
    await writeFile(`${file}.licenses.txt`, [...common, licenses].join('\n'));
    await writeProgramSbom(file, {name, version, licenses, node: manifest});
    process.stdout.write(`${file}\n`);
  }
  await describeFiles(out);
} finally {
  await rm(work, {recursive: true, force: true});
}
