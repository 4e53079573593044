import {Command} from '@commander-js/extra-typings';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count, plural} from '../../format/number.ts';
import {hasConditions, queryOf} from '../../logs/filter.ts';
import {readEntries} from '../../logs/read-entries.ts';
import {logForms} from '../../output/log-fields.ts';
import {FORMATS} from '../../output/rows.ts';
import type {View} from '../../output/view.ts';
import type {LogData} from '../../screens/error-logs/log-state.ts';
import {CommandError} from '../exit.ts';
import {filterOf, wholeNumber, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {namesOf, openOutput, withOutput} from '../output.ts';

/** An entry with the template of its pattern. `pattern` is set once all entries are read. */
type PatternedEntry = ErrorLogEntry & {pattern?: string};

export const logView: View<ErrorLogEntry, LogData> = {
  async table() {
    const {initialLogs} = await import('../../screens/error-logs/log-state.ts');
    const {logColumns} = await import('../../screens/error-logs/entries/entry-columns.ts');
    const {createEntryText} = await import('../../screens/error-logs/model/entry-text.ts');
    return {columns: logColumns, data: {...initialLogs, textOf: createEntryText()}};
  },
  ...logForms,
};

const patternedLogView: View<PatternedEntry, LogData> = {
  ...logView,
  fields: {...logView.fields, pattern: ({pattern}) => pattern},
};

export const listLogs = (host: Host) =>
  withOutput(withFilter(new Command('list')), FORMATS)
    .summary('print the error logs')
    .description(
      'Prints the error logs, in the order of the gateway: usually the newest first. The field pattern is the message with ' +
        '<*> for what varies; it is printed only where --fields names it, since all entries are read first.',
    )
    .option('--limit <n>', 'print at most n entries', wholeNumber(1))
    .action(async options => {
      const filter = filterOf(options, host.err);
      const {fields} = options;
      const isPatterned =
        fields === true || namesOf(options, Object.keys(patternedLogView.fields))?.includes('pattern');
      const output = await openOutput(isPatterned === true ? patternedLogView : logView, options, host);
      const held: PatternedEntry[] = [];
      const write = isPatterned === true ? async (entry: ErrorLogEntry) => void held.push({...entry}) : output.row;
      const {client} = await host.connect();
      const {limit = Number.POSITIVE_INFINITY} = options;
      let entries = 0;
      let isCut = false;
      const reader = readEntries(client, filter, host.signal);
      for await (const entry of reader) {
        isCut = entries === limit;
        if (isCut) break;
        await write(entry);
        entries++;
      }
      if (isPatterned === true) {
        await addPatterns(held);
        for (const entry of held) await output.row(entry);
      }
      await output.end();
      if (reader.odd > 0)
        await host.err.write(`Skipped ${plural(reader.odd, 'malformed entry', 'malformed entries')}.\n`);
      if (isCut) {
        const total = hasConditions(filter)
          ? undefined
          : await client.errorLogs.count(queryOf(filter), {signal: host.signal}).catch(() => undefined);
        const of = total === undefined ? '' : ` of ${count(total)}`;
        await host.err.write(`Printed ${count(entries)}${of} entries; --limit sets how many.\n`);
        return;
      }
      const missing = reader.missing(entries);
      if (missing !== undefined) throw new CommandError('partial', missing);
    });

const addPatterns = async (entries: readonly PatternedEntry[]): Promise<void> => {
  const {createMiner} = await import('@edge-console/patterns');
  const miner = createMiner();
  const ids = entries.map(({log}) => miner.add(log));
  for (const [at, entry] of entries.entries()) entry.pattern = miner.pattern(ids[at] ?? '')?.template ?? entry.log;
};
