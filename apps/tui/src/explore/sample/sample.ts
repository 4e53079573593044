import type {Client} from '@edge-console/client';
import {samplePages} from '@edge-console/client/sample';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../../format/number.ts';
import {inRange, type LogFilter, queryOf} from '../../logs/filter.ts';
import {ENTRIES_PER_REQUEST, readEntries} from '../../logs/read-entries.ts';

export interface SampledEntry {
  readonly entry: ErrorLogEntry;
  readonly page: number;
}

export type Coverage =
  /** All entries of the list. `complete` is false if some may be missing. */
  | {readonly kind: 'all'; readonly rows: number; readonly complete: boolean}
  /** A sample: `rows` entries, read from `sampled` pages. The whole list has `total` entries on `pages` pages. */
  | {
      readonly kind: 'sample';
      readonly rows: number;
      readonly total: number;
      readonly sampled: number;
      readonly pages: number;
    }
  /** Counts from the gateway that contradict each other; no entry was read. `rows` is the sum of the counts. */
  | {readonly kind: 'counts'; readonly rows: number}
  /** The newest entries of a list whose length is unknown, because the gateway sends no count. */
  | {readonly kind: 'newest'; readonly rows: number};

export interface SampleRequest {
  /** The approximate number of entries to read. A list of at most this length is read as a whole. */
  readonly rows: number;
  readonly signal: AbortSignal;
  add(entry: SampledEntry): void;
  readonly progress?: (read: number, of: number | undefined) => void;
}

export const SAMPLE_ROWS = 10_000;
/** More than two, the default, because a sample fails if one of its pages cannot be read. */
const RETRIES = 5;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;
/** If a list is read as a whole, `page` is the number of one of this many equal groups, to limit the memory. */
const RUNS = 100;
/** A small sample uses small pages: confidence intervals come from differences between pages, so it needs many. */
const pageSizeOf = (rows: number): number => Math.max(10, Math.min(100, Math.ceil(rows / 50)));

export const progressText = (read: number, of: number | undefined): string =>
  `reading ${count(read)}${of === undefined ? '' : ` of ${count(of)}`} rows`;

/** Reads pages that are spread over the list of entries that match a filter. Passes each entry to `request.add`. */
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

/** Reads a list of at most `rows` entries as a whole. Of a list of unknown length, reads the newest `rows` entries. */
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

export const totalOf = (coverage: Coverage): number | undefined => {
  if (coverage.kind === 'newest') return undefined;
  return coverage.kind === 'sample' ? coverage.total : coverage.rows;
};

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
