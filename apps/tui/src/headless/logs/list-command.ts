import {Command} from '@commander-js/extra-typings';
import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count, plural} from '../../format/number.ts';
import {hasConditions, type LogFilter, queryOf, withConditions} from '../../logs/filter.ts';
import {readTested} from '../../logs/read-entries.ts';
import {logForms} from '../../output/row-fields.ts';
import {FORMATS} from '../../output/row-writer.ts';
import {type View, withColumns} from '../../output/view.ts';
import type {LogData} from '../../screens/error-logs/log-state.ts';
import type {Column} from '../../ui/table.ts';
import {CommandError} from '../exit.ts';
import {filterOf, wholeNumber, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {namesOf, openOutput, withOutput} from '../output.ts';
import {type AroundRow, aroundOf, createAround, withAround} from './reading/around-matches.ts';
import {backText, entriesProgress, keptText, readLimitOf, sayRead, withReadLimit} from './reading/read-limit.ts';

/** `pattern` is set after all entries have been read, because later messages can change the pattern of earlier ones. */
type PatternedEntry = ErrorLogEntry & {pattern?: string; readonly context?: boolean};

export const logView: View<ErrorLogEntry, LogData> = {
  async table() {
    const {initialLogs} = await import('../../screens/error-logs/log-state.ts');
    const {printedColumns} = await import('../../screens/error-logs/entries/entry-columns.ts');
    const {createEntryText} = await import('../../screens/error-logs/model/entry-text.ts');
    return {columns: printedColumns, data: {...initialLogs, textOf: createEntryText()}};
  },
  ...logForms,
};

const keptMark: Column<PatternedEntry> = {
  ...{id: 'kept', title: '', cells: 1, priority: 0},
  text: ({context}) => (context ? '' : '>'),
};

/** With -A, -B or -C (`isAround`), a column marks the entries that match. */
const listView = (isAround: boolean, isPatterned: boolean): View<PatternedEntry, LogData> => ({
  ...withColumns<ErrorLogEntry, PatternedEntry, LogData>(logView, isAround ? [keptMark] : []),
  fields: {
    ...logView.fields,
    ...(isAround && {context: ({context}: PatternedEntry) => context === true}),
    ...(isPatterned && {pattern: ({pattern}: PatternedEntry) => pattern}),
  },
});

export const listLogs = (host: Host) =>
  withReadLimit(withAround(withOutput(withFilter(new Command('list')), FORMATS)))
    .summary('print the error logs')
    .description(
      'Prints the error logs, in the order of the gateway: usually the newest first. The field pattern is the message with ' +
        '<*> for what varies; it is printed only where --fields names it, since all entries are read first. With -A, -B or ' +
        '-C, the field context is true for the entries around the kept ones, and a line -- separates groups.',
    )
    .option('--limit <n>', 'print at most n entries; those of -A, -B and -C do not count', wholeNumber(1))
    .action(async options => {
      const around = aroundOf(options);
      const filter = filterOf(options, host.err, around === undefined ? 'kept' : 'all');
      const {fields, limit = Number.POSITIVE_INFINITY} = options;
      const isKeeping = hasConditions(filter);
      const isAround = around !== undefined;
      if (isAround && !isKeeping) throw new CommandError('usage', NOTHING_KEPT);
      const known = Object.keys(listView(isAround, true).fields);
      const names = namesOf(options, host.member === undefined ? known : ['profile', ...known]);
      const isPatterned = fields === true || names?.includes('pattern') === true;
      const output = await openOutput(listView(isAround, isPatterned), options, host);
      const {client} = await host.connect();
      const reader = readTested(client, filter, {
        ...{signal: host.signal, readLimit: readLimitOf(options, filter), progress: entriesProgress(host)},
        // With -A, -B or -C, conditions do not limit the level in the query: entries near a match may have any level.
        ...(isAround && {query: queryOf(withConditions(filter, []))}),
      });
      const rows = createAround(around ?? {before: 0, after: 0});
      let kept = 0;
      let isLimited = false;
      async function* read() {
        for await (const page of reader) {
          for (const tested of page) {
            isLimited = tested.isKept && kept === limit;
            if (isLimited) return;
            if (tested.isKept) kept++;
            yield* rows.next(tested);
            // At the limit, the context of the last match is completed, but no further match is searched for.
            isLimited = isKeeping && kept === limit && !rows.isOpen;
            if (isLimited) return;
          }
        }
      }
      for await (const row of isPatterned ? await patterned(await Array.fromAsync(read()), host) : read()) {
        if (row.isAfterGap) await output.separate?.();
        await output.row(isAround ? {...row.entry, context: row.context} : row.entry);
      }
      await output.end();
      if (reader.odd > 0)
        await host.err.write(`Skipped ${plural(reader.odd, 'malformed entry', 'malformed entries')}.\n`);
      if (!isLimited) return sayRead(host, {client, filter, kept, reader});
      await host.err.write(
        isKeeping
          ? `Printed the first ${keptText({kept, reader})}${backText(reader.backTo)}; --limit sets how many.\n`
          : `Printed ${count(kept)}${await ofTotal(client, filter, host.signal)} entries; --limit sets how many.\n`,
      );
    });

const NOTHING_KEPT =
  '-A, -B and -C print the entries around each kept one; give --keep or --drop with a condition on what entries carry';

const ofTotal = async (client: Client, filter: LogFilter, signal: AbortSignal): Promise<string> => {
  const total = await client.errorLogs.count(queryOf(filter), {signal}).catch(() => undefined);
  return total === undefined ? '' : ` of ${count(total)}`;
};

const patterned = async (rows: readonly AroundRow[], host: Host): Promise<readonly AroundRow[]> => {
  if (rows.length === 0) return rows;
  const {createMiner} = await import('@edge-console/patterns');
  const {createMessages} = await import('../../logs/messages.ts');
  const {messages = []} = await host.config();
  const miner = createMiner({messages: createMessages(messages).find});
  const ids = rows.map(({entry}) => miner.add(entry.log));
  return rows.map((row, at) => {
    const pattern = miner.pattern(ids[at] ?? '')?.template ?? row.entry.log;
    return {...row, entry: {...row.entry, pattern}};
  });
};
