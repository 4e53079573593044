import type {Client, PaginateStatus} from '@edge-console/client';
import {samplePages} from '@edge-console/client/sample';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../../format/number.ts';
import {inRange, type LogFilter, queryOf} from '../../logs/filter.ts';

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
  /** Entries read so far, and those that will be; undefined if that is not known. */
  readonly progress?: (read: number, of: number | undefined) => void;
}

/** Entries to read by default. */
export const SAMPLE_ROWS = 10_000;
/** Of one page; more than by default, since a sample needs every page it asks for. */
const RETRIES = 5;
/** More entries than any list has. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;
const SCAN_PAGE_SIZE = 500;
/** A list that is read as a whole is cut into at most so many runs in place of pages: tallies by page stay small. */
const RUNS = 100;
/** Few entries are read in smaller pages: an interval follows from how pages differ. */
const pageSizeOf = (rows: number): number => Math.max(10, Math.min(100, Math.ceil(rows / 50)));

/** `reading 3,200 of 10,000 rows`. */
export const progressText = (read: number, of: number | undefined): string =>
  `reading ${count(read)}${of === undefined ? '' : ` of ${count(of)}`} rows`;

/** Reads entries spread over all that match a filter, at most six requests at a time, part by part; the last coverage is that of all. */
async function* sampleParts(
  client: Client,
  filter: LogFilter,
  {rows, signal, progress}: SampleRequest,
): AsyncGenerator<LogSample, void, undefined> {
  const query = queryOf(filter);
  const total = await client.errorLogs.count(query, {signal});
  if (total !== undefined && total <= rows) return yield* wholeList(client, filter, {total, signal, progress});
  const read = (page: number, page_size: number) =>
    client.errorLogs.list({...query, page, page_size}, {signal, retries: RETRIES});
  let held = 0;
  for await (const {items, done, sampled, pages, count: listed} of samplePages(read, {
    rows,
    pageSize: pageSizeOf(rows),
  })) {
    const entries = items.filter(entry => inRange(entry, filter.range)).map(entry => ({entry, page: done}));
    held += entries.length;
    const coverage: Coverage =
      pages === undefined || listed === undefined
        ? {kind: 'newest', rows: held}
        : {kind: 'sample', rows: held, total: listed, sampled, pages};
    progress?.(held, pages === undefined ? undefined : Math.max(held, Math.round((held / done) * sampled)));
    yield {entries, coverage};
  }
}

interface WholeRequest {
  readonly total: number;
  readonly signal: AbortSignal;
  readonly progress: SampleRequest['progress'];
}

async function* wholeList(
  client: Client,
  filter: LogFilter,
  {total, signal, progress}: WholeRequest,
): AsyncGenerator<LogSample, void, undefined> {
  let status: PaginateStatus | undefined;
  const onStatus = (told: PaginateStatus): void => {
    status = told;
  };
  let rows = 0;
  const options = {signal, prefetch: 2, onStatus};
  for await (const {items} of client.errorLogs.pages({...queryOf(filter), page_size: SCAN_PAGE_SIZE}, options)) {
    const inside = items.filter(entry => inRange(entry, filter.range));
    const entries = inside.map((entry, at) => ({entry, page: Math.floor(((rows + at) * RUNS) / total)}));
    rows += inside.length;
    progress?.(rows, Math.max(rows, total));
    yield {entries, coverage: {kind: 'all', rows, complete: false}};
  }
  yield {entries: [], coverage: {kind: 'all', rows, complete: status?.complete !== false}};
}

/** Reads a sample into what keeps no entries; returns the coverage. */
export const feedSample = async (
  client: Client,
  filter: LogFilter,
  {add, ...request}: SampleRequest & {readonly add: (entry: SampledEntry) => void},
): Promise<Coverage> => {
  let coverage: Coverage = {kind: 'newest', rows: 0};
  for await (const part of sampleParts(client, filter, request)) {
    for (const entry of part.entries) add(entry);
    coverage = part.coverage;
  }
  return coverage;
};

/** Reads a sample as a whole. */
export const readSample = async (client: Client, filter: LogFilter, request: SampleRequest): Promise<LogSample> => {
  const entries: SampledEntry[] = [];
  const add = (entry: SampledEntry): void => void entries.push(entry);
  const coverage = await feedSample(client, filter, {...request, add});
  return {entries, coverage};
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
