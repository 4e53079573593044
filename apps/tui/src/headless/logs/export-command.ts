import {Command} from '@commander-js/extra-typings';
import type {Part} from '../../exports/export-part.ts';
import {EXPORT_FORMATS, type ExportFormat} from '../../exports/write-entries.ts';
import {count, plural} from '../../format/number.ts';
import {hasConditions, rangeWords, savedQuery} from '../../logs/filter.ts';
import {readTested, type TestedReader} from '../../logs/read-entries.ts';
import {CommandError, refusedAsUsage} from '../exit.ts';
import {choiceOption, filterOf, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {checkForm, csvOption, namesOf} from '../output.ts';
import {logView} from './list-command.ts';
import {cutError, readLimitOf, withReadLimit} from './reading/read-limit.ts';
import {terminalProgress} from './reading/sampling.ts';

export const exportLogs = (host: Host) =>
  withReadLimit(withFilter(new Command('export')))
    .summary('write the error logs to a file')
    .description(
      'Writes all entries of a filter to FILE.part, then renames it to FILE. An interrupted export leaves FILE.part and ' +
        'FILE.part.json; --resume continues it, with the time range that it began with. raw has lines as in the error log of nginx, the ' +
        'newest first: an entry without a time gets it in UTC, with its level. Programs such as lnav want the oldest first: tac FILE. ' +
        'At --read-limit the export stops, and --resume continues from there.',
    )
    .argument('<file>')
    .addOption(choiceOption('-o, --output <form>', EXPORT_FORMATS).default<ExportFormat>('ndjson'))
    .addOption(csvOption())
    .option('--fields <names>', 'fields to write, with commas')
    .option('--resume', 'continue an interrupted export; nothing to do if FILE is complete')
    .option('--force', 'replace FILE, and start an interrupted export again')
    .action(async (path, options) => {
      const filter = filterOf(options, host.err);
      const format = options.output;
      checkForm(format, options);
      const fields = namesOf(options, Object.keys(logView.fields));
      const {client, url} = await host.connect();
      const source = {url, query: savedQuery(filter), format, fields: fields ?? null, csv: options.csv};
      const {openPart} = await import('../../exports/export-part.ts');
      const {resume = false, force = false} = options;
      const part = await refusedAsUsage(openPart(path, {source, resume, force, env: host.env, advice: ADVICE}));
      if (part === undefined) return host.err.write(`${path} is complete.\n`);
      if (part.range !== undefined) await host.err.write(`Continues with ${rangeWords(part.range)}.\n`);
      const {writeEntries} = await import('../../exports/write-entries.ts');
      const {say, done} = await terminalProgress(host);
      const left = {...filter, range: part.range ?? filter.range};
      const reader = readTested(client, left, {signal: host.signal, readLimit: readLimitOf(options, filter)});
      try {
        await writeEntries(part, keptEntries(reader, part), {format, fields, progress: say}).finally(done);
      } catch (error) {
        await host.err.write(`${count(part.rows)} entries are in ${path}.part; --resume continues.\n`);
        if (error instanceof Cut) throw await cutError(host, {client, filter: left, reader}, 'sets how many');
        throw error;
      }
      const missing = reader.missing(part.read);
      const of = hasConditions(filter) ? ` (${count(part.read)} read${missing === undefined ? ', exact' : ''})` : '';
      await host.err.write(`Wrote ${plural(part.rows, 'entry', 'entries')}${of} to ${path}.\n`);
      if (missing !== undefined) throw new CommandError('partial', missing);
    });

/** Thrown if the read limit ends the export early. `--resume` can continue the partial file. */
class Cut extends Error {}

async function* keptEntries(reader: TestedReader, part: Part) {
  for await (const page of reader) {
    for (const {entry, isKept} of page) {
      if (isKept) yield entry;
      else if (!part.has(entry)) await part.pass(entry);
    }
  }
  if (reader.isCut) throw new Cut();
}

const ADVICE = {replace: '--force replaces it', again: '--force starts again', resume: '--resume continues it'};
