import type {Client, EdgeError} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {ConditionError} from '../core/condition.ts';
import {parseDuration} from '../format/parse-time.ts';
import {messageLine} from '../logs/conditions/entry-values.ts';
import {filterWords, type LogFilter, queryOf} from '../logs/filter.ts';
import {type Messages, noMessages} from '../logs/messages.ts';
import {testOf} from '../logs/read-entries.ts';
import {didYouMean} from '../text/nearest.ts';
import type {SampledEntry} from './sample/sample.ts';

export interface RateLimit {
  readonly entries: number;
  readonly seconds: number;
}

export const parseRate = (text: string): RateLimit | undefined => {
  const [, entries, many, unit] = /^(\d{1,9})\/(\d{0,4})(s|sec|m|min|h|hour)$/.exec(text.trim()) ?? [];
  const seconds = (parseDuration(`${many || 1}${unit}`) ?? 0) / 1000;
  return entries === undefined || seconds === 0 ? undefined : {entries: Number(entries), seconds};
};

export interface WatchRequest {
  readonly filter: LogFilter;
  readonly rate: RateLimit | undefined;
  readonly newPattern: boolean;
  readonly message?: string | undefined;
}

/** Returns an error message for a text that is no watch. `now` is in milliseconds since the epoch. */
export type WatchParser = (text: string, now: number) => WatchRequest | string;

type Watch = (entry: ErrorLogEntry) => string | undefined;

export interface Alarm {
  readonly reason: string;
  readonly entry: ErrorLogEntry;
}

export const alarmText = ({reason, entry}: Alarm): string => `${reason}: ${messageLine(entry)}`;

export type WatchEvent =
  | ({readonly kind: 'alarm'} & Alarm)
  /** The reading of new entries started to fail, or works again if `failure` is undefined. */
  | {readonly kind: 'state'; readonly failure: EdgeError | undefined};

export interface WatchOptions {
  readonly now: number;
  readonly signal: AbortSignal;
  readonly messages?: Messages | undefined;
}

export async function* watchLog(
  client: Client,
  {filter, rate, newPattern, message}: WatchRequest,
  options: WatchOptions,
): AsyncGenerator<WatchEvent, void, undefined> {
  const isMatch = await testOf(filter);
  const watches: Watch[] = [];
  if (message !== undefined) watches.push(await messageWatch(message, options));
  // Start to follow before the existing patterns are read, so that entries that arrive meanwhile are not missed.
  const events = started(client.errorLogs.follow(queryOf({...filter, range: {}}), {signal: options.signal}));
  if (rate !== undefined) watches.push(rateWatch(rate, filter));
  if (newPattern) watches.push(await patternWatch(client, filter, options));
  for await (const event of events) {
    if (event.kind === 'status') {
      yield {kind: 'state', failure: event.state === 'failing' ? event.error : undefined};
    }
    if (event.kind !== 'added') continue;
    for (const entry of event.entries.toSorted((one, other) => one.log_time - other.log_time)) {
      const reason = isMatch(entry) ? reasonOf(watches, entry) : undefined;
      if (reason !== undefined) yield {kind: 'alarm', reason, entry};
    }
  }
}

/** Sends the first request of an iteration now, instead of when its first value is needed. */
const started = <T>(events: AsyncIterable<T>): AsyncIterable<T> => {
  const iterator = events[Symbol.asyncIterator]();
  const first = iterator.next();
  // `await first` below throws the error. This handler only prevents an unhandled rejection before that.
  first.catch(() => undefined);
  return (async function* () {
    try {
      for (let event = await first; event.done !== true; event = await iterator.next()) yield event.value;
    } finally {
      await iterator.return?.();
    }
  })();
};

/** Calls every watch, because each one must count all entries. */
const reasonOf = (watches: readonly Watch[], entry: ErrorLogEntry): string | undefined =>
  watches.map(watch => watch(entry)).find(reason => reason !== undefined);

/** An entry that arrives late counts at its `log_time`. */
export const createRateWatch = ({entries, seconds}: RateLimit): ((entry: ErrorLogEntry) => boolean) => {
  /** Unix seconds, ascending. */
  const times: number[] = [];
  return ({log_time}) => {
    let at = times.length;
    while (at > 0 && (times[at - 1] ?? 0) > log_time) at--;
    times.splice(at, 0, log_time);
    // A window ends at the `log_time` of an entry. An entry may arrive late, so times are stored for twice the length
    // of a window.
    const newest = times.at(-1) ?? 0;
    while ((times[0] ?? newest) < newest - 2 * seconds) times.shift();
    const inWindow = times.filter(time => time > log_time - seconds && time <= log_time).length;
    return inWindow > entries;
  };
};

const rateWatch = (rate: RateLimit, filter: LogFilter): Watch => {
  const exceeds = createRateWatch(rate);
  const words = filterWords({...filter, range: {}}, 'at least').flatMap(({text, set}) => (set ? [text] : []));
  const of = words.length === 0 ? '' : ` of ${words.join(', ')}`;
  return entry => (exceeds(entry) ? `more than ${rate.entries} entries${of} in ${rate.seconds}s` : undefined);
};

const patternWatch = async (
  client: Client,
  filter: LogFilter,
  {now, signal, messages = noMessages}: WatchOptions,
): Promise<Watch> => {
  const {createMiner} = await import('@edge-console/patterns');
  const {readSample, SAMPLE_ROWS, WHOLE_ROWS} = await import('./sample/sample.ts');
  const range = {to: Math.floor(now / 1000) - 1};
  const miner = createMiner({messages: messages.find});
  const add = ({entry}: SampledEntry): void => void miner.add(entry.log);
  await readSample(client, {...filter, range}, {rows: SAMPLE_ROWS, wholeUpTo: WHOLE_ROWS, signal, add});
  return entry => {
    const {log} = entry;
    if (messages.find(messageLine(entry)) !== undefined || miner.match(log) !== undefined) return undefined;
    miner.add(log);
    return 'a new pattern';
  };
};

const messageWatch = async (id: string, {messages = noMessages}: WatchOptions): Promise<Watch> => {
  const {createMiner, knownMessages} = await import('@edge-console/patterns');
  const ids = [...messages.all.map(message => message.id), ...knownMessages()];
  if (!ids.includes(id)) {
    throw new ConditionError(
      `there is no message ${JSON.stringify(id)}; ${didYouMean(id, ids, 'messages list prints them')}`,
    );
  }
  const miner = createMiner({messages: messages.find});
  const reason = `the message ${id}`;
  return ({log}) => (miner.pattern(miner.add(log))?.known?.id === id ? reason : undefined);
};
