import type {Client, PaginateStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../format/number.ts';
import {inRange, type LogFilter, queryOf} from './filter.ts';

export const ENTRIES_PER_REQUEST = 500;

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Rows that the gateway sent in an odd form. */
  readonly onOdd?: (rows: number) => void;
  readonly onStatus?: (status: PaginateStatus) => void;
}

/** All entries of a filter, also on a gateway that ignores the time range (docs/field-facts.md#9). */
export async function* readEntries(
  client: Client,
  filter: LogFilter,
  {signal, onOdd, onStatus}: ReadOptions,
): AsyncGenerator<ErrorLogEntry, void, undefined> {
  const options = {signal, prefetch: 2, ...(onStatus && {onStatus})};
  for await (const page of client.errorLogs.pages({...queryOf(filter), page_size: ENTRIES_PER_REQUEST}, options)) {
    if (page.invalid.length > 0) onOdd?.(page.invalid.length);
    for (const entry of page.items) if (inRange(entry, filter.range)) yield entry;
  }
}

/** What an iteration could not prove, as a sentence. */
export const incomplete = ({lowest, highest}: PaginateStatus, entries: number): string => {
  const counted = lowest === undefined ? '' : `; the gateway counted ${count(lowest)} to ${count(highest)}`;
  return `The list changed while it was read: ${count(entries)} entries were read, some may be missing${counted}.`;
};
