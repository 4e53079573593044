import {shellLine} from '../../commands/arguments.ts';
import {fieldVariables, filledArguments, type OwnCommand} from '../../commands/own-command.ts';
import type {Connection} from '../../core/connection/connection.ts';
import type {LogFilter} from '../../logs/filter.ts';
import {rowTexts} from '../../output/cell-text.ts';
import {type Ended, runProgram, withoutOwnVariables} from '../../terminal/run-program.ts';
import {sanitise, sanitiseLines} from '../../text/sanitise.ts';
import {connectToChange} from '../confirm.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {readBookmarksOf} from '../logs/reading/sampling.ts';
import type {Say} from './accessible-commands.ts';
import type {LineReader} from './line-reader.ts';
import type {Listing} from './listing.ts';

interface Context {
  readonly host: Host;
  readonly say: Say;
  readonly lines: LineReader;
  readonly listing: Listing | undefined;
  /** Index of the current row of `listing`. */
  readonly at: number;
}

export const runOwnCommand = async (command: OwnCommand, {host, say, lines, listing, at}: Context) => {
  const {title, scope} = command;
  const ask = async (question: string): Promise<string | undefined> => {
    await host.out.write(question);
    return lines.next();
  };
  const row = await listing?.subject(at, scope);
  if (row === undefined) throw new CommandError('usage', `${title}: no ${scope} is selected.`);
  const connection = command.changes === true ? await connectToChange(host, ask) : await host.connect();
  const {profile, url} = connection;
  const texts = rowTexts({...row, profile, url});
  const argv = filledArguments(command, texts);
  if (typeof argv === 'string') throw new CommandError('failed', `${title}: ${argv}.`);
  if (command.confirm === true) {
    await say(`This program is run: ${sanitise(shellLine(argv))}`);
    const answer = await ask('Type yes to go on: ');
    if (answer?.trim().toLowerCase() !== 'yes') throw new CommandError('failed', 'The program was not run.');
  }
  const inputs = {
    row: async () => `${JSON.stringify(row)}\n`,
    report: () => readReportOf(listing?.filter, connection, host),
  };
  const input = command.stdin && (await inputs[command.stdin]());
  const env = {...withoutOwnVariables(host.env), ...fieldVariables(texts)};
  const hasTerminal = host.stdin.isTTY === true && host.out.isTerminal;
  const usesTerminal = command.terminal === 'suspend' && hasTerminal;
  let isLineOpen = usesTerminal;
  const onInterrupt = (interrupt: () => void): (() => void) =>
    host.onInterrupt(() => {
      isLineOpen = true;
      interrupt();
    });
  const start = (output: 'capture' | 'terminal'): Promise<Ended> =>
    runProgram({argv, env, input, output, signal: host.signal, ...(hasTerminal && {onInterrupt})});
  const {output, isCut, problem} = await (usesTerminal ? lines.lend(() => start('terminal')) : start('capture'));
  // The program may have ended its output without a line break. The terminal also prints `^C` without one.
  if (isLineOpen) await say('');
  if (output.trim() !== '') await say(sanitiseLines(output.trimEnd()).join('\n'));
  if (isCut) await say('This is the first megabyte of the output.');
  if (problem !== undefined) throw new CommandError('failed', `${title}: the program ${problem}.`);
  await say(`${title}: done.`);
};

const readReportOf = async (filter: LogFilter | undefined, {client, url, profile}: Connection, host: Host) => {
  const {readReport} = await import('../../explore/report/report.ts');
  const {runbooks = {}, messages = []} = await host.config();
  const notes = await readBookmarksOf(host, profile);
  return readReport(client, {
    ...{url, filter: filter ?? {range: {}}, notes, runbooks, messages, now: host.now(), signal: host.signal},
    baseline: 'before',
  });
};
