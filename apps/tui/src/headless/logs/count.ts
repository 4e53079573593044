import type {Client, WalkStatus} from '@edge-console/client';
import {inRange, type LogFilter, queryOf} from '../../logs/filter.ts';
import {incomplete, readEntries} from '../../logs/read-entries.ts';
import {CommandError} from '../exit.ts';

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
