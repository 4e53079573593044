import type {Client, WalkStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count} from '../../format/number.ts';
import {inRange, type LogFilter, queryOf} from '../../logs/filter.ts';
import {CommandError} from '../exit.ts';

/** Entries per request. */
const PAGE_SIZE = 500;

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Rows that the gateway sent in an odd form. */
  readonly onOdd?: (rows: number) => void;
  readonly onStatus?: (status: WalkStatus) => void;
}

/** All entries of a filter, also on a gateway that ignores the time range (docs/field-facts.md#9). */
export async function* readEntries(
  client: Client,
  filter: LogFilter,
  {signal, onOdd, onStatus}: ReadOptions,
): AsyncGenerator<ErrorLogEntry, void, undefined> {
  const walk = {signal, prefetch: 2, ...(onStatus && {onStatus})};
  for await (const page of client.errorLogs.pages({...queryOf(filter), page_size: PAGE_SIZE}, walk)) {
    if (page.invalid.length > 0) onOdd?.(page.invalid.length);
    for (const entry of page.items) if (inRange(entry, filter.range)) yield entry;
  }
}

/** Number of entries of a filter. Reads the list where the gateway sends no count or ignores the time range. */
export const countEntries = async (client: Client, filter: LogFilter, signal: AbortSignal): Promise<number> => {
  const total = await client.errorLogs.count(queryOf(filter), {signal});
  if (total === 0 || (total !== undefined && (await honoursRange(client, filter, {total, signal})))) return total;
  let entries = 0;
  let status: WalkStatus | undefined;
  const onStatus = (told: WalkStatus): void => {
    status = told;
  };
  for await (const _ of readEntries(client, filter, {signal, onStatus})) entries++;
  if (status?.complete === false) throw new CommandError('partial', incomplete(status, entries));
  return entries;
};

/** Whether the first and the last entry are in the time range. */
const honoursRange = async (
  client: Client,
  filter: LogFilter,
  {total, signal}: {readonly total: number; readonly signal: AbortSignal},
): Promise<boolean> => {
  const {range} = filter;
  if (range.from === undefined && range.to === undefined) return true;
  for (const page of new Set([1, total])) {
    const {items} = await client.errorLogs.list({...queryOf(filter), page, page_size: 1}, {signal});
    if (items.some(entry => !inRange(entry, range))) return false;
  }
  return true;
};

/** What a walk could not prove, as a sentence. */
export const incomplete = ({lowest, highest}: WalkStatus, entries: number): string => {
  const counted = lowest === undefined ? '' : `; the gateway counted ${count(lowest)} to ${count(highest)}`;
  return `The list changed while it was read: ${count(entries)} entries were read, some may be missing${counted}.`;
};
