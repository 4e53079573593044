import type {Client, WalkStatus} from '@edge-console/client';
import {estimateTotal, samplePages} from '@edge-console/client/sample';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../format/number.ts';
import {inRange, type LogFilter, queryOf} from '../logs/filter.ts';

/** An entry, and the page of the sample that it came on. */
export interface SampledEntry {
  readonly entry: ErrorLogEntry;
  readonly page: number;
}

/** What a sample was taken from: the base of every number that is made of it. */
export type Coverage =
  /** Every entry. `complete` is false if some may be missing. */
  | {readonly kind: 'all'; readonly rows: number; readonly complete: boolean}
  /** Pages spread over the list. */
  | {
      readonly kind: 'sample';
      readonly rows: number;
      readonly total: number;
      readonly sampled: number;
      readonly pages: number;
    }
  /** Counts of a gateway, which contradict each other. */
  | {readonly kind: 'counts'; readonly rows: number}
  /** The newest entries of a gateway that sends no count. */
  | {readonly kind: 'newest'; readonly rows: number};

export interface LogSample {
  readonly entries: readonly SampledEntry[];
  readonly coverage: Coverage;
}

export interface SampleRequest {
  /** Entries to read, about; a list with no more is read as a whole. */
  readonly rows: number;
  readonly signal: AbortSignal;
  readonly progress?: (done: number, all: number) => void;
}

/** Entries to read by default. */
export const SAMPLE_ROWS = 10_000;
const WALK_PAGE_SIZE = 500;
/** Few entries are read in smaller pages: an interval follows from how pages differ. */
const pageSizeOf = (rows: number): number => Math.max(10, Math.min(100, Math.ceil(rows / 50)));

/** Reads entries spread over all that match a filter, at most six requests at a time. */
export const readSample = async (
  client: Client,
  filter: LogFilter,
  {rows, signal, progress}: SampleRequest,
): Promise<LogSample> => {
  const query = queryOf(filter);
  const total = await client.errorLogs.count(query, {signal});
  if (total !== undefined && total <= rows) return readAll(client, filter, {rows, signal, ...(progress && {progress})});
  const entries: SampledEntry[] = [];
  let coverage: Coverage = {kind: 'newest', rows: 0};
  const read = (page: number, page_size: number) => client.errorLogs.list({...query, page, page_size}, {signal});
  for await (const {items, done, sampled, pages, count: listed} of samplePages(read, {
    rows,
    pageSize: pageSizeOf(rows),
  })) {
    for (const entry of items) if (inRange(entry, filter.range)) entries.push({entry, page: done});
    coverage =
      pages === undefined || listed === undefined
        ? {kind: 'newest', rows: entries.length}
        : {kind: 'sample', rows: entries.length, total: listed, sampled, pages};
    progress?.(done, sampled);
  }
  return {entries, coverage};
};

const readAll = async (client: Client, filter: LogFilter, {signal, progress}: SampleRequest): Promise<LogSample> => {
  const entries: SampledEntry[] = [];
  let status: WalkStatus | undefined;
  const onStatus = (told: WalkStatus): void => {
    status = told;
  };
  const walk = {signal, prefetch: 2, onStatus};
  for await (const page of client.errorLogs.pages({...queryOf(filter), page_size: WALK_PAGE_SIZE}, walk)) {
    for (const entry of page.items) if (inRange(entry, filter.range)) entries.push({entry, page: page.page});
    progress?.(page.page, Math.max(page.page, Math.ceil((page.count ?? 0) / WALK_PAGE_SIZE)));
  }
  return {entries, coverage: {kind: 'all', rows: entries.length, complete: status?.complete !== false}};
};

/** Entries of the list that a sample was taken from; undefined if the gateway sends no count. */
export const totalOf = (coverage: Coverage): number | undefined => {
  if (coverage.kind === 'newest') return undefined;
  return coverage.kind === 'sample' ? coverage.total : coverage.rows;
};

/** The coverage in words: `exact`, `sample 4,000 of 184,203`. */
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

/** How many entries have a value: estimated for all that match, unless the sample is all of them. */
export interface Tally {
  readonly count: number;
  /** Half of the 95 % interval; 0 where `count` is exact, infinite where it is the least. */
  readonly plusMinus: number;
  /** Part of the entries of the sample, 0 to 1. */
  readonly share: number;
  /** Entries of the sample. */
  readonly rows: number;
}

/** Entries of the list, from those on each page of a sample. */
export const estimateOf = (counts: readonly number[], coverage: Coverage): Pick<Tally, 'count' | 'plusMinus'> => {
  const rows = counts.reduce((sum, value) => sum + value, 0);
  if (coverage.kind !== 'sample') {
    const isExact = coverage.kind === 'all' && coverage.complete;
    return {count: rows, plusMinus: isExact ? 0 : Number.POSITIVE_INFINITY};
  }
  const {count, plusMinus} = estimateTotal(counts, coverage);
  // In pages: each may be full of them.
  const bound = rows === 0 ? Math.ceil((plusMinus * coverage.total) / coverage.pages) : plusMinus;
  return {count: Math.min(count, coverage.total), plusMinus: bound};
};

/** Tallies the entries of a sample by the keys of each. */
export const tallyBy = <K>(
  {entries, coverage}: LogSample,
  keysOf: (entry: SampledEntry, index: number) => Iterable<K>,
): ReadonlyMap<K, Tally> => {
  const pagesOf = new Map<K, Map<number, number>>();
  for (const [index, sampled] of entries.entries()) {
    for (const key of keysOf(sampled, index)) {
      const pages = pagesOf.get(key) ?? new Map<number, number>();
      pages.set(sampled.page, (pages.get(sampled.page) ?? 0) + 1);
      pagesOf.set(key, pages);
    }
  }
  return new Map(
    [...pagesOf].map(([key, pages]) => {
      const counts = [...pages.values()];
      const rows = counts.reduce((sum, value) => sum + value, 0);
      return [key, {...estimateOf(counts, coverage), rows, share: rows / entries.length}];
    }),
  );
};
