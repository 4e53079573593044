import {createHash} from 'node:crypto';
import {globSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {root, run} from '../../../scripts/release/run-command.ts';

const RELEASE = join(root, 'release');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines?: {readonly node: string};
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly keywords?: readonly string[];
  readonly publishConfig?: object;
}

/** A package as `pnpm release --dry-run` wrote it. */
export interface Packed {
  readonly manifest: Manifest;
  readonly path: string;
  readonly files: ReadonlySet<string>;
  /** Resolves to the text of a file of the package. */
  read(file: string): Promise<string>;
}

const readPacked = async (path: string): Promise<Packed> => {
  const read = (file: string) => run('tar', ['-xzOf', path, `package/${file}`]);
  const listed = (await run('tar', ['-tzf', path])).split('\n');
  const files = new Set(listed.map(file => file.replace('package/', '')));
  return {manifest: JSON.parse(await read('package.json')), path, files, read};
};

export const readRelease = async (): Promise<readonly Packed[]> =>
  Promise.all(
    globSync('*.tgz', {cwd: RELEASE, exclude: ['*-source-maps-*']})
      .sort()
      .map(file => readPacked(join(RELEASE, file))),
  );

/** Serves packages as an npm registry does, for `@edge-console:registry`. Resolves to its URL and a function that stops it. */
export const serveRegistry = async (packages: readonly Packed[]) => {
  const tarballs = new Map<string, Buffer>();
  const documents = new Map<string, object>();
  const server = createServer(({url = ''}, response) => {
    const tarball = tarballs.get(url);
    const document = documents.get(decodeURIComponent(url));
    response.statusCode = tarball || document ? 200 : 404;
    response.end(tarball ?? JSON.stringify(document ?? {}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const {manifest, path} of packages) {
    const {name, version} = manifest;
    const content = await readFile(path);
    tarballs.set(`/${name}.tgz`, content);
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    const dist = {tarball: `${url}${name}.tgz`, integrity};
    documents.set(`/${name}`, {name, 'dist-tags': {latest: version}, versions: {[version]: {...manifest, dist}}});
  }
  return {url, close: () => server.close()};
};
