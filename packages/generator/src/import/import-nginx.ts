import type {Store} from '@edge-console/server/store';
import {type ImportOrigin, readBatches, storeEntries} from './batches.ts';
import {openLog} from './log-file.ts';

export interface Progress {
  /** Bytes of the file that have been imported, by this run and earlier runs. */
  readonly done: number;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Entries imported by this run. */
  readonly entries: number;
}

interface ImportOptions {
  readonly store: Store;
  readonly path: string;
  readonly origin: ImportOrigin;
  /** Called after each batch. */
  progress?(progress: Progress): void;
  /** When aborted, ends the import after the current batch of entries. */
  readonly signal?: AbortSignal;
}

/**
 * Imports the entries added to an nginx error log since the last import. The position in the file is stored in the same
 * transaction as the entries, so a killed run neither loses nor duplicates entries. Of two concurrent runs, one rejects
 * with `ConcurrentImport`. A file is identified by inode and first line, not by name. A file that became shorter
 * is read from the start. Rejects if the file cannot be read, is not a regular file, or is compressed with gzip.
 */
export const importNginx = async ({store, path, origin, progress, signal}: ImportOptions): Promise<Progress> => {
  const log = await openLog(path);
  try {
    const {size} = await log.stat();
    const file = await log.identity();
    let stored = {path, file, position: await store.imports.position(file)};
    const start = stored.position > size ? 0 : stored.position;
    let state: Progress = {done: start, size, entries: 0};
    // Reads complete lines up to the size that the file had at the start. The next run imports the others.
    for await (const {entries} of readBatches(log, {start, end: size, last: 'skip'}, origin)) {
      if (signal?.aborted) break;
      stored = await storeEntries(store, stored, entries);
      state = {done: stored.position, size, entries: state.entries + entries.length};
      progress?.(state);
    }
    return state;
  } finally {
    await log.close();
  }
};
