import {copyFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {expect, it} from 'vitest';
import manifest from '../../apps/tui/package.json' with {type: 'json'};
import {root, run} from '../../scripts/release/run-command.ts';
import {createRoot} from './support/root.ts';

const ARCHITECTURES: Readonly<Record<string, string>> = {x64: 'amd64', arm64: 'arm64'};
const file = join(root, 'release', `edge-console_${manifest.version}_${ARCHITECTURES[process.arch]}.deb`);

it('lintian finds no error and no warning in the Debian package', async ({skip}) => {
  await run('which', ['lintian']).catch(() => skip('needs lintian'));
  expect(await run('lintian', ['--allow-root', '--fail-on', 'error,warning', file])).toBe('');
});

it('the Debian package is installed, and removed without a trace', async context => {
  await using debian = await createRoot(context);
  const files = async (): Promise<string> => {
    const apart = ['/proc', '/sys', '/var/lib/dpkg', '/var/log', '/root'].flatMap(path => [
      '-path',
      path,
      '-prune',
      '-o',
    ]);
    return (await debian.run('find', '/', ...apart, '-print')).out;
  };
  const before = await files();
  await copyFile(file, join(debian.path, 'root', basename(file)));
  expect(await debian.run('dpkg', '--install', `/root/${basename(file)}`)).toMatchObject({code: 0});
  expect(await debian.run('edge-console', '--version')).toEqual({
    code: 0,
    out: `edge-console ${manifest.version}\n`,
    err: '',
  });
  const script = '. /usr/share/bash-completion/completions/edge-console && complete -p edge-console';
  expect((await debian.run('bash', '-c', script)).out).toMatch(/^complete .* -F _edge_console edge-console\n$/);
  const listed = (await debian.run('dpkg', '--listfiles', 'edge-console')).out;
  for (const path of [
    'man/man1/edge-console.1.gz',
    'zsh/vendor-completions/_edge-console',
    'doc/edge-console/copyright',
  ])
    expect(listed).toContain(`/usr/share/${path}\n`);
  expect(await debian.run('dpkg', '--verify', 'edge-console')).toMatchObject({code: 0, out: ''});
  expect(await debian.run('dpkg', '--purge', 'edge-console')).toMatchObject({code: 0});
  expect(await files()).toBe(before);
});
