import {Command} from '@commander-js/extra-typings';
import type {PaginateStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count, plural} from '../../format/number.ts';
import {queryOf} from '../../logs/filter.ts';
import {incomplete, readEntries} from '../../logs/read-entries.ts';
import {FORMATS} from '../../output/rows.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {filterOf, namesOf, openOutput, wholeNumber, withFilter, withOutput} from '../options.ts';
import {logView, type PatternedEntry, patternedLogView} from './log-view.ts';

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
      if (output === undefined) return;
      const held: PatternedEntry[] = [];
      const write = isPatterned === true ? async (entry: ErrorLogEntry) => void held.push({...entry}) : output.row;
      const {client} = await host.connect();
      const {limit = Number.POSITIVE_INFINITY} = options;
      let entries = 0;
      let status: PaginateStatus | undefined;
      let isCut = false;
      const onStatus = (told: PaginateStatus): void => {
        status = told;
      };
      let odd = 0;
      const onOdd = (rows: number): void => {
        odd += rows;
      };
      for await (const entry of readEntries(client, filter, {signal: host.signal, onStatus, onOdd})) {
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
      if (odd > 0) await host.err.write(`${plural(odd, 'entry', 'entries')} came in an odd form.\n`);
      if (isCut) {
        const total = await client.errorLogs.count(queryOf(filter), {signal: host.signal}).catch(() => undefined);
        const of = total === undefined ? '' : ` of ${count(total)}`;
        await host.err.write(`Printed ${count(entries)}${of} entries; --limit sets how many.\n`);
      } else if (status?.complete === false) throw new CommandError('partial', incomplete(status, entries));
    });

const addPatterns = async (entries: readonly PatternedEntry[]): Promise<void> => {
  const {createMiner} = await import('@edge-console/patterns');
  const miner = createMiner();
  const ids = entries.map(({log}) => miner.add(log));
  for (const [at, entry] of entries.entries()) entry.pattern = miner.pattern(ids[at] ?? '')?.template ?? entry.log;
};
