import {Command} from '@commander-js/extra-typings';
import type {Client} from '@edge-console/client';
import {hasConditions, inRange, type LogFilter, queryOf} from '../../logs/filter.ts';
import {readEntries} from '../../logs/read-entries.ts';
import type {View} from '../../output/view.ts';
import {CommandError} from '../exit.ts';
import {filterOf, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {jsonFlag, withOutput} from '../output.ts';

const countView: View<number> = {
  table: async () => ({
    columns: [{id: 'count', title: 'count', cells: 15, priority: 0, text: String}],
    data: undefined,
  }),
  fields: {count: entries => entries},
  text: entries => `${entries}\n`,
};

export const countLogs = (host: Host) =>
  withOutput(withFilter(new Command('count')))
    .summary('print the number of error logs')
    .description(
      'Prints the number of entries. Reads the list where the gateway sends no count or ignores times, and with --keep or --drop.',
    )
    .addOption(jsonFlag('ndjson'))
    .action(async options => {
      const filter = filterOf(options, host.err);
      const read = async () => {
        const {client} = await host.connect();
        return [await countEntries(client, filter, host.signal)];
      };
      await printRows({view: countView, read}, options, host);
    });

/** Returns the gateway's count. If the gateway sends none or ignores the time range, reads and counts all entries. */
const countEntries = async (client: Client, filter: LogFilter, signal: AbortSignal): Promise<number> => {
  const total = hasConditions(filter) ? undefined : await client.errorLogs.count(queryOf(filter), {signal});
  if (total === 0 || (total !== undefined && (await honoursRange(client, filter, {total, signal})))) return total;
  let entries = 0;
  const reader = readEntries(client, filter, signal);
  for await (const _ of reader) entries++;
  const missing = reader.missing(entries);
  if (missing !== undefined) throw new CommandError('partial', missing);
  return entries;
};

/** Whether the gateway applies the time range. Checks only that the list's first and last entry are in the range. */
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
