import {chmod, open, statfs} from 'node:fs/promises';
import {StoreUnavailable} from '@edge-console/server/store';

const OWNER_ONLY = 0o600;

/** Creates a missing file with mode 600; SQLite creates the `-wal` and `-shm` files with the same mode. */
export const createPrivateFile = async (path: string): Promise<void> => {
  try {
    // `wx` fails for an existing file, because closing that file could release SQLite's locks
    // (https://sqlite.org/howtocorrupt.html).
    const file = await open(path, 'wx', OWNER_ONLY);
    await file.chmod(OWNER_ONLY);
    await file.close();
  } catch {
    // Ignore the error. Either the file already exists, or SQLite will report the problem when it opens the file.
  }
};

/** Denies other users access to the files of an open database, which contain log texts and hashes of passwords. */
export const restrictFiles = async (path: string): Promise<void> => {
  // Ignore errors of `chmod`. It fails for a file of another owner and on a read-only disk.
  await Promise.all(['', '-wal', '-shm'].map(suffix => chmod(path + suffix, OWNER_ONLY).catch(() => undefined)));
};

// Minimum free disk space, in bytes: enough for a transaction that writes a few pages.
const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Rejects with {@link StoreUnavailable} if the disk is full, read-only or failed, or the file is immutable. Writes
 * nothing, so that frequent health checks do not wear out the disk or wait for a transaction.
 */
export const assertWritable = async (path: string): Promise<void> => {
  const {bavail, bsize} = await statfs(path);
  if (bavail * bsize < MIN_FREE_BYTES) throw new StoreUnavailable(`less than ${MIN_FREE_BYTES} bytes are free`);
  try {
    // The `-wal` file is opened, because closing the database file would release the locks of SQLite in this process.
    await using wal = await open(`${path}-wal`, 'r+');
    // `sync` fails on a file system that became read-only after an error, although `open` still succeeds there.
    await wal.sync();
  } catch (error) {
    throw new StoreUnavailable((error as Error).message);
  }
};
