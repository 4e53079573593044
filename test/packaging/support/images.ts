import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestContext} from 'vitest';
import {root, run} from '../../../scripts/release/run-command.ts';

interface Image {
  readonly path: string;
  readonly config: {
    readonly User: string;
    readonly Entrypoint: readonly string[];
    readonly Healthcheck?: {readonly Test: readonly string[]};
  };
}

export interface Images {
  /** Builds a target of the Dockerfile on the Debian of the tests, not on an image from a registry. */
  build(target: string): Promise<Image>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Skips the test with a reason if images cannot be built. */
export const createImages = async ({skip}: TestContext): Promise<Images> => {
  const {EDGE_TEST_DEBIAN: debian, EDGE_TEST_NO_DEBIAN: reason} = process.env;
  if (debian === undefined) return skip(reason);
  await run('which', ['buildah']).catch(() => skip('needs buildah'));
  const folder = await mkdtemp(join(tmpdir(), 'edge-images-'));
  const storage = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = async (...args: readonly string[]): Promise<string> =>
    (await run('buildah', [...storage, ...args], folder)).trim();
  const archive = join(folder, 'debian.tar');
  await run('tar', ['-C', debian, '-cf', archive, '--exclude=./dev/*', '.']);
  const base = await buildah('from', 'scratch');
  await buildah('add', base, archive, '/');
  await buildah('commit', base, 'docker.io/library/debian:bookworm-slim');
  return {
    build: async target => {
      const file = join(root, 'packaging/container/Dockerfile');
      const options = [
        '--format',
        'docker',
        '--isolation',
        'chroot',
        '--pull-never',
        '--file',
        file,
        '--target',
        target,
      ];
      await buildah('build', ...options, '--tag', target, join(root, 'release'));
      const path = await buildah('mount', await buildah('from', '--pull-never', target));
      return {path, config: JSON.parse(await buildah('inspect', '--type', 'image', target)).Docker.config};
    },
    [Symbol.asyncDispose]: async () => {
      await buildah('umount', '--all');
      await rm(folder, {recursive: true, force: true});
    },
  };
};
