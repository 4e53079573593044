import {createHash} from 'node:crypto';
import {createReadStream, type Stats} from 'node:fs';
import {stat} from 'node:fs/promises';
import type {Store} from '../store/store.ts';
import {linesOf} from './lines.ts';
import {type Found, nginxEntries, type Origin} from './nginx.ts';

// Entries of one transaction, and characters of their texts: all of them are in memory at once.
const BATCH = 2000;
const BATCH_LENGTH = 16 * 1024 * 1024;

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

/** Another import has taken the file further meanwhile. What this one read since its last batch is left to that one. */
export class Overtaken extends Error {}

/**
 * Imports what an nginx error log has got since the last time. The place is kept in the database with the entries
 * themselves, so that a run that is killed leaves nothing out and brings nothing twice; of two runs at once one goes on
 * and the other rejects with {@link Overtaken}. A file is known by its inode and first line, under whichever name; one
 * that has become shorter is read again from its start. Rejects where the file cannot be read, is no regular one or is
 * packed.
 */
export const importNginx = async ({store, path, origin, progress, signal}: ImportOptions): Promise<Progress> => {
  const {ino, size, mtimeMs} = await readableLog(path);
  const file = await identityOf(path, ino);
  const known = await store.imports.position(file);
  const start = known > size ? 0 : known;
  if (size === start) return {done: start, size, entries: 0};
  // What arrives meanwhile is for the next run.
  const lines = linesOf(createReadStream(path, {start, end: size - 1}), 'left');
  const found = nginxEntries(lines, {...origin, log_time: Math.floor(mtimeMs / 1000)});
  let [kept, done, entries] = [known, start, 0];
  const write = async (batch: readonly Found[]) => {
    const last = batch.at(-1);
    if (!last) return;
    const position = start + last.next;
    await store.atomically(async inside => {
      await inside.errorLogs.append(batch.map(({entry}) => entry));
      if (!(await inside.imports.remember(file, {from: kept, to: position}))) {
        throw new Overtaken(`another import of ${path} is under way; this one stops, and nothing is stored twice`);
      }
    });
    kept = position;
    done = position;
    entries += batch.length;
    progress?.({done, size, entries});
  };
  let [batch, length] = [[] as Found[], 0];
  for await (const one of found) {
    if (signal?.aborted) return {done, size, entries};
    batch.push(one);
    length += one.entry.log.length;
    if (batch.length < BATCH && length < BATCH_LENGTH) continue;
    await write(batch);
    [batch, length] = [[], 0];
  }
  await write(batch);
  return {done, size, entries};
};

/** Facts of a file. Rejects where it cannot be imported. */
export const readableLog = async (path: string): Promise<Stats> => {
  const stats = await stat(path);
  if (!stats.isFile()) throw new Error(`${path} is no regular file`);
  if (await isGzip(path)) throw new Error(`${path} is packed with gzip; unpack it first`);
  return stats;
};

const isGzip = async (path: string): Promise<boolean> => {
  for await (const head of createReadStream(path, {end: 1})) return (head as Buffer).toString('hex') === '1f8b';
  return false;
};

// Inodes are used again; together with its first line one names a file.
const identityOf = async (path: string, ino: number): Promise<string> => {
  for await (const {text} of linesOf(createReadStream(path), 'given')) {
    return `${ino}:${createHash('sha256').update(text).digest('hex')}`;
  }
  return `${ino}:`;
};
