import {cp, mkdir, mkdtemp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {EdgeError, isEdgeError} from '../src/index.ts';
import {failing} from './support/outcomes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Imports a second copy of the built package, as in a dependency tree with two versions. */
const installCopy = async (): Promise<typeof import('../src/index.ts')> => {
  await mkdir(join(root, 'reports'), {recursive: true});
  const folder = await mkdtemp(join(root, 'reports', 'copy-'));
  onTestFinished(() => rm(folder, {recursive: true, force: true}));
  // Vitest does not transform modules in a folder of this name.
  const copy = join(folder, 'node_modules', '@edge-console', 'client');
  await cp(join(root, 'dist'), join(copy, 'dist'), {recursive: true});
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  return import(pathToFileURL(join(copy, 'dist', 'index.js')).href);
};

test('an error of another copy of the package is recognised', async () => {
  const copy = await installCopy();
  const error = await failing(copy.createClient({baseUrl: 'http://127.0.0.1:1', retries: 0}).errorLogs.list());
  expect(error instanceof EdgeError).toBe(false);
  expect(copy.isEdgeError(error)).toBe(true);
  expect(isEdgeError(error)).toBe(true);
  expect(error).toMatchObject({code: 'network', method: 'GET', attempt: 1, retryable: true});
});
