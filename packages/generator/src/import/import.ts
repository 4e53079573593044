import {createHash} from 'node:crypto';
import {createReadStream, type Stats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {type Store, splitLines} from '@edge-console/server/store';
import {nginxEntries, type Origin, type ParsedEntry} from './nginx.ts';

// Maximum number of entries, and of characters in their texts, that are held in memory for one transaction.
const BATCH_SIZE = 2000;
const BATCH_CHARACTERS = 16 * 1024 * 1024;

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
  readonly origin: Omit<Origin, 'log_time'>;
  /** Called after each batch. */
  progress?(progress: Progress): void;
  /** When aborted, ends the import after the current batch of entries. */
  readonly signal?: AbortSignal;
}

/** Thrown if another import of the same file stored entries at the same time. The current batch was rolled back. */
export class ConcurrentImport extends Error {}

/**
 * Imports the entries added to an nginx error log since the last import. The position in the file is stored in the same
 * transaction as the entries, so a killed run neither loses nor duplicates entries. Of two concurrent runs, one rejects
 * with {@link ConcurrentImport}. A file is identified by inode and first line, not by name. A file that became shorter
 * is read from the start. Rejects if the file cannot be read, is not a regular file, or is compressed with gzip.
 */
export const importNginx = async ({store, path, origin, progress, signal}: ImportOptions): Promise<Progress> => {
  const {ino, size, mtimeMs} = await statLog(path);
  const file = await identityOf(path, ino);
  const stored = await store.imports.position(file);
  const start = stored > size ? 0 : stored;
  if (size === start) return {done: start, size, entries: 0};
  // Lines that are appended from now on are left for the next run.
  const lines = splitLines(createReadStream(path, {start, end: size - 1}), 'skip');
  const parsed = nginxEntries(lines, {...origin, log_time: Math.floor(mtimeMs / 1000)});
  let [storedPosition, done, entries] = [stored, start, 0];
  const write = async (batch: readonly ParsedEntry[]) => {
    const last = batch.at(-1);
    if (!last) return;
    const position = start + last.next;
    await store.transaction(async inside => {
      await inside.errorLogs.append(batch.map(({entry}) => entry));
      if (!(await inside.imports.advance(file, {from: storedPosition, to: position}))) {
        throw new ConcurrentImport(`another import of ${path} is running; this one stops, and nothing is stored twice`);
      }
    });
    storedPosition = position;
    done = position;
    entries += batch.length;
    progress?.({done, size, entries});
  };
  let [batch, length] = [[] as ParsedEntry[], 0];
  for await (const one of parsed) {
    if (signal?.aborted) return {done, size, entries};
    batch.push(one);
    length += one.entry.log.length;
    if (batch.length < BATCH_SIZE && length < BATCH_CHARACTERS) continue;
    await write(batch);
    [batch, length] = [[], 0];
  }
  await write(batch);
  return {done, size, entries};
};

/** Resolves to the stats of a file. Rejects if the file is not a regular file or is compressed with gzip. */
export const statLog = async (path: string): Promise<Stats> => {
  const stats = await stat(path);
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
  if (await isGzip(path)) throw new Error(`${path} is compressed with gzip; decompress it first`);
  return stats;
};

const isGzip = async (path: string): Promise<boolean> => {
  for await (const head of createReadStream(path, {end: 1})) return (head as Buffer).toString('hex') === '1f8b';
  return false;
};

// Resolves to an identifier of the file. The identifier includes the first line, because inodes are reused.
const identityOf = async (path: string, ino: number): Promise<string> => {
  for await (const {text} of splitLines(createReadStream(path), 'emit')) {
    return `${ino}:${createHash('sha256').update(text).digest('hex')}`;
  }
  return `${ino}:`;
};
