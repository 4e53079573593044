import {Command} from '@commander-js/extra-typings';
import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {hasConditions, type LogFilter, queryOf} from '../../logs/filter.ts';
import {type ReadOptions, readTested, type TestedReader} from '../../logs/read-entries.ts';
import {tableOf, type View} from '../../output/view.ts';
import {filterOf, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {jsonFlag, openOutput, withOutput, writeRows} from '../output.ts';
import {entriesProgress, isExact, readLimitOf, sayRead, withReadLimit} from './reading/read-limit.ts';
import {time} from './reading/sampling.ts';

/** `reader` is undefined if the gateway counted. */
interface Counted {
  readonly entries: number;
  readonly reader?: TestedReader;
}

const countView: View<Counted> = {
  table: tableOf([{id: 'count', cells: 15, priority: 0, text: ({entries}) => String(entries)}]),
  fields: {count: ({entries}) => entries},
  text: ({entries}) => `${entries}\n`,
};

const readView: View<Counted> = {
  ...countView,
  fields: {
    ...countView.fields,
    exact: ({reader}) => reader && isExact(reader),
    read: ({reader}) => reader?.read,
    backTo: ({reader}) => reader?.backTo && time(reader.backTo),
  },
};

export const countLogs = (host: Host) =>
  withReadLimit(withOutput(withFilter(new Command('count'))))
    .summary('print the number of error logs')
    .description(
      'Prints the number of entries. Reads the list where the gateway sends no count or ignores times, and with --keep or --drop. ' +
        'Then standard error and the fields exact, read and backTo say how far it was read; a count of the gateway has none of them.',
    )
    .addOption(jsonFlag('ndjson'))
    .action(async options => {
      const filter = filterOf(options, host.err);
      const readLimit = readLimitOf(options, filter);
      // Without conditions, CSV has only the column `count`, so that existing scripts still work.
      const view = hasConditions(filter) || options.fields !== undefined ? readView : countView;
      const output = await openOutput(view, options, host);
      const {client} = await host.connect();
      const reading = {signal: host.signal, readLimit, progress: entriesProgress(host)};
      const counted = await countEntries(client, filter, reading);
      await writeRows(output, [counted]);
      const {reader, entries: kept} = counted;
      if (reader !== undefined) await sayRead(host, {client, filter, reader, kept});
    });

const countEntries = async (client: Client, filter: LogFilter, options: ReadOptions): Promise<Counted> => {
  const {signal} = options;
  const total = hasConditions(filter) ? undefined : await client.errorLogs.count(queryOf(filter), {signal});
  if (total === 0 || (total !== undefined && (await honoursRange(client, filter, {total, signal}))))
    return {entries: total};
  let entries = 0;
  const reader = readTested(client, filter, options);
  for await (const page of reader) for (const {isKept} of page) if (isKept) entries++;
  return {entries, reader};
};

/** Reads newest entries and counts, because a request for the oldest entry would make a gateway skip all others. */
const honoursRange = async (
  client: Client,
  filter: LogFilter,
  {total, signal}: {readonly total: number; readonly signal: AbortSignal},
): Promise<boolean> => {
  const {from, to} = filter.range;
  const newestUpTo = (end: number | undefined) => {
    const range = end === undefined ? {} : {to: end};
    return client.errorLogs.list({...queryOf({...filter, range}), page_size: 1}, {signal});
  };
  const isUpTo = ({items}: {readonly items: readonly ErrorLogEntry[]}, end = Number.POSITIVE_INFINITY): boolean =>
    items.every(({log_time}) => log_time <= end);
  if (from === undefined || from <= 0) return to === undefined || isUpTo(await newestUpTo(to), to);
  const older = await newestUpTo(from - 1);
  if (!isUpTo(older, from - 1)) return false;
  // If the gateway ignores `from`, both counts are the same. Entries that arrive meanwhile make `all` larger.
  const all = await newestUpTo(to);
  const {count = 0} = older;
  return isUpTo(all, to) && (count === 0 || (all.count ?? 0) - total > count / 2);
};
