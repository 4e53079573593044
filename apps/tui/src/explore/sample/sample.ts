import type {Client} from '@edge-console/client';
import {samplePages} from '@edge-console/client/sample';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../../format/number.ts';
import {hasConditions, inRange, type LogFilter, queryOf, withConditions} from '../../logs/filter.ts';
import {ENTRIES_PER_REQUEST, readEntries, testOf} from '../../logs/read-entries.ts';

export interface SampledEntry {
  readonly entry: ErrorLogEntry;
  readonly page: number;
}

/** `rows` is the number of entries read, and `kept` the number of those that match the conditions. */
export type Coverage = {
  readonly rows: number;
  readonly kept?: number | undefined;
} /** `complete` is false if some entries may be missing. */ & (
  | {readonly kind: 'all'; readonly complete: boolean}
  /** A sample of `sampled` pages. The whole list has `total` entries on `pages` pages. */
  | {readonly kind: 'sample'; readonly total: number; readonly sampled: number; readonly pages: number}
  /** `rows` is the sum of counts per time slice. It is inexact, because the gateway's responses are inconsistent. */
  | {readonly kind: 'counts'}
  /** The gateway sends no count, so the length of the list is unknown. */
  | {readonly kind: 'newest'}
);

export interface SampleOptions {
  readonly rows: number;
  /** A list with at most this many entries is read completely. Default: `rows`. */
  readonly wholeUpTo?: number | undefined;
  readonly signal: AbortSignal;
  readonly progress?: (read: number, of: number | undefined) => void;
  /** Receives the name of a step that reads no entries, such as `counting the entries of 12 nodes`. */
  readonly step?: (text: string) => void;
}

export interface SampleRequest extends SampleOptions {
  add(entry: SampledEntry): void;
}

export const SAMPLE_ROWS = 10_000;
/** Lists up to this length are read completely, because a sample would save only seconds. */
export const WHOLE_ROWS = 100_000;
/** The client's default of two retries is too low, because the sample fails if one of its pages cannot be read. */
const RETRIES = 5;
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;
/** Significance tests need counts per part of the list. This many parts need less memory than one part per page. */
const PARTS = 100;
/** A small sample has small pages, because confidence intervals need many pages. */
const pageSizeOf = (rows: number): number => Math.max(10, Math.min(100, Math.ceil(rows / 50)));

export const progressText = (read: number, of: number | undefined): string =>
  `reading ${count(read)}${of === undefined ? '' : ` of ${count(of)}`} rows`;

/** Reads random pages, or a short list completely. Calls `request.add` with the entries that match the conditions. */
export const readSample = async (client: Client, filter: LogFilter, request: SampleRequest): Promise<Coverage> => {
  const {rows, wholeUpTo = rows, signal, add, progress} = request;
  const query = queryOf(filter);
  const isKept = hasConditions(filter);
  const isMatch = await testOf(filter);
  const total = await client.errorLogs.count(query, {signal});
  if (total === undefined || total <= wholeUpTo) return readNewest(client, filter, {...request, total});
  const read: Parameters<typeof samplePages<ErrorLogEntry>>[0] = part =>
    client.errorLogs.list({...query, ...part}, {signal, retries: RETRIES});
  let coverage: Coverage = {kind: 'newest', rows: 0};
  let [all, kept, outside] = [0, 0, 0];
  const options = {count: total, rows, pageSize: pageSizeOf(rows), from: query.start_time};
  for await (const {items, done, sampled, pages} of samplePages(read, options)) {
    for (const entry of items) {
      if (!inRange(entry, filter.range)) outside++;
      else if (isMatch(entry)) {
        kept++;
        add({entry, page: done});
      }
    }
    all += items.length;
    progress?.(all, Math.max(all, Math.round((all / done) * sampled)));
    // If the gateway ignores time ranges, `total` includes entries outside the range.
    coverage = {kind: 'sample', rows: all, total, sampled, pages, ...((isKept || outside > 0) && {kept})};
  }
  return coverage;
};

/** If the gateway sends no total, reads the newest `wholeUpTo` entries. */
const readNewest = async (
  client: Client,
  filter: LogFilter,
  {total, rows, wholeUpTo: maximum = rows, signal, add, progress}: SampleRequest & {readonly total: number | undefined},
): Promise<Coverage> => {
  let [read, kept] = [0, 0];
  const partLength = (total ?? maximum) / PARTS;
  const say = (): void => progress?.(read, total && Math.max(read, total));
  const isMatch = await testOf(filter);
  let isEnd = true;
  const reader = readEntries(client, withConditions(filter, []), signal);
  for await (const entry of reader) {
    // Without a total, one entry more than `maximum` is read to detect the end of the list.
    isEnd = total !== undefined || read < maximum;
    if (!isEnd) break;
    const page = Math.floor(read++ / partLength);
    if (isMatch(entry)) {
      kept++;
      add({entry, page});
    }
    if (read % ENTRIES_PER_REQUEST === 0) say();
  }
  say();
  const keeps = hasConditions(filter) ? {kept} : {};
  if (!isEnd) return {kind: 'newest', rows: read, ...keeps};
  return {kind: 'all', rows: read, complete: reader.missing(read) === undefined, ...keeps};
};

/**
 * Number of entries in the whole list that match the conditions, extrapolated if only a sample was read. Undefined if
 * the length of the list is unknown.
 */
export const totalOf = (coverage: Coverage): number | undefined => {
  if (coverage.kind === 'newest') return undefined;
  if (coverage.kind !== 'sample') return keptRows(coverage);
  return Math.round((coverage.total * keptRows(coverage)) / Math.max(1, coverage.rows));
};

export const isExact = (coverage: Coverage): boolean => coverage.kind === 'all' && coverage.complete;

export const keptRows = ({rows, kept = rows}: Coverage): number => kept;

/** Returns a text such as `exact`, `sample 10,000 of 184,203`, or with conditions `312 kept of 4,951 read, exact`. */
export const coverageText = (coverage: Coverage): string => {
  const {kept, rows} = coverage;
  if (kept === undefined) return listText(coverage);
  return `${count(kept)} kept of ${coverage.kind === 'all' ? `${count(rows)} read, ` : ''}${listText(coverage)}`;
};

const listText = (coverage: Coverage): string => {
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
