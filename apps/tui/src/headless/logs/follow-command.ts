import {Command, Option} from '@commander-js/extra-typings';
import type {FollowEvent, FollowStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count, plural} from '../../format/number.ts';
import {parseDuration} from '../../format/parse-time.ts';
import {duration} from '../../format/time.ts';
import {hasConditions, inRange, queryOf, savedQuery, withConditions} from '../../logs/filter.ts';
import {malformedOf, readEntries, testOf} from '../../logs/read-entries.ts';
import {FORMATS} from '../../output/row-writer.ts';
import {CommandError, failureOf} from '../exit.ts';
import {filterOf, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput} from '../output.ts';
import {logView} from './list-command.ts';

const reconnectMs = (text: string): number => {
  if (text === 'never') return 0;
  const duration = text === 'always' ? Number.POSITIVE_INFINITY : parseDuration(text);
  if (duration === undefined) throw new CommandError('usage', '--reconnect takes always, never, or a time such as 5m');
  return duration;
};

/** An endless `json` array would never be closed. */
const ENDLESS = FORMATS.filter(form => form !== 'json');

export const followLogs = (host: Host) =>
  withOutput(withFilter(new Command('follow')), ENDLESS)
    .summary('print error logs as they arrive')
    .description(
      'Prints entries as they arrive, until it is interrupted. A restart of the gateway loses nothing; what could not ' +
        'be found is reported on standard error.',
    )
    .option('--resume <file>', 'save the position in this file, and continue from it at the next start')
    .addOption(
      new Option('--reconnect <time>', 'how long to try again when the gateway is away: always, never, 5m')
        .default(Number.POSITIVE_INFINITY, 'always')
        .argParser(reconnectMs),
    )
    .option('--updates', 'also print entries again whose count or time rose')
    .action(async options => {
      const filter = filterOf(options, host.err);
      if (options.until !== undefined) throw new CommandError('usage', 'logs follow has no end: it takes no --until');
      const output = await openOutput(logView, options, host);
      const connection = await host.connect();
      const {client, url} = connection;
      // The position is saved without the time range, because a relative range is different at each start.
      const unlimited = {...filter, range: {}};
      const query = queryOf(unlimited);
      const isMatch = await testOf(filter);
      const read = {entries: 0, kept: 0};
      const {openCursor, startCursor} = await import('./reading/cursor.ts');
      const cursor = await openCursor(options.resume, {url, query: savedQuery(unlimited)});
      try {
        if (options.resume !== undefined && cursor.from === undefined && filter.range.from === undefined)
          await startCursor(cursor, readEntries(client, withConditions(unlimited, []), host.signal));
        const from = cursor.from ?? filter.range.from;
        const events = client.errorLogs.follow(query, {signal: host.signal, ...(from !== undefined && {from})});
        const print = async (entries: readonly ErrorLogEntry[]): Promise<void> => {
          const news = entries.filter(entry => inRange(entry, filter.range) && !cursor.has(entry));
          const kept = news.filter(isMatch);
          for (const entry of kept) await output.row(entry);
          read.entries += news.length;
          read.kept += kept.length;
          // The position also moves past entries that fail a condition, so that a restart does not read them again.
          await cursor.save(news);
        };
        let failingSince: number | undefined;
        for await (const event of events) {
          if (event.kind === 'added') await print(event.entries);
          else if (event.kind === 'updated') {
            if (options.updates === true) for (const entry of event.entries.filter(isMatch)) await output.row(entry);
          } else {
            const text = remark(event);
            if (text !== undefined) await host.err.write(`${text}\n`);
          }
          if (event.kind !== 'status') continue;
          // A login in another process may have saved a newer session, which the next attempt uses.
          if (event.error?.code === 'unauthenticated') await connection.saved?.newer(connection);
          failingSince = event.state === 'failing' ? (failingSince ?? host.now()) : undefined;
          const isOver = failingSince !== undefined && host.now() - failingSince >= options.reconnect;
          if (isOver && event.error !== undefined) throw event.error;
        }
      } finally {
        await cursor.close();
        if (hasConditions(filter)) await host.err.write(`${count(read.kept)} kept of ${count(read.entries)} read.\n`);
      }
      await output.end();
      throw new CommandError('interrupted', '');
    });

const remark = (event: Exclude<FollowEvent, {readonly kind: 'added' | 'updated'}>): string | undefined => {
  if (event.kind === 'invalid') {
    const {length} = malformedOf(event.rows);
    return length === 0 ? undefined : `Skipped ${plural(length, 'malformed entry', 'malformed entries')}.`;
  }
  if (event.kind === 'gap') return 'Entries may be missing: the gateway cannot be read by time.';
  return statusText(event);
};

const statusText = ({state, error, failures, retryInMs = 0, lagMs}: FollowStatus): string | undefined => {
  switch (state) {
    case 'failing':
      return `${failureOf(error).message} Attempt ${failures}; next in ${duration(retryInMs)}.`;
    case 'recovered':
      return `The gateway responds again after ${duration(lagMs)}.`;
    case 'restarted':
      return 'The list of the gateway started over.';
    case 'live':
      return undefined;
    default:
      return state satisfies never;
  }
};
