import {writeFile} from 'node:fs/promises';
import {dirname, join, normalize} from 'node:path/posix';
import {afterAll, describe, expect, it} from 'vitest';
import {root, run} from '../../scripts/release/run-command.ts';
import {createHost} from './support/host.ts';
import {readRelease, serveRegistry} from './support/registry.ts';

const packages = await readRelease();
const libraries = packages.filter(({manifest}) => manifest.exports !== undefined);
const registry = await serveRegistry(packages);
afterAll(() => registry.close());
const named = (list: typeof packages) => list.map(one => [one.manifest.name, one] as const);

describe.each(named(packages))('the packed %s', (_, {manifest, files, read}) => {
  it('the packed package has a README, licence, keywords and publishConfig, and no workspace versions', async () => {
    expect([...files]).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    expect(manifest.keywords?.length).toBeGreaterThan(3);
    expect(manifest.publishConfig).toEqual({access: 'public', provenance: true});
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:/);
  });

  it('relative links in documents of a packed package lead to its files', async () => {
    const documents = [...files].filter(file => file.endsWith('.md'));
    const links = await Promise.all(
      documents.map(async file =>
        [...(await read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target = '']) => target)
          .filter(target => !/^([a-z]+:|#)/.test(target))
          .map(target => normalize(join(dirname(file), target.replace(/#.*/, '')))),
      ),
    );
    expect(links.flat().filter(path => !files.has(path))).toEqual([]);
  });
});

describe.each(named(libraries))('the packed %s, installed in an empty folder', (name, {manifest}) => {
  it('the entry points and programs of an installed package run on its oldest Node.js', async () => {
    const {engines, exports = {}, bin = {}, peerDependencies = {}} = manifest;
    // A peer is the server, which needs a newer Node.js than some packages that use it.
    const peers = packages.filter(one => one.manifest.name in peerDependencies).map(one => one.manifest);
    const [{engines: needed} = {engines}] = peers;
    await using host = await createHost(needed?.node.replace('>=', '') ?? '', registry.url);
    expect(await host.run('npm', ['install', name, ...peers.map(peer => peer.name)])).toMatchObject({code: 0});
    const entries = Object.keys(exports).filter(entry => !entry.includes('*'));
    const imports = entries.map(entry => {
      const path = JSON.stringify(name + entry.slice(1));
      return `await import(${path}${entry.endsWith('.json') ? ", {with: {type: 'json'}}" : ''});`;
    });
    const file = join(host.home, '../empty/entries.mjs');
    await writeFile(file, imports.join('\n'));
    expect(await host.run('node', [file])).toMatchObject({code: 0, out: ''});
    for (const program of Object.keys(bin))
      expect(await host.run('npx', [program, '--version'])).toMatchObject({code: 0, out: `${manifest.version}\n`});
  });
});

describe('the release', () => {
  it('the package of the console contains no source maps, and a separate archive contains them', async () => {
    const {files} = packages.find(one => one.manifest.name === '@edge-console/tui') ?? {files: new Set()};
    expect([...files].filter(file => String(file).endsWith('.map'))).toEqual([]);
    const [{manifest}] = packages as [(typeof packages)[number]];
    const maps = await run('tar', ['-tzf', `release/edge-console-source-maps-${manifest.version}.tgz`]);
    expect(maps).toContain('dist/main.js.map');
  });

  it('SHA256SUMS has the checksums of all released files', async () => {
    const checked = await run('sha256sum', ['--check', 'SHA256SUMS'], join(root, 'release'));
    expect(checked.split('\n').filter(line => line.includes('.tgz: OK')).length).toBe(packages.length + 1);
  });

  it.each(named(packages))(
    'the SBOM of %s lists the packages in its bundles',
    async (name, {manifest, files, read}) => {
      const file = `release/${name.slice(1).replace('/', '-')}-${manifest.version}.cdx.json`;
      const {bomFormat, components} = JSON.parse(await run('cat', [file]));
      expect(bomFormat).toBe('CycloneDX');
      const listed = components.map((one: Record<string, string>) => [one.group, one.name].filter(Boolean).join('/'));
      const notices = files.has('dist/THIRD-PARTY-LICENSES.txt') ? await read('dist/THIRD-PARTY-LICENSES.txt') : '';
      const bundled = [...notices.matchAll(/^# (\S+)@\S+ /gm)].map(([, bundledName]) => bundledName);
      expect(listed).toEqual(expect.arrayContaining(bundled));
    },
  );

  it('the release script refuses a changed working tree, a missing repository field and a missing tag', async () => {
    await using host = await createHost('24', registry.url);
    const clone = join(host.home, 'clone');
    await run('git', ['clone', '-q', '--no-tags', root, clone]);
    // Changes the tree, so that this release is refused in any case.
    await run('npm', ['pkg', 'delete', 'repository'], clone);
    await writeFile(join(clone, 'new-file'), '');
    const refused = run(process.execPath, [join(clone, 'scripts/release.ts')]);
    await expect(refused).rejects.toThrow(
      /no "repository"\n.*working tree has changes\n(?:.*changesets.*\n)?.*no tag v\d/,
    );
  });
});
