import {Command, InvalidArgumentError, Option} from '@commander-js/extra-typings';
import type {Connection} from '../../core/connection/connection.ts';
import {createAlarmCommand} from '../../explore/alarm-command.ts';
import {type Alarm, alarmText, parseRate, type RateLimit, type WatchEvent, watchLog} from '../../explore/watch.ts';
import {createMessages} from '../../logs/messages.ts';
import {FORMATS} from '../../output/row-writer.ts';
import {notificationSequence} from '../../terminal/desktop-sequences.ts';
import {CommandError, endWith, failureOf} from '../exit.ts';
import {durationOf, filterOf, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput, writeRows} from '../output.ts';
import {logView} from './list-command.ts';

const rateOf = (text: string): RateLimit => {
  const rate = parseRate(text);
  if (rate === undefined) throw new InvalidArgumentError('It takes 10/min, 100/5m or 3/s.');
  return rate;
};

const ring = async (alarm: Alarm, connection: Connection, host: Host): Promise<void> => {
  const {env, err, signal} = host;
  const {notify: {desktop = true, command = []} = {}} = await host.config();
  const notification = desktop ? notificationSequence(env, `edge-console ${connection.profile}`, alarmText(alarm)) : '';
  if (err.isTerminal) await err.write(`\u0007${notification}`);
  const problem = await createAlarmCommand({command, env, signal})(alarm, connection);
  if (problem !== undefined) await err.write(`edge-console: ${problem}\n`);
};

/** Rejects if the time of `--for` ends before the known patterns are read. */
async function* readUntil(deadline: AbortSignal | undefined, events: AsyncIterable<WatchEvent>) {
  try {
    yield* events;
  } catch (error) {
    if (deadline?.aborted !== true) throw error;
    throw new CommandError('failed', 'the time ended before the patterns of the log were read; make --for longer');
  }
}

export const watchLogs = (host: Host) =>
  withOutput(withFilter(new Command('watch')), FORMATS)
    .summary('wait until entries come too often, or a new pattern or a message comes: exit code 10')
    .description(
      'Follows the entries of a filter. Ends with exit code 10 when more come than --rate allows, or one comes whose pattern ' +
        'was not in the log before, or one of --message comes; prints why, and the entry. Rings the bell of a terminal, ' +
        'notifies its desktop, and runs the command of notify in the config.',
    )
    .addOption(new Option('--rate <entries/time>', 'such as 10/min').argParser(rateOf))
    .option('--new-pattern', 'also report an entry with a pattern that is new')
    .option('--message <id>', 'also report an entry of a message of the config, or of one that the console knows')
    .addOption(new Option('--for <time>', 'end with 0 after this time, such as 10m').argParser(durationOf(0)))
    .action(async options => {
      if (options.rate === undefined && options.newPattern !== true && options.message === undefined)
        throw new CommandError('usage', 'give --rate, --new-pattern or --message');
      const filter = filterOf(options, host.err);
      // Without `--output` and `--fields`, prints the log line itself (`raw`).
      const form = options.fields === undefined ? {output: 'raw' as const, ...options} : options;
      const output = await openOutput(logView, form, host);
      const connection = await host.connect();
      const {client} = connection;
      const deadline = options.for === undefined ? undefined : AbortSignal.timeout(options.for);
      const signal = deadline === undefined ? host.signal : AbortSignal.any([host.signal, deadline]);
      const request = {filter, rate: options.rate, newPattern: options.newPattern === true, message: options.message};
      const watching = {now: host.now(), signal, messages: createMessages((await host.config()).messages ?? [])};
      for await (const event of readUntil(deadline, watchLog(client, request, watching))) {
        if (event.kind === 'state') {
          if (event.failure === undefined) continue;
          await host.err.write(`${failureOf(event.failure).message}\n`);
          if (event.failure.code === 'unauthenticated') await connection.saved?.newer(connection);
          continue;
        }
        const {entry, reason} = event;
        await endWith(new CommandError('watch', reason), async () => {
          await writeRows(output, [entry]);
          await ring(event, connection, host);
        });
      }
      if (host.signal.aborted) throw new CommandError('interrupted', '');
    });
