import type {Store} from '@edge-console/server/store';
import {type ImportOrigin, readBatches, type Stored, storeEntries} from './batches.ts';
import type {LogFile} from './log-file.ts';
import type {ParsedEntry} from './nginx-entries.ts';

/** An entry may have several lines. The last entry is complete if the file has not changed for this time in ms. */
export const QUIET_MS = 1000;

export interface FollowedFile {
  /**
   * Imports a batch of new entries. Resolves to whether there are more. The last entry is stored later, because further
   * lines may belong to it.
   */
  read(state: 'named' | 'renamed'): Promise<boolean>;
  release(): Promise<void>;
  finish(): Promise<void>;
  readonly changedAt: number;
  readonly entries: number;
}

interface Options {
  readonly store: Store;
  readonly origin: ImportOrigin;
  now(): number;
}

/** A file that became shorter or has another first line was truncated, so it is read from the start. */
export const followFile = (log: LogFile, {store, origin, now}: Options): FollowedFile => {
  let stored: Stored = {path: log.path, file: '', position: 0};
  let start = 0;
  let held: ParsedEntry | undefined;
  let seen = {size: -1, mtimeMs: 0};
  let changedAt = now();
  let entries = 0;

  const append = async (added: readonly ParsedEntry[]) => {
    stored = await storeEntries(store, stored, added);
    entries += added.length;
    start = added.at(-1)?.next ?? start;
  };
  const release = async () => {
    if (held) await append([held]);
    held = undefined;
  };
  const locate = async (size: number): Promise<void> => {
    const file = await log.identity();
    if (file === stored.file && size >= (held?.next ?? start)) return;
    await release();
    stored = {...stored, file, position: await store.imports.position(file)};
    start = stored.position > size ? 0 : stored.position;
  };
  const readBatch = async (size: number, end: 'hold' | 'finish'): Promise<boolean> => {
    await locate(size);
    const part = {start, end: size, last: end === 'hold' ? 'skip' : 'emit'} as const;
    for await (const batch of readBatches(log, part, origin)) {
      // If the log file was truncated during the read, the batch may mix lines from before and after the truncation.
      // The batch is dropped, and the file is read again.
      if ((await log.identity()) !== stored.file) return true;
      const last = end === 'hold' && batch.isLast ? batch.entries.at(-1) : undefined;
      await append(last ? batch.entries.slice(0, -1) : batch.entries);
      held = last;
      return !batch.isLast;
    }
    return false;
  };
  return {
    read: async state => {
      const {size, mtimeMs} = await log.stat();
      if (size === seen.size && mtimeMs === seen.mtimeMs) {
        if (state === 'named' && now() - changedAt >= QUIET_MS) await release();
        return false;
      }
      changedAt = now();
      const more = await readBatch(size, 'hold');
      if (!more) seen = {size, mtimeMs};
      return more;
    },
    release,
    finish: async () => {
      while (await readBatch((await log.stat()).size, 'finish'));
      held = undefined;
    },
    get changedAt() {
      return changedAt;
    },
    get entries() {
      return entries;
    },
  };
};
