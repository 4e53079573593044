import type {Store} from '@edge-console/server/store';
import type {LogFile} from './log-file.ts';
import {nginxEntries, type Origin, type ParsedEntry} from './nginx-entries.ts';

// Limits of one transaction.
const BATCH_SIZE = 2000;
const BATCH_CHARACTERS = 16 * 1024 * 1024;

export type ImportOrigin = Omit<Origin, 'log_time'>;

export interface Batch {
  readonly entries: readonly ParsedEntry[];
  readonly isLast: boolean;
}

interface Part {
  /** The bytes `[start, end)` of the log file are read. */
  readonly start: number;
  readonly end: number;
  /** Whether a last line without a line break is read too. */
  readonly last: 'emit' | 'skip';
}

/** Each entry has `next`, the byte offset in the log file at which reading continues after this entry. */
export async function* readBatches(log: LogFile, part: Part, origin: ImportOrigin): AsyncGenerator<Batch> {
  const {start, end, last} = part;
  const log_time = Math.floor((await log.stat()).mtimeMs / 1000);
  let [entries, length] = [[] as ParsedEntry[], 0];
  for await (const {entry, next} of nginxEntries(log.lines(start, end, last), {...origin, log_time})) {
    if (entries.length >= BATCH_SIZE || length >= BATCH_CHARACTERS) {
      yield {entries, isLast: false};
      [entries, length] = [[], 0];
    }
    entries.push({entry, next: start + next});
    length += entry.log.length;
  }
  if (entries.length > 0) yield {entries, isLast: true};
}

/** Thrown if another import of the same file stored entries at the same time. The batch was rolled back. */
export class ConcurrentImport extends Error {}

export interface Stored {
  readonly path: string;
  readonly file: string;
  readonly position: number;
}

export const storeEntries = async (store: Store, stored: Stored, entries: readonly ParsedEntry[]): Promise<Stored> => {
  const position = entries.at(-1)?.next;
  if (position === undefined) return stored;
  const {path, file, position: from} = stored;
  await store.transaction(async inside => {
    await inside.errorLogs.append(entries.map(({entry}) => entry));
    if (!(await inside.imports.advance(file, {from, to: position}))) {
      throw new ConcurrentImport(`another import of ${path} is running; this one stops, and nothing is stored twice`);
    }
  });
  return {...stored, position};
};
