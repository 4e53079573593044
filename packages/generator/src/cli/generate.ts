import {type Command, Option} from '@commander-js/extra-typings';
import {generateLogs} from '../generate-logs.ts';
import {fileLine} from '../hostile.ts';
import type {LogEntry} from '../log-entry.ts';
import {integer, isTime, levels, number, time} from './parsers.ts';
import type {Terminal} from './terminal.ts';
import {writeLines} from './write-lines.ts';

const FORMATS = {
  ndjson: (entry: LogEntry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`),
  nginx: ({log}: LogEntry): Buffer => fileLine(log),
};

// Maximum of `--size` in bytes. `POST /__control/error_logs` rejects a longer line.
const MAX_SIZE = 8 * 1024 * 1024;

export const addGenerate = (program: Command, terminal: Terminal) =>
  program
    .command('generate')
    .summary('write realistic error-log entries to stdout')
    .description('Writes realistic error-log entries to stdout, determined by the seed.')
    .option('--count <n>', 'number of entries (default: 1000; with --pace, unlimited)', integer())
    .option('--rate <n>', 'entries per second', number(0.000_001), 100)
    .addOption(
      new Option(
        '--start <time>',
        'time of the first entry, like 2026-11-20T12:00:00Z (default: the last entry is now)',
      )
        .argParser(time)
        .conflicts('pace'),
    )
    .option('--size <bytes>', 'minimum length of a line', integer(0, MAX_SIZE), 0)
    .option('--levels <level=share>', 'mix of levels by number, like 4=3,6=1 (default: as in the demo)', levels)
    .option(
      '--hostile <share>',
      'share of lines with hostile content such as control characters, 0 to 1',
      number(0, 1),
      0,
    )
    .option('--seed <n>', 'seed of the entries', integer(), 1)
    .addOption(
      new Option('--format <format>', 'ndjson for POST /__control/error_logs, or nginx for edge-logs import')
        .choices(['ndjson', 'nginx'])
        .default('ndjson'),
    )
    .option('--pace', 'write entries in real time, starting now')
    .action(async ({rate, format, pace, ...flags}) => {
      const count = flags.count ?? (pace ? Number.POSITIVE_INFINITY : 1000);
      const seconds = count / rate;
      const start = flags.start ?? new Date(Date.now() - (pace ? 0 : seconds * 1000));
      if (!pace && !(isTime(start) && isTime(new Date(start.getTime() + seconds * 1000))))
        throw new Error('--count, --rate and --start: entries must be from 1970 to 9999');
      const startedAt = performance.now();
      const delayOf = (written: number) => (pace ? (written / rate) * 1000 - (performance.now() - startedAt) : 0);
      const entries = generateLogs({...flags, count, start, perSecond: rate});
      await writeLines(entries.map(FORMATS[format]), terminal, delayOf);
    });
