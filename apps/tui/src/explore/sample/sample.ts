import type {Client} from '@edge-console/client';
import {samplePages} from '@edge-console/client/sample';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../../format/number.ts';
import {inRange, type LogFilter, queryOf} from '../../logs/filter.ts';
import {ENTRIES_PER_REQUEST, readEntries} from '../../logs/read-entries.ts';

/** An entry, and the index of its page in the sample. */
export interface SampledEntry {
  readonly entry: ErrorLogEntry;
  readonly page: number;
}

/** Which part of a list a sample has. Every estimate is based on it. */
export type Coverage =
  /** All entries; `complete` is false if some may be missing. */
  | {readonly kind: 'all'; readonly rows: number; readonly complete: boolean}
  /** Pages spread over the list. */
  | {
      readonly kind: 'sample';
      readonly rows: number;
      readonly total: number;
      readonly sampled: number;
      readonly pages: number;
    }
  /** Counts of a gateway that contradict each other. */
  | {readonly kind: 'counts'; readonly rows: number}
  /** The newest entries of a gateway that sends no count. */
  | {readonly kind: 'newest'; readonly rows: number};

export interface SampleRequest {
  /** The approximate number of entries to read. A list with no more entries is read as a whole. */
  readonly rows: number;
  readonly signal: AbortSignal;
  add(entry: SampledEntry): void;
  /** Receives the number of entries read so far, and the expected number if it is known. */
  readonly progress?: (read: number, of: number | undefined) => void;
}

export const SAMPLE_ROWS = 10_000;
/** The default of two retries is too low, because a sample needs every page that it requests. */
const RETRIES = 5;
/** Reads a list of any length as a whole. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;
/** A list that is read as a whole is cut into this many runs in place of pages, so that tallies by page stay small. */
const RUNS = 100;
/** Few entries are read in smaller pages, because the interval is estimated from the differences between pages. */
const pageSizeOf = (rows: number): number => Math.max(10, Math.min(100, Math.ceil(rows / 50)));

/** `reading 3,200 of 10,000 rows`. */
export const progressText = (read: number, of: number | undefined): string =>
  `reading ${count(read)}${of === undefined ? '' : ` of ${count(of)}`} rows`;

/** Reads entries spread over the list of a filter, and passes each one to `add`. */
export const readSample = async (client: Client, filter: LogFilter, request: SampleRequest): Promise<Coverage> => {
  const {rows, signal, add, progress} = request;
  const query = queryOf(filter);
  const total = await client.errorLogs.count(query, {signal});
  if (total === undefined || total <= rows) return readNewest(client, filter, {...request, total});
  const read: Parameters<typeof samplePages<ErrorLogEntry>>[0] = part =>
    client.errorLogs.list({...query, ...part}, {signal, retries: RETRIES});
  let coverage: Coverage = {kind: 'newest', rows: 0};
  const options = {count: total, rows, pageSize: pageSizeOf(rows), from: query.start_time};
  for await (const {items, done, sampled, pages} of samplePages(read, options)) {
    const entries = items.filter(entry => inRange(entry, filter.range));
    for (const entry of entries) add({entry, page: done});
    const held: number = coverage.rows + entries.length;
    progress?.(held, Math.max(held, Math.round((held / done) * sampled)));
    coverage = {kind: 'sample', rows: held, total, sampled, pages};
  }
  return coverage;
};

/** Reads every entry of a list that has no more than `rows`, or the newest `rows` entries of a list without a count. */
const readNewest = async (
  client: Client,
  filter: LogFilter,
  {total, rows, signal, add, progress}: SampleRequest & {readonly total: number | undefined},
): Promise<Coverage> => {
  let held = 0;
  const runs = (total ?? rows) / RUNS;
  const say = (): void => progress?.(held, total && Math.max(held, total));
  const reader = readEntries(client, filter, signal);
  for await (const entry of reader) {
    add({entry, page: Math.floor(held++ / runs)});
    if (held % ENTRIES_PER_REQUEST === 0) say();
    if (total === undefined && held >= rows) break;
  }
  say();
  if (total === undefined) return {kind: 'newest', rows: held};
  return {kind: 'all', rows: held, complete: reader.missing(held) === undefined};
};

/** The number of entries of the sampled list; undefined if the gateway sends no count. */
export const totalOf = (coverage: Coverage): number | undefined => {
  if (coverage.kind === 'newest') return undefined;
  return coverage.kind === 'sample' ? coverage.total : coverage.rows;
};

/** `exact`, or `sample 4,000 of 184,203`. */
export const coverageText = (coverage: Coverage): string => {
  switch (coverage.kind) {
    case 'all':
      return coverage.complete ? 'exact' : `${count(coverage.rows)} read, others may be missing`;
    case 'sample':
      return `sample ${count(coverage.rows)} of ${count(coverage.total)}`;
    case 'counts':
      return 'about: the counts of the gateway vary';
    case 'newest':
      return `newest ${count(coverage.rows)}`;
    default:
      return coverage satisfies never;
  }
};
