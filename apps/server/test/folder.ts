import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, onTestFinished} from 'vitest';

const make = (name: string): string => mkdtempSync(join(tmpdir(), `edge-${name}-`));
const remove = (folder: string): void => rmSync(folder, {recursive: true, force: true});

/** The folder is removed when the test ends. */
export const temporaryFolder = (name: string): string => {
  const folder = make(name);
  onTestFinished(() => remove(folder));
  return folder;
};

/** Path of a database file that does not exist yet. Its folder is removed when the test ends. */
export const temporaryDatabase = (): string => join(temporaryFolder('database'), 'edge.db');

/** The folder is removed after all tests of the file. */
export const sharedFolder = (name: string): string => {
  const folder = make(name);
  afterAll(() => remove(folder));
  return folder;
};
