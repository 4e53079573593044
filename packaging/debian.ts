import {chmod, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {parseArgs} from 'node:util';
import {gzipSync} from 'node:zlib';
import {describeFiles} from '../scripts/release/materials.ts';
import {root, run} from '../scripts/release/run-command.ts';

/**
 * Makes the Debian package of the console from its executable: `node packaging/debian.ts [--arch x64|arm64] [--out FOLDER]`.
 * The folder has the executable, and gets the package. `DEBFULLNAME` and `DEBEMAIL` name the maintainer.
 */
const ARCHITECTURES = {x64: 'amd64', arm64: 'arm64'} as const;
const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/edge-console',
  zsh: 'usr/share/zsh/vendor-completions/_edge-console',
  fish: 'usr/share/fish/vendor_completions.d/edge-console.fish',
};
const DOCS = 'usr/share/doc/edge-console';
const CONSOLE = join(root, 'apps/tui');

const {values} = parseArgs({
  options: {
    arch: {type: 'string', default: process.arch},
    out: {type: 'string', default: join(root, 'release')},
  },
});
const {out, arch} = values;
const architecture = ARCHITECTURES[arch as keyof typeof ARCHITECTURES];
if (architecture === undefined) throw new Error(`--arch ${arch}: expected ${Object.keys(ARCHITECTURES).join(' or ')}`);
const executable = join(out, `edge-console-linux-${arch}`);
const {version} = JSON.parse(await readFile(join(CONSOLE, 'package.json'), 'utf8'));
const {DEBFULLNAME: name = 'The edge-console authors', DEBEMAIL: email = 'edge-console@example.org'} = process.env;
const maintainer = `${name} <${email}>`;
// Files get the time of the commit, so that two builds are equal.
const seconds = (await run('git', ['log', '-1', '--format=%ct'])).trim();

const control = (kilobytes: number): string => `\
Package: edge-console
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libgcc-s1 (>= 3.4), libstdc++6 (>= 7)
Section: admin
Priority: optional
Description: console for operators of an edge gateway platform
 Full-screen terminal console for the error logs, API tokens and
 applications of an edge gateway, and commands that print them.
 .
 The program contains Node.js and needs no other package of it.
`;

const changelog = (): string => `\
edge-console (${version}) stable; urgency=medium

  * Package of the release ${version}.

 -- ${maintainer}  ${new Date(Number(seconds) * 1000).toUTCString().replace('GMT', '+0000')}
`;

const LINTIAN_OVERRIDES = `\
# Node.js is not built for this package. The program was added to its binary, with the libraries in it.
edge-console: embedded-library
edge-console: hardening-no-pie
edge-console: hardening-no-fortify-functions
# The licences are those of Node.js and of the packages in the program, word for word.
edge-console: copyright-file-contains-full-apache-2-license
edge-console: copyright-not-using-common-license-for-gpl
edge-console: old-fsf-address-in-copyright-file
`;

const compressed = (text: string): Buffer => gzipSync(text, {level: 9});

const stage = await mkdtemp(join(tmpdir(), 'edge-debian-'));
try {
  const add = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(stage, path)), {recursive: true});
    await writeFile(join(stage, path), content);
  };
  await add('usr/bin/edge-console', await readFile(executable));
  await add(
    'usr/share/man/man1/edge-console.1.gz',
    compressed(await readFile(join(CONSOLE, 'man/edge-console.1'), 'utf8')),
  );
  for (const [shell, path] of Object.entries(COMPLETIONS))
    await add(path, await run(process.execPath, [join(CONSOLE, 'bin/edge-console.mjs'), 'completion', shell]));
  await add(`${DOCS}/copyright`, await readFile(`${executable}.licenses.txt`));
  await add(`${DOCS}/changelog.gz`, compressed(changelog()));
  await add('usr/share/lintian/overrides/edge-console', LINTIAN_OVERRIDES);
  await run('chmod', ['-R', 'u=rwX,go=rX', stage]);
  await chmod(join(stage, 'usr/bin/edge-console'), 0o755);
  const size = Number.parseInt(await run('du', ['-sk', '--apparent-size', stage]), 10);
  const files = (await run('find', ['usr', '-type', 'f'], stage)).trim().split('\n').sort();
  await add('DEBIAN/md5sums', await run('md5sum', files, stage));
  await add('DEBIAN/control', control(size));
  const file = join(out, `edge-console_${version}_${architecture}.deb`);
  // The default compression level takes minutes longer, for a file that is only a fifth smaller.
  const build = ['dpkg-deb', '--root-owner-group', '-Zxz', '-z1', '--build', stage, file];
  await run('env', [`SOURCE_DATE_EPOCH=${seconds}`, ...build]);
  const bom = JSON.parse(await readFile(`${executable}.cdx.json`, 'utf8'));
  bom.metadata.component.purl = `pkg:deb/edge-console@${version}?arch=${architecture}`;
  await writeFile(`${file}.cdx.json`, `${JSON.stringify(bom, undefined, 2)}\n`);
  await describeFiles(out);
  process.stdout.write(`${file}\n`);
} finally {
  await rm(stage, {recursive: true, force: true});
}
