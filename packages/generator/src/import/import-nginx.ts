import type {Store} from '@edge-console/server/store';
import {type ImportOrigin, readBatches, storeEntries} from './batches.ts';
import {openLog} from './log-file.ts';

export interface Progress {
  /** Bytes of the file that have been imported, by this run and earlier runs. */
  readonly done: number;
  readonly size: number;
  readonly entries: number;
}

interface ImportOptions {
  readonly store: Store;
  readonly path: string;
  readonly origin: ImportOrigin;
  progress?(progress: Progress): void;
  /** When aborted, ends the import after the current batch of entries. */
  readonly signal?: AbortSignal;
}

/**
 * The position in the file is stored in the transaction of the entries, so a killed run neither loses nor duplicates
 * any. Of two concurrent runs, one rejects with `ConcurrentImport`. A file that became shorter is read from the start.
 */
export const importNginx = async ({store, path, origin, progress, signal}: ImportOptions): Promise<Progress> => {
  const log = await openLog(path);
  try {
    const {size} = await log.stat();
    const file = await log.identity();
    let stored = {path, file, position: await store.imports.position(file)};
    const start = stored.position > size ? 0 : stored.position;
    let state: Progress = {done: start, size, entries: 0};
    // Lines that are written during the import are left to the next run.
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
