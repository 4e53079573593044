import {globSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {root, run} from '../../scripts/release/run-command.ts';

const RELEASE = join(root, 'release');
const read = (file: string): Promise<string> => readFile(join(RELEASE, file), 'utf8');
const filesOf = (pattern: string): readonly string[] => globSync(pattern, {cwd: RELEASE}).sort();
const programs = filesOf(`edge-{console,server}-linux-${process.arch}`);
const debian = filesOf('*.deb');

interface Named {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
}
const idOf = ({group, name, version}: Named): string => `${group === undefined ? '' : `${group}/`}${name}@${version}`;

it('SHA256SUMS has the checksum of each file of the release', async () => {
  const checked = (await run('sha256sum', ['--check', 'SHA256SUMS'], RELEASE)).trim().split('\n');
  const files = filesOf('*').filter(file => file !== 'SHA256SUMS');
  expect(files).toEqual(expect.arrayContaining([...programs, ...debian]));
  expect(checked).toEqual(files.map(file => `${file}: OK`));
});

it('the SBOMs of the executables and the Debian package list Node.js and the packages with licence texts', async () => {
  expect([programs.length, debian.length]).toEqual([2, 1]);
  const licenses = await read('LICENSES.txt');
  expect(licenses).toContain(`node@${process.versions.node} MIT\n`);
  for (const file of [...programs, ...debian]) {
    const {bomFormat, metadata, components} = JSON.parse(await read(`${file}.cdx.json`));
    expect({bomFormat, name: metadata.component.name}).toEqual({
      bomFormat: 'CycloneDX',
      name: file.replace(/[_-](linux|\d).*/, ''),
    });
    const text = await read(`${file.endsWith('.deb') ? `edge-console-linux-${process.arch}` : file}.licenses.txt`);
    const bundled = [...text.matchAll(/^# (\S+@\d\S*) (.+)$/gm)].map(([, id = '']) => id);
    expect(bundled.length).toBeGreaterThan(10);
    expect(components.map(idOf).sort()).toEqual([`node@${process.versions.node}`, ...bundled].sort());
    for (const id of bundled) expect(licenses).toContain(`${id} `);
  }
});
