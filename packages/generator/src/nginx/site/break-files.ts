import {chmod, readdir, truncate} from 'node:fs/promises';
import {join} from 'node:path';

export const breakCache = async (folder: string): Promise<void> => {
  const entries = await readdir(join(folder, 'cache'), {recursive: true, withFileTypes: true});
  for (const entry of entries) if (entry.isFile()) await truncate(join(entry.parentPath, entry.name), 10);
};

/** Resolves to a function that permits access again, so that the folder can be removed. */
export const lock = async (folder: string): Promise<() => Promise<void>> => {
  await chmod(folder, 0);
  return () => chmod(folder, 0o777);
};
