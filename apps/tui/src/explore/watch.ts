import type {Client, EdgeError} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {parseArguments} from '../commands/arguments.ts';
import type {FieldSpec} from '../form/form.ts';
import {filterForm, readFields} from '../logs/fields.ts';
import {filterWords, inRange, type LogFilter, queryOf} from '../logs/filter.ts';

/** At most so many entries in so much time. */
export interface RateLimit {
  readonly entries: number;
  readonly seconds: number;
}

const UNITS: Readonly<Record<string, number>> = {s: 1, sec: 1, m: 60, min: 60, h: 3600, hour: 3600};

/** Reads `10/min`, `100/5m` or `3/s`; undefined for anything else. */
export const parseRate = (text: string): RateLimit | undefined => {
  const [, entries, many = '1', unit = ''] = /^(\d{1,9})\/(\d{0,4})(s|sec|m|min|h|hour)$/.exec(text.trim()) ?? [];
  const seconds = Number(many === '' ? 1 : many) * (UNITS[unit] ?? 0);
  return entries === undefined || seconds === 0 ? undefined : {entries: Number(entries), seconds};
};

/** Whether the entries that came so far exceed a rate, by their own times: a late batch counts where it belongs. */
export const createRateWatch = ({entries, seconds}: RateLimit): ((entry: ErrorLogEntry) => boolean) => {
  /** Times in Unix seconds, ascending. */
  const times: number[] = [];
  return ({log_time}) => {
    let at = times.length;
    while (at > 0 && (times[at - 1] ?? 0) > log_time) at--;
    times.splice(at, 0, log_time);
    // Older than any window that a new entry can be in.
    const newest = times.at(-1) ?? 0;
    while ((times[0] ?? newest) < newest - 2 * seconds) times.shift();
    const inWindow = times.filter(time => time > log_time - seconds && time <= log_time).length;
    return inWindow > entries;
  };
};

/** What is waited for: more entries of a filter than a rate, a pattern that is new, or both. */
export interface WatchRequest {
  readonly filter: LogFilter;
  readonly rate: RateLimit | undefined;
  readonly newPattern: boolean;
}

const watchFields: readonly FieldSpec[] = [
  ...filterForm,
  {
    kind: 'text',
    name: 'rate',
    label: 'Rate',
    check: text =>
      text === '' || parseRate(text) !== undefined ? undefined : `${text} is no rate such as 10/min, 100/5m or 3/s`,
  },
  {
    kind: 'choice',
    name: 'pattern',
    label: 'Pattern',
    options: [
      {value: '', label: 'any'},
      {value: 'new', label: 'new'},
    ],
  },
];

/** Reads `level=error node=7 rate=10/min` and `pattern=new`; a sentence for anything else. */
export const parseWatch = (text: string, now: number): WatchRequest | string => {
  const given = parseArguments({fields: watchFields}, text, now);
  if ('problem' in given) return given.problem;
  const {rate = '', pattern, ...texts} = given.values;
  const fields = readFields(texts);
  if (typeof fields === 'string') return fields;
  const limit = parseRate(rate);
  const newPattern = pattern === 'new';
  if (limit === undefined && !newPattern) return 'say what to wait for; try level=error rate=10/min, or pattern=new';
  return {filter: {...fields, range: {}}, rate: limit, newPattern};
};

/** Tells why an entry is reported; undefined if it is not. */
type Watch = (entry: ErrorLogEntry) => string | undefined;

export type WatchEvent =
  | {readonly kind: 'alarm'; readonly reason: string; readonly entry: ErrorLogEntry}
  /** The list is followed, or cannot be read for now. */
  | {readonly kind: 'state'; readonly failure: EdgeError | undefined};

/** Follows the entries of a filter, and reports those that exceed the rate or have a new pattern, until it is aborted. */
export async function* watchLog(
  client: Client,
  {filter, rate, newPattern}: WatchRequest,
  {now, signal}: {readonly now: number; readonly signal: AbortSignal},
): AsyncGenerator<WatchEvent, void, undefined> {
  // Before the patterns are learned: what comes meanwhile is not missed.
  const events = begun(client.errorLogs.follow(queryOf({...filter, range: {}}), {signal}));
  const watches: Watch[] = [];
  if (rate !== undefined) watches.push(rateWatch(rate, filter));
  if (newPattern) watches.push(await patternWatch(client, filter, {now, signal}));
  yield {kind: 'state', failure: undefined};
  for await (const event of events) {
    if (event.kind === 'status') {
      yield {kind: 'state', failure: event.state === 'failing' ? event.error : undefined};
    }
    if (event.kind !== 'added') continue;
    for (const entry of event.entries.toSorted((one, other) => one.log_time - other.log_time)) {
      const reason = inRange(entry, filter.range) ? reasonOf(watches, entry) : undefined;
      if (reason !== undefined) yield {kind: 'alarm', reason, entry};
    }
  }
}

/** Requests the first event now. */
const begun = <T>(events: AsyncIterable<T>): AsyncIterable<T> => {
  const iterator = events[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<T>> | undefined = iterator.next();
  // Reported by the first call of `next`.
  first.catch(() => undefined);
  const next = () => {
    const result = first ?? iterator.next();
    first = undefined;
    return result;
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => (await iterator.return?.()) ?? {done: true, value: undefined},
    }),
  };
};

const reasonOf = (watches: readonly Watch[], entry: ErrorLogEntry): string | undefined => {
  // Each one counts every entry.
  const reasons = watches.map(watch => watch(entry));
  return reasons.find(reason => reason !== undefined);
};

const rateWatch = (rate: RateLimit, filter: LogFilter): Watch => {
  const exceeds = createRateWatch(rate);
  const words = filterWords({...filter, range: {}}, 'at least').flatMap(({text, set}) => (set ? [text] : []));
  const of = words.length === 0 ? '' : ` of ${words.join(', ')}`;
  return entry => (exceeds(entry) ? `more than ${rate.entries} entries${of} in ${rate.seconds}s` : undefined);
};

/** Learns the patterns of the log so far. */
const patternWatch = async (
  client: Client,
  filter: LogFilter,
  {now, signal}: {readonly now: number; readonly signal: AbortSignal},
): Promise<Watch> => {
  const {createMiner} = await import('@edge-console/patterns');
  const {readSample, SAMPLE_ROWS} = await import('./sample/sample.ts');
  const range = {to: Math.floor(now / 1000) - 1};
  const sample = await readSample(client, {...filter, range}, {rows: SAMPLE_ROWS, signal});
  const miner = createMiner();
  for (const {entry} of sample.entries) miner.add(entry.log);
  return ({log}) => {
    if (miner.match(log) !== undefined) return undefined;
    // New once.
    miner.add(log);
    return 'a new pattern';
  };
};
