import {Command, InvalidArgumentError, Option} from '@commander-js/extra-typings';
import type {ErrorLogEntry} from '@edge-console/schema';
import {createRateWatch, parseRate, type RateLimit} from '../../explore/watch.ts';
import {parseSpan} from '../../format/parse-time.ts';
import {inRange, queryOf} from '../../logs/filter.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {filterOf, withFilter} from '../options.ts';

const rateOf = (text: string): RateLimit => {
  const rate = parseRate(text);
  if (rate === undefined) throw new InvalidArgumentError('It takes 10/min, 100/5m or 3/s.');
  return rate;
};

const millisecondsOf = (text: string): number => {
  const span = parseSpan(text);
  if (span === undefined) throw new InvalidArgumentError('It takes a time such as 10m or 2h.');
  return span;
};

/** Tells why an entry is reported; undefined if it is not. */
type Watch = (entry: ErrorLogEntry) => string | undefined;

export const watchLogs = (host: Host) =>
  withFilter(new Command('watch'))
    .summary('wait until entries come too often, or a new pattern comes: exit code 10')
    .description(
      'Follows the entries of a filter. Ends with exit code 10 when more come than --rate allows, or one comes whose pattern ' +
        'was not in the log before; prints why, and the entry. Rings the bell of a terminal.',
    )
    .addOption(new Option('--rate <entries/time>', 'such as 10/min').argParser(rateOf))
    .option('--new-pattern', 'also report an entry with a pattern that is new')
    .addOption(new Option('--for <time>', 'end with 0 after this time, such as 10m').argParser(millisecondsOf))
    .action(async options => {
      if (options.rate === undefined && options.newPattern !== true) {
        throw new CommandError('usage', 'give --rate, --new-pattern, or both');
      }
      const filter = filterOf(options);
      const connection = await host.connect();
      const {client} = connection;
      const deadline = options.for === undefined ? undefined : AbortSignal.timeout(options.for);
      const signal = deadline === undefined ? host.signal : AbortSignal.any([host.signal, deadline]);
      // Before the patterns are learned: what comes meanwhile is not missed.
      const events = begun(client.errorLogs.follow(queryOf({...filter, range: {}}), {signal}));
      const watches: Watch[] = [];
      if (options.rate !== undefined) watches.push(rateWatch(options.rate));
      if (options.newPattern === true) watches.push(await patternWatch(host, client, filter));
      for await (const event of events) {
        if (event.kind === 'status' && event.state === 'failing') {
          await host.err.write(`${failureOf(event.error).message}\n`);
          if (event.error?.code === 'unauthenticated') await connection.saved?.newer(connection);
        }
        if (event.kind !== 'added') continue;
        for (const entry of event.entries.toSorted((one, other) => one.log_time - other.log_time)) {
          const reason = inRange(entry, filter.range) ? reasonOf(watches, entry) : undefined;
          if (reason === undefined) continue;
          const line = host.out.isTerminal ? sanitise(entry.log) : entry.log;
          await host.out.write(`${line}\n`);
          if (host.err.isTerminal) await host.err.write('\u0007');
          throw new CommandError('watch', reason);
        }
      }
      if (host.signal.aborted) throw new CommandError('interrupted', '');
    });

/** Requests the first event now. */
const begun = <T>(events: AsyncIterable<T>): AsyncIterable<T> => {
  const iterator = events[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<T>> | undefined = iterator.next();
  // Reported when it is asked for.
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

const rateWatch = (rate: RateLimit): Watch => {
  const exceeds = createRateWatch(rate);
  return entry => (exceeds(entry) ? `more than ${rate.entries} entries in ${rate.seconds}s` : undefined);
};

/** Learns the patterns of the log so far. */
const patternWatch = async (
  host: Host,
  client: Awaited<ReturnType<Host['connect']>>['client'],
  filter: ReturnType<typeof filterOf>,
): Promise<Watch> => {
  const {createMiner} = await import('@edge-console/patterns');
  const {readSample, SAMPLE_ROWS} = await import('../../explore/sample.ts');
  const range = {to: Math.floor(host.now() / 1000) - 1};
  const sample = await readSample(client, {...filter, range}, {rows: SAMPLE_ROWS, signal: host.signal});
  const miner = createMiner();
  for (const {entry} of sample.entries) miner.add(entry.log);
  return ({log}) => (miner.match(log) === undefined ? 'a new pattern' : undefined);
};
