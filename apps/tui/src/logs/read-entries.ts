import type {Client, PaginateStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../format/number.ts';
import {inRange, type LogFilter, queryOf} from './filter.ts';

export const ENTRIES_PER_REQUEST = 500;

/** Yields the entries that match a filter. Each page is requested only when the iteration needs it. */
export interface EntryReader extends AsyncIterable<ErrorLogEntry> {
  /** Number of invalid entries received so far. They are not yielded. */
  readonly odd: number;
  /** Returns a sentence if the list changed while it was read. `entries` is the number of entries read. */
  missing(entries: number): string | undefined;
}

/** Reads the entries that match `filter`. Checks times: a gateway may ignore the range (docs/field-facts.md#9). */
export const readEntries = (client: Client, filter: LogFilter, signal: AbortSignal): EntryReader => {
  let odd = 0;
  let status: PaginateStatus | undefined;
  const onStatus = (latest: PaginateStatus): void => {
    status = latest;
  };
  return {
    get odd() {
      return odd;
    },
    missing(entries) {
      if (status === undefined || status.complete) return undefined;
      const {lowest, highest} = status;
      const counted = lowest === undefined ? '' : `; the gateway counted ${count(lowest)} to ${count(highest)}`;
      return `The list changed while it was read: ${count(entries)} entries were read, some may be missing${counted}.`;
    },
    async *[Symbol.asyncIterator]() {
      const query = {...queryOf(filter), page_size: ENTRIES_PER_REQUEST};
      for await (const page of client.errorLogs.pages(query, {signal, prefetch: 2, onStatus})) {
        odd += page.invalid.length;
        for (const entry of page.items) if (inRange(entry, filter.range)) yield entry;
      }
    },
  };
};
