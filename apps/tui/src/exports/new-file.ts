import {lstat, stat} from 'node:fs/promises';
import {Refused} from '../core/failure.ts';
import {takeLock} from '../saved/lock.ts';
import {replaceFile} from '../saved/locked-file.ts';

interface NewFileOptions {
  /** Replaces a file that exists. */
  readonly force: boolean;
  /** How to go on if the file exists, for the message. */
  readonly advice: string;
}

/** Read and write for all, as far as the umask of the process allows: what other programs give a new file. */
const SHARED_MODE = 0o666;

/** Rejects with {@link Refused} if {@link writeNewFile} would. */
export const checkNewFile = async (path: string, {force, advice}: NewFileOptions): Promise<void> => {
  if (await isFolder(path)) throw new Refused(`${path} is a folder; name a file in it`);
  if (!force && (await exists(path))) throw new Refused(`${path} exists; ${advice}`);
};

/**
 * Writes a text to a new file, which appears when it is complete. Rejects with {@link Refused} if the file exists and is
 * not to be replaced, or another process writes it.
 */
export const writeNewFile = async (path: string, text: string, options: NewFileOptions): Promise<void> => {
  const unlock = await takeLock(path);
  try {
    await checkNewFile(path, options);
    await replaceFile(path, text, SHARED_MODE);
  } finally {
    await unlock();
  }
};

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );

/** Whether something has the name, such as a link that leads nowhere. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
