import {Command} from '@commander-js/extra-typings';
import {TIME_BASELINES, type TimeBaseline} from '../../explore/measures/spans.ts';
import {refusedAsUsage} from '../exit.ts';
import {choiceOption, filterOf, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {checkBegun, readBookmarksOf, terminalProgress} from './reading/sampling.ts';

export const logReport = (host: Host) =>
  withFilter(new Command('report'))
    .summary('write a Markdown report of an incident')
    .description(
      'Writes counts by level and over time, what changed, the notes on bookmarks, and the commonest patterns with what ' +
        'they mean, of the entries of --since and --until, or of all entries.',
    )
    .argument('[file]', 'new file; - or none: standard output')
    .option('--title <text>', 'default: Incident report')
    .option('--mask-clients', 'replace client addresses by names')
    .option('--force', 'replace the file if it exists')
    .addOption(choiceOption('--against <baseline>', TIME_BASELINES).default<TimeBaseline>('before'))
    .action(async (file, options) => {
      const {readReport} = await import('../../explore/report/report.ts');
      const filter = filterOf(options, host.err);
      const now = host.now();
      checkBegun(filter.range, now);
      const path = file === '-' ? undefined : file;
      const newFile = {force: options.force === true, advice: '--force replaces it'};
      const {checkNewFile, writeNewFile} = await import('../../files/locked-file.ts');
      // The path is checked before the entries are read, because reading takes long.
      if (path !== undefined) await refusedAsUsage(checkNewFile(path, newFile));
      const {runbooks = {}, messages = []} = await host.config();
      const {client, url, profile} = await host.connect();
      const notes = await readBookmarksOf(host, profile);
      const {say, done} = await terminalProgress(host);
      const text = await readReport(client, {
        ...{url, filter, runbooks, messages, notes, now, signal: host.signal, progress: say},
        title: options.title ?? 'Incident report',
        baseline: options.against,
        maskClients: options.maskClients === true,
      }).finally(done);
      if (path === undefined) return host.out.write(text);
      await refusedAsUsage(writeNewFile(path, text, newFile));
      await host.err.write(`Wrote ${path}.\n`);
    });
