import {chmod, open} from 'node:fs/promises';

const OWNER_ONLY = 0o600;

/** Creates the file of a database if it is missing. SQLite gives the files beside it the same mode. */
export const createPrivateFile = async (path: string): Promise<void> => {
  try {
    // Only if missing: closing a file that SQLite has open would release its locks (https://sqlite.org/howtocorrupt.html).
    const file = await open(path, 'wx', OWNER_ONLY);
    await file.chmod(OWNER_ONLY);
    await file.close();
  } catch {
    // It exists, or SQLite reports the problem.
  }
};

/** Denies other users access to the files of an open database: they contain log texts and hashes of passwords. */
export const restrictFiles = async (path: string): Promise<void> => {
  // Fails for a file of another owner and on a read-only disk.
  await Promise.all(['', '-wal', '-shm'].map(suffix => chmod(path + suffix, OWNER_ONLY).catch(() => undefined)));
};
