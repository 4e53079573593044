import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll} from 'vitest';

const folders: string[] = [];
afterAll(() => Promise.all(folders.splice(0).map(folder => rm(folder, {recursive: true}))));

/**
 * Creates a temporary folder and resolves with the path of a database file in it. The folder is removed after the tests
 * of the test file.
 */
export const temporaryFile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-store-'));
  folders.push(folder);
  return join(folder, 'edge.db');
};
