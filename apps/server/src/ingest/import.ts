import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import type {Store} from '../store/store.ts';
import {linesOf} from './lines.ts';
import {type Found, nginxEntries, type Origin} from './nginx.ts';

const BATCH = 2000;

export interface Progress {
  /** Bytes of the file, those of earlier runs included. */
  readonly done: number;
  readonly size: number;
  /** Entries of this run. */
  readonly entries: number;
}

export interface ImportOptions {
  readonly store: Store;
  readonly path: string;
  readonly origin: Omit<Origin, 'log_time'>;
  /** Told after each batch. */
  progress?(progress: Progress): void;
  /** Ends the import after the batch under way. */
  readonly signal?: AbortSignal;
}

/**
 * Imports what an nginx error log has got since the last time. The place is kept in the database with the entries
 * themselves, so that a run that is killed leaves nothing out and brings nothing twice. A file is known by its inode
 * and first line, under whichever name; one that has become shorter is read again from its start. Rejects where the
 * file cannot be read.
 */
export const importNginx = async ({store, path, origin, progress, signal}: ImportOptions): Promise<Progress> => {
  const {ino, size, mtimeMs} = await stat(path);
  const file = await identityOf(path, ino);
  const known = await store.imports.position(file);
  const start = known > size ? 0 : known;
  if (size === start) return {done: start, size, entries: 0};
  // What arrives meanwhile is for the next run.
  const lines = linesOf(createReadStream(path, {start, end: size - 1}), 'left');
  const found = nginxEntries(lines, {...origin, log_time: Math.floor(mtimeMs / 1000)});
  let [done, entries] = [start, 0];
  const write = async (batch: readonly Found[]) => {
    const last = batch.at(-1);
    if (!last) return;
    const position = start + last.next;
    await store.atomically(async inside => {
      await inside.errorLogs.append(batch.map(({entry}) => entry));
      await inside.imports.remember(file, position);
    });
    done = position;
    entries += batch.length;
    progress?.({done, size, entries});
  };
  let batch: Found[] = [];
  for await (const one of found) {
    if (signal?.aborted) return {done, size, entries};
    batch.push(one);
    if (batch.length < BATCH) continue;
    await write(batch);
    batch = [];
  }
  await write(batch);
  return {done, size, entries};
};

// Inodes are used again; together with its first line one names a file.
const identityOf = async (path: string, ino: number): Promise<string> => {
  for await (const {text} of linesOf(createReadStream(path), 'given')) {
    return `${ino}:${createHash('sha256').update(text).digest('hex')}`;
  }
  return `${ino}:`;
};
