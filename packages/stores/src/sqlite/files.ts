import {chmod, open, statfs} from 'node:fs/promises';
import {StoreUnavailable} from '@edge-console/server/store';

const OWNER_ONLY = 0o600;

/** SQLite gives the `-wal` and `-shm` files the mode of the database file. */
export const createPrivateFile = async (path: string): Promise<void> => {
  try {
    // Closing an existing file could release SQLite's locks (https://sqlite.org/howtocorrupt.html).
    const file = await open(path, 'wx', OWNER_ONLY);
    await file.chmod(OWNER_ONLY);
    await file.close();
  } catch {
    // The file exists, or could not be created. SQLite reports the latter when it opens the database.
  }
};

/** The files contain log texts and hashes of passwords. */
export const restrictFiles = async (path: string): Promise<void> => {
  // `chmod` fails for a file of another owner and on a read-only disk.
  await Promise.all(['', '-wal', '-shm'].map(suffix => chmod(path + suffix, OWNER_ONLY).catch(() => undefined)));
};

// Enough for a transaction that writes a few pages.
const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Rejects with {@link StoreUnavailable} if the disk is full, read-only or failed. Writes nothing, so that frequent
 * health checks do not wear out the disk or wait for a transaction.
 */
export const assertWritable = async (path: string): Promise<void> => {
  const {bavail, bsize} = await statfs(path);
  if (bavail * bsize < MIN_FREE_BYTES) throw new StoreUnavailable(`less than ${MIN_FREE_BYTES} bytes are free`);
  try {
    // Closing the database file would release the locks of SQLite in this process, so the `-wal` file is opened.
    await using wal = await open(`${path}-wal`, 'r+');
    // `sync` fails on a file system that became read-only after an error, although `open` still succeeds there.
    await wal.sync();
  } catch (error) {
    throw new StoreUnavailable((error as Error).message);
  }
};
