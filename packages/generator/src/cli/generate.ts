import {generateLogs} from '../generate-logs.ts';
import {fileLine} from '../hostile.ts';
import type {LogEntry} from '../log-entry.ts';
import {command, flag, numberOf, text, type Values} from './terminal.ts';
import {writeLines} from './write-lines.ts';

const HELP = `Usage: edge-logs generate [flags]

Writes realistic error-log entries to stdout, determined by the seed.

  --count N             number of entries (default 1000; with --pace, unlimited)
  --rate N              entries per second (default 100)
  --start TIME          time of the first entry, like 2026-11-20T12:00:00Z (default: the last entry is now)
  --size BYTES          minimum length of a line (default 0)
  --levels LEVEL=SHARE  mix of levels by number, like 4=3,6=1 (default: as in the demo)
  --hostile SHARE       share of lines with hostile content such as control characters, 0 to 1 (default 0)
  --seed N              (default 1)
  --format FORMAT       ndjson for POST /__control/error_logs (default), or nginx for edge-logs import
  --pace                write entries in real time, starting now
  --help
`;

const FLAGS = {
  count: text,
  rate: text,
  start: text,
  size: text,
  levels: text,
  hostile: text,
  seed: text,
  format: text,
  pace: flag,
} as const;

const FORMATS: Readonly<Record<string, (entry: LogEntry) => Buffer>> = {
  ndjson: entry => Buffer.from(`${JSON.stringify(entry)}\n`),
  nginx: ({log}) => fileLine(log),
};

// Maximum of `--size` in bytes. `POST /__control/error_logs` rejects a longer line.
const MAX_SIZE = 8 * 1024 * 1024;

export const runGenerate = command({
  name: 'generate',
  help: HELP,
  flags: FLAGS,
  run: async (values, terminal) => {
    const {pace = false} = values;
    const format = formatOf(values.format ?? 'ndjson');
    const options = optionsOf(values, pace);
    const startedAt = performance.now();
    const delayOf = (written: number) =>
      pace ? (written / options.perSecond) * 1000 - (performance.now() - startedAt) : 0;
    await writeLines(generateLogs(options).map(format), terminal, delayOf);
    return 0;
  },
});

const formatOf = (name: string): ((entry: LogEntry) => Buffer) => {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format) throw new Error(`--format must be one of ${Object.keys(FORMATS).join(', ')}`);
  return format;
};

const optionsOf = (values: Values<typeof FLAGS>, pace: boolean) => {
  const perSecond = numberOf('rate', values.rate ?? '100', 'a number');
  if (perSecond === 0) throw new Error('--rate must be more than 0');
  const hostile = numberOf('hostile', values.hostile ?? '0', 'a number');
  if (hostile > 1) throw new Error('--hostile must be from 0 to 1');
  if (pace && values.start !== undefined) throw new Error('--pace cannot be used with --start');
  const size = numberOf('size', values.size ?? '0', 'an integer');
  if (size > MAX_SIZE) throw new Error(`--size must be at most ${MAX_SIZE}`);
  const seed = numberOf('seed', values.seed ?? '1', 'an integer');
  const isEndless = pace && values.count === undefined;
  const count = isEndless ? Number.POSITIVE_INFINITY : numberOf('count', values.count ?? '1000', 'an integer');
  const levels = levelsOf(values.levels);
  const start = pace ? new Date() : startOf(values.start, count / perSecond);
  if (!pace && !(isTime(start) && isTime(new Date(start.getTime() + (count / perSecond) * 1000)))) {
    throw new Error('--count, --rate and --start: entries must be from 1970 to 9999');
  }
  return {count, start, perSecond, size, hostile, seed, ...(levels && {levels})};
};

const startOf = (time: string | undefined, seconds: number): Date => {
  if (time === undefined) return new Date(Date.now() - seconds * 1000);
  const start = new Date(time);
  if (!isTime(start)) throw new Error('--start must be a time like 2026-11-20T12:00:00Z');
  return start;
};

const isTime = (time: Date): boolean => time.getUTCFullYear() >= 1970 && time.getUTCFullYear() <= 9999;

const levelsOf = (mix: string | undefined): Readonly<Record<number, number>> | undefined => {
  if (mix === undefined) return undefined;
  const pairs = mix.split(',').map(part => /^([0-8])=(\d+(?:\.\d+)?)$/.exec(part));
  if (pairs.includes(null) || pairs.every(pair => Number(pair?.[2]) === 0))
    throw new Error('--levels must be a mix of levels 0 to 8 like 4=3,6=1');
  return Object.fromEntries(pairs.map(pair => [Number(pair?.[1]), Number(pair?.[2])]));
};
