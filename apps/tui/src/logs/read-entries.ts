import type {Client, PaginateStatus} from '@edge-console/client';
import type {ErrorLogEntry, ErrorLogFilter, InvalidRow} from '@edge-console/schema';
import {count} from '../format/number.ts';
import {hasConditions, inRange, type LogFilter, queryOf} from './filter.ts';

export const ENTRIES_PER_REQUEST = 500;

interface Reading {
  /** Number of malformed entries received so far. They are not yielded. */
  readonly odd: number;
  /** Number of valid entries received so far, including those that fail a condition. */
  readonly read: number;
  /** Time of the last entry received, in Unix seconds. */
  readonly backTo: number | undefined;
  readonly isCut: boolean;
  /** Returns a warning if the list changed while it was read. `entries` is the number of entries read. */
  missing(entries: number): string | undefined;
}

/** Requests each page only when its first entry is needed. */
export interface EntryReader extends Reading, AsyncIterable<ErrorLogEntry> {}

export interface TestedEntry {
  readonly entry: ErrorLogEntry;
  readonly isKept: boolean;
}

/** Iterates over pages, because an asynchronous step for each entry would take longer than testing it. */
export interface TestedReader extends Reading, AsyncIterable<Iterable<TestedEntry>> {}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Default: the part of `filter` that the gateway applies. */
  readonly query?: ErrorLogFilter;
  readonly readLimit?: number;
  readonly progress?: (read: number) => void;
}

/** Tests the times too, because a gateway may ignore the range (docs/field-facts.md#9). */
export const readEntries = (client: Client, filter: LogFilter, signal: AbortSignal): EntryReader => {
  const reader = readTested(client, filter, {signal});
  const iterate = async function* () {
    for await (const page of reader) for (const {entry, isKept} of page) if (isKept) yield entry;
  };
  // Inherits the properties of `reader`, because a copy would not show later changes of its counts.
  return Object.create(reader, {[Symbol.asyncIterator]: {value: iterate}});
};

/** Also yields the entries in the time range that fail a condition. */
export const readTested = (
  client: Client,
  filter: LogFilter,
  {signal, query = queryOf(filter), readLimit = Number.POSITIVE_INFINITY, progress}: ReadOptions,
): TestedReader => {
  let status: PaginateStatus | undefined;
  const onStatus = (latest: PaginateStatus): void => {
    status = latest;
  };
  function* tested(items: readonly ErrorLogEntry[], isMatch: (entry: ErrorLogEntry) => boolean): Iterable<TestedEntry> {
    for (const entry of items) {
      reader.isCut = reader.read === readLimit;
      if (reader.isCut) return;
      reader.read++;
      reader.backTo = entry.log_time;
      const isKept = isMatch(entry);
      if (isKept || inRange(entry, filter.range)) yield {entry, isKept};
    }
  }
  const reader = {
    ...{odd: 0, read: 0, isCut: false},
    backTo: undefined as number | undefined,
    missing(entries: number) {
      if (status === undefined || status.complete) return undefined;
      const {lowest, highest} = status;
      const counted = lowest === undefined ? '' : `; the gateway counted ${count(lowest)} to ${count(highest)}`;
      return `The list changed while it was read: ${count(entries)} entries were read, some may be missing${counted}.`;
    },
    async *[Symbol.asyncIterator]() {
      const isMatch = await testOf(filter);
      const paged = {...query, page_size: ENTRIES_PER_REQUEST};
      for await (const page of client.errorLogs.pages(paged, {signal, prefetch: 2, onStatus})) {
        reader.odd += malformedOf(page.invalid).length;
        yield tested(page.items, isMatch);
        progress?.(reader.read);
        if (reader.isCut) return;
      }
    },
  };
  return reader;
};

export const malformedOf = (invalid: readonly InvalidRow<ErrorLogEntry>[]): readonly InvalidRow<ErrorLogEntry>[] =>
  invalid.filter(({row}) => row === undefined);

/** Loads the code that tests conditions only if there are conditions, so that the console starts faster. */
export const testOf = async (filter: LogFilter): Promise<(entry: ErrorLogEntry) => boolean> => {
  if (!hasConditions(filter)) return entry => inRange(entry, filter.range);
  const {entryTest} = await import('./conditions/entry-test.ts');
  return entryTest(filter);
};
