import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {root} from '../../scripts/release/run-command.ts';
import {blocksOf} from '../support/blocks.ts';
import {createHost} from './support/host.ts';
import {readRelease, serveRegistry} from './support/registry.ts';

const registry = await serveRegistry(await readRelease());
afterAll(() => registry.close());
const blocks = blocksOf(await readFile(join(root, 'docs/testing-with-edge-server.md'), 'utf8'));
const installs = blocks.filter(({section, code}) => section === 'Install' && code.includes('npm install'));
const first = blocks.filter(({section}) => section === 'vitest');

describe('the commands of docs/testing-with-edge-server.md, in an empty folder', () => {
  it.each(installs.map(({code}) => [code]))('after the commands\n%sthe first vitest test passes', async install => {
    await using host = await createHost('24', registry.url);
    expect(await host.run('bash', ['-ec', install.replace('~/edge-console', root)])).toMatchObject({code: 0});
    for (const {file, code} of first) {
      if (file !== undefined) await writeFile(join(host.home, '../empty', file), code);
      else expect(await host.run('bash', ['-ec', code])).toMatchObject({code: 0});
    }
  });

  it('the document has install commands for released packages and for tarballs', () => {
    expect(installs.length).toBe(2);
  });
});
