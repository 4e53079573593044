import {randomUUID} from 'node:crypto';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, onTestFinished} from 'vitest';

const remove = (folder: string): void => rmSync(folder, {recursive: true, force: true});

/** The folder is removed when the test ends. */
export const temporaryFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `edge-${name}-`));
  onTestFinished(() => remove(folder));
  return folder;
};

/** Path of a database file that does not exist yet. Its folder is removed when the test ends. */
export const temporaryDatabase = (): string => join(temporaryFolder('database'), 'edge.db');

/** The folder exists while the tests of the file or `describe` run, and is not created if all of them are skipped. */
export const sharedFolder = (name: string): string => {
  const folder = join(tmpdir(), `edge-${name}-${randomUUID().slice(0, 8)}`);
  beforeAll(() => void mkdirSync(folder, {recursive: true, mode: 0o700}));
  afterAll(() => remove(folder));
  return folder;
};
