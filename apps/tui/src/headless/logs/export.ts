import {Command, Option} from '@commander-js/extra-typings';
import type {WalkStatus} from '@edge-console/client';
import {count, plural} from '../../format/number.ts';
import {queryOf} from '../../logs/filter.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {filterOf, namesOf, oneOf, withFilter} from '../options.ts';
import {rowWriter} from '../output/rows.ts';
import {incomplete, readEntries} from './read.ts';
import {logView} from './view.ts';

/** Forms that can be continued: each row is complete by itself. */
const EXPORT_FORMATS = ['ndjson', 'csv', 'raw', 'markdown'] as const;

export const exportLogs = (host: Host) =>
  withFilter(new Command('export'))
    .summary('write the error logs to a file')
    .description(
      'Writes all entries of a filter to FILE.part, then renames it to FILE. An interrupted export leaves FILE.part and ' +
        'FILE.part.json; --resume continues it.',
    )
    .argument('<file>')
    .addOption(
      new Option('-o, --output <form>', EXPORT_FORMATS.join(', ')).argParser(oneOf(EXPORT_FORMATS)).default('ndjson'),
    )
    .option('--fields <names>', 'fields to write, with commas')
    .option('--resume', 'continue an interrupted export')
    .option('--force', 'replace FILE, and start an interrupted export again')
    .action(async (path, options) => {
      const filter = filterOf(options);
      const view = logView;
      const format = oneOf(EXPORT_FORMATS)(options.output);
      const fields = namesOf(options, Object.keys(view.fields));
      const {client, url} = await host.connect();
      const source = {url, query: {...queryOf(filter)}, format, fields: fields ?? null};
      const {openPart, SAVE_EVERY} = await import('./part.ts');
      const part = await openPart(path, {source, resume: options.resume === true, force: options.force === true});
      try {
        const output = await rowWriter(view, part.sink, {format, fields, now: host.now(), isUnicode: host.isUnicode});
        let status: WalkStatus | undefined;
        const onStatus = (told: WalkStatus): void => {
          status = told;
        };
        // Newer ones arrived after the start of the interrupted export.
        const ranged = part.newest === undefined ? filter : {...filter, range: {...filter.range, to: part.newest}};
        for await (const entry of readEntries(client, ranged, {signal: host.signal, onStatus})) {
          if (part.has(entry)) continue;
          await output.row(entry);
          await part.add(entry);
          if (part.rows % SAVE_EVERY === 0 && host.err.isTerminal) {
            await host.err.write(`\r${count(part.rows)} entries`);
          }
        }
        await output.end();
        const rows = part.rows;
        await part.complete();
        if (host.err.isTerminal) await host.err.write('\r');
        await host.err.write(`Wrote ${plural(rows, 'entry', 'entries')} to ${path}.\n`);
        if (status?.complete === false) throw new CommandError('partial', incomplete(status, rows));
      } catch (error) {
        if (!part.isComplete) {
          await part.save();
          await host.err.write(`${count(part.rows)} entries are in ${path}.part; --resume continues.\n`);
        }
        throw error;
      } finally {
        await part.close();
      }
    });
