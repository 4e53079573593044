import {Command} from '@commander-js/extra-typings';
import type {Investigation} from '../../explore/investigate/investigate.ts';
import {TIME_BASELINES, type TimeBaseline} from '../../explore/measures/spans.ts';
import {refusedAsUsage} from '../exit.ts';
import {choiceOption, filterOf, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {checkBegun, readBookmarksOf, terminalProgress, time} from './reading/sampling.ts';

const FORMS = ['text', 'markdown', 'json'] as const;

export const investigateLogs = (host: Host) =>
  withFilter(new Command('investigate'))
    .summary('find what is out of the ordinary, and why')
    .description(
      'Compares the entries of --since and --until, or of the last 24 hours, with the same hours of the 7 days before: new ' +
        'messages, values that take over, slow growth, silence, one client or node that stands out. Prints findings, the ' +
        'likeliest first, with what explains each. Sends at most about 200 requests and reads at most about 20,000 entries.',
    )
    .addOption(choiceOption('-o, --output <form>', FORMS))
    .action(async options => {
      const filter = filterOf(options, host.err);
      const now = host.now();
      checkBegun(filter.range, now);
      const {investigate} = await import('../../explore/investigate/investigate.ts');
      const {createDeployTest} = await import('../../explore/deploys.ts');
      const {runbooks = {}, messages = [], deploys} = await host.config();
      const {client, profile} = await host.connect();
      const bookmarks = await readBookmarksOf(host, profile);
      const {say, done} = await terminalProgress(host);
      const found = await investigate(client, filter, {
        ...{now, source: {runbooks, messages}, signal: host.signal},
        isDeploy: createDeployTest({deploys, bookmarks}),
        bookmarks,
        progress: read => say(`read ${read} entries`),
      }).finally(done);
      const form = options.output ?? (host.out.isTerminal ? 'text' : 'json');
      if (form !== 'json') {
        const {findingsText} = await import('../../explore/investigate/words/findings-text.ts');
        return host.out.write(findingsText(found, form));
      }
      const {coverageWords} = await import('../../explore/investigate/words/words.ts');
      await host.err.write(`${coverageWords(found.coverage)}.\n`);
      await host.out.write(await jsonText(found));
    });

const jsonText = async ({findings, coverage, range}: Investigation): Promise<string> => {
  const {findingTitle} = await import('../../explore/investigate/words/words.ts');
  const {isoText} = await import('../../format/time.ts');
  const rows = findings.map(finding => {
    const {kind, since, until, goesOn, count, causes, deploys, first, knowledge} = finding;
    return {
      ...{title: findingTitle(finding, isoText), kind, since: time(since), until: time(until), goesOn, count},
      causes: causes.map(({dimension, value, now, before, share}) => ({dimension, value, now, before, share})),
      deploys: deploys.map(({id, log_time, log, note}) => ({id, time: time(log_time), log, note})),
      evidence: first.map(entry => ({id: entry.id, time: time(entry.log_time), level: entry.level, log: entry.log})),
      meaning: knowledge?.explanation?.meaning,
      checks: knowledge?.explanation?.checks,
      runbook: knowledge?.runbook,
    };
  });
  const value = {range: {from: time(range.from), to: time(range.to)}, findings: rows, coverage};
  return `${JSON.stringify(value, null, 2)}\n`;
};

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
        ...{title: options.title, baseline: options.against, maskClients: options.maskClients},
      }).finally(done);
      if (path === undefined) return host.out.write(text);
      await refusedAsUsage(writeNewFile(path, text, newFile));
      await host.err.write(`Wrote ${path}.\n`);
    });
