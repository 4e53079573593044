import {chmod, open, statfs} from 'node:fs/promises';
import {StoreUnavailable} from '@edge-console/server/store';

const OWNER_ONLY = 0o600;

/** Creates the file of a database if it is missing. SQLite gives the files beside it the same mode. */
export const createPrivateFile = async (path: string): Promise<void> => {
  try {
    // Only if missing: closing a file that SQLite has open would release its locks (https://sqlite.org/howtocorrupt.html).
    const file = await open(path, 'wx', OWNER_ONLY);
    await file.chmod(OWNER_ONLY);
    await file.close();
  } catch {
    // The file exists, or SQLite reports the problem.
  }
};

/** Denies other users access to the files of an open database: they contain log texts and hashes of passwords. */
export const restrictFiles = async (path: string): Promise<void> => {
  // Fails for a file of another owner and on a read-only disk.
  await Promise.all(['', '-wal', '-shm'].map(suffix => chmod(path + suffix, OWNER_ONLY).catch(() => undefined)));
};

// Enough for a transaction of a few pages.
const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Rejects with {@link StoreUnavailable} if the file of a database cannot be written: a full, read-only or failed disk, or
 * an immutable file. Writes nothing, so probes neither wear the disk nor wait for a transaction.
 */
export const assertWritable = async (path: string): Promise<void> => {
  const {bavail, bsize} = await statfs(path);
  if (bavail * bsize < MIN_FREE_BYTES) throw new StoreUnavailable(`less than ${MIN_FREE_BYTES} bytes are free`);
  try {
    // Not the database itself: closing it would release SQLite's locks of this process.
    await using wal = await open(`${path}-wal`, 'r+');
    // Fails on a file system that became read-only after an error, where opening still succeeds.
    await wal.sync();
  } catch (error) {
    throw new StoreUnavailable((error as Error).message);
  }
};
