import {open} from 'node:fs/promises';
import {Command, Option} from '@commander-js/extra-typings';
import {BASELINES, type Baseline} from '../../explore/changes.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {filterOf, oneOf, withFilter} from '../options.ts';

const MOST_SLICES = 60;

export const logReport = (host: Host) =>
  withFilter(new Command('report'))
    .summary('write a Markdown report of an incident')
    .description(
      'Writes counts by level and over time, what changed, and the commonest patterns with what they mean, of the entries ' +
        'of --since and --until, or of the last 15 minutes.',
    )
    .argument('[file]', 'new file; - or none: standard output')
    .option('--title <text>', 'default: Incident report')
    .option('--mask-clients', 'replace client addresses by names')
    .addOption(
      new Option('--against <baseline>', BASELINES.join(', '))
        .default('before' as Baseline)
        .argParser(oneOf(BASELINES)),
    )
    .action(async (file, options) => {
      const {compareSpans, spanOf} = await import('../../explore/changes.ts');
      const {readSample, SAMPLE_ROWS} = await import('../../explore/sample.ts');
      const {minePatterns} = await import('../../explore/patterns.ts');
      const {readTimeline} = await import('../../explore/timeline.ts');
      const {incidentReport} = await import('../../explore/report.ts');
      const given = filterOf(options);
      const now = host.now();
      const range = spanOf(given.range, now);
      if (range.to < range.from) throw new CommandError('usage', 'the range has not begun');
      const filter = {...given, range};
      const {client, url} = await host.connect();
      const {signal} = host;
      const baseline = options.against as Baseline;
      const sample = await readSample(client, filter, {rows: SAMPLE_ROWS, signal});
      const text = incidentReport({
        ...{url, filter, sample, now, baseline},
        title: options.title ?? 'Incident report',
        patterns: minePatterns(sample).rows,
        timeline: await readTimeline(client, filter, {now, most: MOST_SLICES, signal}),
        comparison: await compareSpans(client, {filter, baseline, rows: SAMPLE_ROWS, now, signal}),
        maskClients: options.maskClients === true,
      });
      if (file === undefined || file === '-') return host.out.write(text);
      await writeNew(file, text);
      await host.err.write(`Wrote ${file}.\n`);
    });

const writeNew = async (path: string, text: string): Promise<void> => {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(text).finally(() => file.close());
  } catch (error) {
    const {code = 'failed'} = error as NodeJS.ErrnoException;
    throw new CommandError('failed', code === 'EEXIST' ? `${path} exists` : `cannot write ${path}: ${code}`);
  }
};
