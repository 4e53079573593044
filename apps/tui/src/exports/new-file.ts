import {rename, rm, writeFile} from 'node:fs/promises';
import {Refused} from '../core/failure.ts';
import {exists, isFolder, unwritable} from './part.ts';

interface NewFileOptions {
  /** Replaces a file that exists. */
  readonly force: boolean;
  /** How to go on if the file exists, for the message. */
  readonly advice: string;
}

/** Rejects with {@link Refused} if {@link writeNewFile} would. */
export const checkNewFile = async (path: string, {force, advice}: NewFileOptions): Promise<void> => {
  if (await isFolder(path)) throw new Refused(`${path} is a folder; name a file in it`);
  if (!force && (await exists(path))) throw new Refused(`${path} exists; ${advice}`);
  if (await exists(`${path}.part`)) throw busy(path);
};

const busy = (path: string): Refused => new Refused(`another export writes ${path}.part; if none does, delete it`);

/**
 * Writes a text to a new file, which appears when it is complete. Rejects with {@link Refused} if the file exists and is
 * not to be replaced.
 */
export const writeNewFile = async (path: string, text: string, options: NewFileOptions): Promise<void> => {
  await checkNewFile(path, options);
  const part = `${path}.part`;
  try {
    await writeFile(part, text, {flag: 'wx'});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw busy(path);
    // Where the folder is none, there is nothing to remove.
    await rm(part, {force: true}).catch(() => undefined);
    throw unwritable(path, error);
  }
  await rename(part, path);
};
