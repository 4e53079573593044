import {setImmediate, setTimeout} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {fileLine, type GenerateOptions, generateLogs, type LogEntry} from '@edge-console/generator';
import {flag, reasonOf, type Terminal, text, UNUSABLE} from './terminal.ts';

const HELP = `Usage: edge-server generate [flags]

Writes error-log entries as gateways make them to stdout, the same every time for the same seed.

  --count N             how many (default 1000; with --pace until it is stopped)
  --rate N              entries a second (default 100)
  --start TIME          time of the first one, like 2026-11-20T12:00:00Z (default: the last one is of now)
  --size BYTES          least length of a line (default 0)
  --levels LEVEL=SHARE  mix of levels by number, like 4=3,6=1 (default: as in the demo)
  --hostile SHARE       share of lines that break careless readers, 0 to 1 (default 0)
  --seed N              (default 1)
  --format FORMAT       ndjson, as POST /__control/error_logs takes it (default), or nginx, as import --nginx does
  --pace                write each one when its time has come, beginning now
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

// Bytes written at once.
const CHUNK = 65_536;
// What a line of an ingest may have.
const MAX_SIZE = 8 * 1024 * 1024;

interface Wanted {
  readonly logs: GenerateOptions & {readonly perSecond: number};
  readonly pace: boolean;
  format(entry: LogEntry): Buffer;
}

/** Runs `edge-server generate` and gives its exit code: 0, also when it was stopped, or 2 for flags that cannot be used. */
export const runGenerate = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const wanted = read(argv);
    if (wanted === 'help') terminal.out(HELP);
    else await write(wanted, terminal);
    return 0;
  } catch (error) {
    terminal.err(`edge-server: generate: ${reasonOf(error)}\n`);
    return UNUSABLE;
  }
};

const write = async ({logs, pace, format}: Wanted, {out, drained, stopped}: Terminal): Promise<void> => {
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const begin = performance.now();
  let chunk: Buffer[] = [];
  let [made, length] = [0, 0];
  const flush = async () => {
    out(Buffer.concat(chunk));
    [chunk, length] = [[], 0];
    await drained?.();
    // Lets a signal arrive, where nothing else is waited for.
    await setImmediate();
  };
  for (const entry of generateLogs(logs)) {
    const early = pace ? (made / logs.perSecond) * 1000 - (performance.now() - begin) : 0;
    if (early > 0) {
      await flush();
      await setTimeout(early, undefined, {signal: stop.signal}).catch(() => undefined);
    }
    if (stop.signal.aborted) break;
    const line = format(entry);
    chunk.push(line);
    made += 1;
    length += line.length;
    if (length >= CHUNK) await flush();
  }
  await flush();
};

const read = (argv: readonly string[]): Wanted | 'help' => {
  const {values} = parseArgs({args: [...argv], options: FLAGS, strict: true});
  if (values.help) return 'help';
  const {pace = false, format: name = 'ndjson'} = values;
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format) throw new Error(`--format is one of ${Object.keys(FORMATS).join(', ')}`);
  const number = (flagName: 'count' | 'rate' | 'size' | 'hostile' | 'seed', fallback: number): number => {
    const value = values[flagName];
    if (value === undefined) return fallback;
    const whole = WHOLE.has(flagName);
    if ((whole ? /^\d{1,12}$/ : /^\d{1,12}(\.\d+)?$/).test(value)) return Number(value);
    throw new Error(`--${flagName} is a ${whole ? 'whole ' : ''}number, 0 or more`);
  };
  const perSecond = number('rate', 100);
  if (perSecond === 0) throw new Error('--rate is more than 0');
  const hostile = number('hostile', 0);
  if (hostile > 1) throw new Error('--hostile is a share, from 0 to 1');
  if (pace && values.start !== undefined) throw new Error('--pace begins now, without --start');
  const size = number('size', 0);
  if (size > MAX_SIZE) throw new Error(`--size is at most ${MAX_SIZE}`);
  const count = number('count', pace ? Number.POSITIVE_INFINITY : 1000);
  const levels = levelsOf(values.levels);
  const start = pace ? new Date() : startOf(values.start, count / perSecond);
  if (!pace && !(isTime(start) && isTime(new Date(start.getTime() + (count / perSecond) * 1000)))) {
    throw new Error('--count, --rate and --start: all entries are of 1970 to 9999');
  }
  return {
    logs: {
      count,
      start,
      perSecond,
      size,
      hostile,
      seed: number('seed', 1),
      ...(levels && {levels}),
    },
    pace,
    format,
  };
};

const WHOLE: ReadonlySet<string> = new Set(['count', 'size', 'seed']);

const startOf = (time: string | undefined, seconds: number): Date => {
  if (time === undefined) return new Date(Date.now() - seconds * 1000);
  const start = new Date(time);
  if (!isTime(start)) throw new Error('--start is a time like 2026-11-20T12:00:00Z');
  return start;
};

const isTime = (time: Date): boolean => time.getUTCFullYear() >= 1970 && time.getUTCFullYear() <= 9999;

const levelsOf = (mix: string | undefined): Readonly<Record<number, number>> | undefined => {
  if (mix === undefined) return undefined;
  const pairs = mix.split(',').map(part => /^([0-8])=(\d+(?:\.\d+)?)$/.exec(part));
  if (pairs.includes(null) || pairs.every(pair => Number(pair?.[2]) === 0))
    throw new Error('--levels is a mix of levels 0 to 8 like 4=3,6=1');
  return Object.fromEntries(pairs.map(pair => [Number(pair?.[1]), Number(pair?.[2])]));
};
