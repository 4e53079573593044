import {setImmediate, setTimeout} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import type {LogEntry} from '../entry.ts';
import {type GenerateOptions, generateLogs} from '../generate.ts';
import {fileLine} from '../hostile.ts';
import {flag, numberOf, reasonOf, type Terminal, text, UNUSABLE} from './terminal.ts';

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
  help: flag,
} as const;

const FORMATS: Readonly<Record<string, (entry: LogEntry) => Buffer>> = {
  ndjson: entry => Buffer.from(`${JSON.stringify(entry)}\n`),
  nginx: ({log}) => fileLine(log),
};

// Output is buffered, and written when it has at least this many bytes.
const CHUNK = 65_536;
// Maximum length of a line that `POST /__control/error_logs` accepts, in bytes.
const MAX_SIZE = 8 * 1024 * 1024;

interface GenerateFlags {
  readonly logs: GenerateOptions & {readonly perSecond: number};
  readonly pace: boolean;
  format(entry: LogEntry): Buffer;
}

/** Runs `edge-logs generate`. Resolves to the exit code: 0 at the end or when stopped, 2 for invalid flags. */
export const runGenerate = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const flags = parseGenerateFlags(argv);
    if (flags === 'help') terminal.out(HELP);
    else await write(flags, terminal);
    return 0;
  } catch (error) {
    terminal.err(`edge-logs: generate: ${reasonOf(error)}\n`);
    return UNUSABLE;
  }
};

const write = async ({logs, pace, format}: GenerateFlags, {out, drained, stopped}: Terminal): Promise<void> => {
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const startedAt = performance.now();
  let chunk: Buffer[] = [];
  let [written, length] = [0, 0];
  const flush = async () => {
    out(Buffer.concat(chunk));
    [chunk, length] = [[], 0];
    await drained?.();
    // Signals are handled only when the event loop runs.
    await setImmediate();
  };
  for (const entry of generateLogs(logs)) {
    const waitMs = pace ? (written / logs.perSecond) * 1000 - (performance.now() - startedAt) : 0;
    if (waitMs > 0) {
      await flush();
      await setTimeout(waitMs, undefined, {signal: stop.signal}).catch(() => undefined);
    }
    if (stop.signal.aborted) break;
    const line = format(entry);
    chunk.push(line);
    written += 1;
    length += line.length;
    if (length >= CHUNK) await flush();
  }
  await flush();
};

const parseGenerateFlags = (argv: readonly string[]): GenerateFlags | 'help' => {
  const {values} = parseArgs({args: [...argv], options: FLAGS, strict: true});
  if (values.help) return 'help';
  const {pace = false, format: name = 'ndjson'} = values;
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format) throw new Error(`--format must be one of ${Object.keys(FORMATS).join(', ')}`);
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
  return {
    logs: {count, start, perSecond, size, hostile, seed, ...(levels && {levels})},
    pace,
    format,
  };
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
