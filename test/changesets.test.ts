import {execFile} from 'node:child_process';
import {globSync} from 'node:fs';
import {cp, readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {temporaryFolder} from '../apps/server/test/folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const FILES = ['package.json', 'pnpm-*.yaml', '.changeset/*', '{apps,packages}/*/{package.json,CHANGELOG.md}'];

/** Returns the first line of a changeset after its front matter. */
const summaryOf = (changeset: string): string => changeset.split('---').at(-1)?.trim().split('\n')[0] ?? '';

it('`changeset version` gives all packages one version below 1.0 and adds every changeset to a changelog', async () => {
  const copy = temporaryFolder('release');
  for (const file of globSync(FILES, {cwd: root})) await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await run('git', ['init', '--quiet'], {cwd: copy});
  await run(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], {cwd: copy});

  const read = (file: string) => readFile(join(copy, file), 'utf8');
  const manifests = globSync('{apps,packages}/*/package.json', {cwd: copy});
  const all = await Promise.all(manifests.map(async file => JSON.parse(await read(file))));
  const versions = all.filter(({private: hidden}) => !hidden).map(({version}) => version);
  expect(versions.length).toBeGreaterThan(5);
  expect(new Set(versions).size).toBe(1);
  expect(versions[0]).toMatch(/^0\./);
  expect(globSync('.changeset/*.md', {cwd: copy})).toEqual([]);

  const changelogs = await Promise.all(globSync('{apps,packages}/*/CHANGELOG.md', {cwd: copy}).map(read));
  for (const file of globSync('.changeset/*.md', {cwd: root})) {
    expect(changelogs.join('\n')).toContain(summaryOf(await readFile(join(root, file), 'utf8')));
  }
});
