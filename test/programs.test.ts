import {execFile} from 'node:child_process';
import {chmod, chown, mkdir, mkdtemp, readdir, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it, onTestFinished} from 'vitest';

const root = join(import.meta.dirname, '..');
const PROGRAMS = {
  'edge-conformance': 'packages/conformance',
  'edge-console': 'apps/tui',
  'edge-logs': 'packages/generator',
  'edge-server': 'apps/server',
} as const;
type Program = keyof typeof PROGRAMS;

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-programs-'));
  onTestFinished(() => rm(folder, {recursive: true}));
  return folder;
};

describe('the compile cache', () => {
  /** Files in the folder after the program ran with its cache there. */
  const cached = async (cache: string, name: Program = 'edge-conformance'): Promise<number> => {
    const {NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...env} = process.env;
    const temporary = await newFolder();
    await promisify(execFile)(process.execPath, [join(root, PROGRAMS[name], 'bin', `${name}.mjs`), '--version'], {
      env: {...env, XDG_CACHE_HOME: cache, TMPDIR: temporary},
    });
    expect(await readdir(temporary)).toEqual([]);
    return (await readdir(join(cache, name))).length;
  };

  it.each(Object.keys(PROGRAMS) as Program[])(
    'of %s is in a folder of the user that others cannot read',
    async name => {
      const cache = await newFolder();
      expect(await cached(cache, name)).toBeGreaterThan(0);
      expect((await stat(join(cache, name))).mode & 0o777).toBe(0o700);
    },
  );

  it.each([0o777, 0o770, 0o1777])('is not used in a folder with mode %o', async mode => {
    const cache = await newFolder();
    await mkdir(join(cache, 'edge-conformance'));
    await chmod(join(cache, 'edge-conformance'), mode);
    expect(await cached(cache)).toBe(0);
  });

  it('is not used below a folder that others can write', async () => {
    const cache = await newFolder();
    await chmod(cache, 0o777);
    expect(await cached(cache)).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)('is not used in a folder of another owner', async () => {
    const cache = await newFolder();
    await mkdir(join(cache, 'edge-conformance'), {mode: 0o700});
    await chown(join(cache, 'edge-conformance'), 65_534, 65_534);
    expect(await cached(cache)).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)('is not used below a folder of another owner, who could replace it', async () => {
    const cache = await newFolder();
    await chown(cache, 65_534, 65_534);
    expect(await cached(cache)).toBe(0);
  });
});
