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
const ITERATED_PAGE_SIZE = 500;
/** A list that is read as a whole is cut into at most so many runs in place of pages: tallies by page stay small. */
const RUNS = 100;
/** Few entries are read in smaller pages: an interval follows from how pages differ. */
const pageSizeOf = (rows: number): number => Math.max(10, Math.min(100, Math.ceil(rows / 50)));

/** `reading 3,200 of 10,000 rows`. */
export const progressText = (read: number, of: number | undefined): string =>
  `reading ${count(read)}${of === undefined ? '' : ` of ${count(of)}`} rows`;

/** Reads entries spread over all that match a filter, at most six requests at a time; the last coverage is that of all. */
async function* sampleParts(
  client: Client,
  filter: LogFilter,
  {rows, signal, progress}: SampleRequest,
): AsyncGenerator<LogSample, void, undefined> {
  const query = queryOf(filter);
  const total = await client.errorLogs.count(query, {signal});
  if (total === undefined || total <= rows) return yield* iterated(client, filter, {total, rows, signal, progress});
  const read: Parameters<typeof samplePages<ErrorLogEntry>>[0] = part =>
    client.errorLogs.list({...query, ...part}, {signal, retries: RETRIES});
  let held = 0;
  const options = {count: total, rows, pageSize: pageSizeOf(rows), from: query.start_time};
  for await (const {items, done, sampled, pages} of samplePages(read, options)) {
    const entries = items.filter(entry => inRange(entry, filter.range)).map(entry => ({entry, page: done}));
    held += entries.length;
    progress?.(held, Math.max(held, Math.round((held / done) * sampled)));
    yield {entries, coverage: {kind: 'sample', rows: held, total, sampled, pages}};
  }
}

interface IterateRequest extends Omit<SampleRequest, 'progress'> {
  /** Entries of the list; undefined if the gateway sends no count. */
  readonly total: number | undefined;
  readonly progress: SampleRequest['progress'];
}

/** Every entry of a list that has no more than `rows`; without a count, the newest `rows`. */
async function* iterated(
  client: Client,
  filter: LogFilter,
  {total, rows, signal, progress}: IterateRequest,
): AsyncGenerator<LogSample, void, undefined> {
  let status: PaginateStatus | undefined;
  const onStatus = (told: PaginateStatus): void => {
    status = told;
  };
  let held = 0;
  const isWhole = total !== undefined;
  const runs = (total ?? rows) / RUNS;
  const options = {signal, prefetch: 2, onStatus};
  for await (const {items} of client.errorLogs.pages({...queryOf(filter), page_size: ITERATED_PAGE_SIZE}, options)) {
    const inside = items.filter(entry => inRange(entry, filter.range)).slice(0, isWhole ? undefined : rows - held);
    const entries = inside.map((entry, at) => ({entry, page: Math.floor((held + at) / runs)}));
    held += inside.length;
    progress?.(held, isWhole ? Math.max(held, total) : undefined);
    yield {entries, coverage: isWhole ? {kind: 'all', rows: held, complete: false} : {kind: 'newest', rows: held}};
    if (!isWhole && held >= rows) return;
  }
  if (isWhole) yield {entries: [], coverage: {kind: 'all', rows: held, complete: status?.complete !== false}};
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
