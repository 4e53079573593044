import {execFile} from 'node:child_process';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';

const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const TIMEOUT_MS = 600_000;

/**
 * Makes a minimal Debian in a folder, from which the tests make their roots. `EDGE_TEST_DEBIAN` is the folder, which may
 * exist, or `EDGE_TEST_NO_DEBIAN` says why there is none.
 */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.EDGE_TEST_DEBIAN !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'edge-debian-'));
  try {
    if (process.getuid?.() !== 0) throw new Error('a root folder needs the user root');
    const sources = await readFile(SOURCES, 'utf8');
    const [, mirror = ''] = /^URIs: (\S+)/m.exec(sources) ?? [];
    const [, suite = ''] = /^Suites: (\S+)/m.exec(sources) ?? [];
    const path = join(folder, 'debian');
    await promisify(execFile)('debootstrap', ['--variant=minbase', suite, path, mirror], {timeout: TIMEOUT_MS});
    process.env.EDGE_TEST_DEBIAN = path;
  } catch (error) {
    process.env.EDGE_TEST_NO_DEBIAN = error instanceof Error ? error.message : String(error);
  }
  return () => rm(folder, {recursive: true, force: true});
};
