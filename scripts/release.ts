import {globSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {describeFiles, packSourceMaps, writeSbom} from './release/materials.ts';
import {type PublicPackage, pack, publicPackages, repositoryUrl} from './release/packages.ts';
import {pnpm, root, run, tool} from './release/run-command.ts';

/** Packs and checks the packages in the folder `release`, then publishes them unless `--dry-run` is given. */
const OUT = join(root, 'release');
const CONSOLE = '@edge-console/tui';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const obstacles = async (version: string): Promise<readonly string[]> => {
  const [changed, tags] = await Promise.all([
    run('git', ['status', '--porcelain']),
    run('git', ['tag', '--points-at', 'HEAD']),
  ]);
  return [
    ...((await repositoryUrl()) === undefined ? ['package.json has no "repository"'] : []),
    ...(changed === '' ? [] : ['the working tree has changes']),
    ...(globSync('.changeset/*.md', {cwd: root}).length === 0
      ? []
      : ['there are changesets; run "pnpm changeset version" and commit']),
    ...(tags.split('\n').includes(`v${version}`) ? [] : [`HEAD has no tag v${version}`]),
  ];
};

const check = async ({folder}: PublicPackage, tarball: string): Promise<void> => {
  await tool('publint', ['run', tarball, '--strict']);
  // `attw` checks types, so it does not apply to a package without exports.
  const {exports} = (await import(join(root, folder, 'package.json'), {with: {type: 'json'}})).default;
  if (exports !== undefined) await tool('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color']);
};

const publish = async ({name, version}: PublicPackage, tarball: string): Promise<void> => {
  // If a release failed, the same command publishes the packages that are missing.
  const published = await run('npm', ['view', `${name}@${version}`, 'version']).catch(() => '');
  if (published === '') await pnpm(['publish', tarball, '--access', 'public', '--provenance', '--no-git-checks']);
  print(`${name} ${version} ${published === '' ? 'published' : 'was already published'}`);
};

const isDryRun = process.argv.includes('--dry-run');
const packages = await publicPackages();
const {version = ''} = packages[0] ?? {};
const problems = isDryRun ? [] : await obstacles(version);
for (const problem of problems) process.stderr.write(`release: ${problem}\n`);
if (problems.length > 0) process.exit(1);

// A cached build is restored into its folder, and leaves files of earlier builds there.
for (const {folder} of packages) await rm(join(root, folder, 'dist'), {recursive: true, force: true});
await pnpm(['build']);
await rm(OUT, {recursive: true, force: true});
const repository = await repositoryUrl();
const tarballs = new Map<PublicPackage, string>();
for (const one of packages) {
  const tarball = await pack(one, OUT, repository);
  await check(one, tarball);
  await writeSbom(one, OUT);
  if (one.name === CONSOLE) await packSourceMaps(one, OUT);
  tarballs.set(one, tarball);
  print(`${one.name} ${one.version} packed and checked`);
}
await describeFiles(OUT);
if (isDryRun) print('Nothing was published.');
else for (const [one, tarball] of tarballs) await publish(one, tarball);
