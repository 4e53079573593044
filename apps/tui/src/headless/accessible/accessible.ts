import {Readable, Writable} from 'node:stream';
import type {Flags} from '../../cli/args.ts';
import {isNoun} from '../../cli/nouns.ts';
import {checkTab} from '../../cli/settings.ts';
import {readVariables} from '../../cli/variables.ts';
import {argumentName} from '../../commands/arguments.ts';
import type {Sink, TextStream} from '../../output/sink.ts';
import {checkPreferences} from '../../saved/preferences-file.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, EXITS, failureOf} from '../exit.ts';
import {createHost, type ProcessPorts} from '../host.ts';
import {runCommand} from '../run.ts';
import {listCommands} from './accessible-commands.ts';
import {createLineReader, type LineReader} from './line-reader.ts';
import {filterArguments, readDefaults} from './listing.ts';

/** Resolves to the exit code. If the input is not a terminal, that is the code of the first command that failed. */
export const runAccessible = async (flags: Flags, version: string, ports: ProcessPorts = process): Promise<number> => {
  const {
    tab = readVariables(ports.env).tab,
    ascii: _ascii,
    theme: _theme,
    accessible: _accessible,
    ...connecting
  } = flags;
  checkTab(tab, Object.keys(FIRST_COMMANDS));
  const host = createHost(ports, {version, options: () => ({...connecting, input: true})});
  const lines = createLineReader(ports.stdin, host.signal);
  const say = (text: string) => host.out.write(`${text}\n`);
  const {commands, start} = listCommands(host, say, lines);
  const codeOf = async (work: () => Promise<number>): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      const {exit, message, hint} = failureOf(error);
      await say(`${message}${hint === '' ? '' : ` ${hint}`}`);
      return EXITS[exit].code;
    }
  };
  const run = (words: readonly string[]): Promise<number> =>
    codeOf(async () => {
      const [name = 'next', ...args] = words;
      if (Object.hasOwn(commands, name)) await commands[name]?.(...args);
      else if (isNoun(name)) return runTyped(words, {flags: connecting, version, ports, lines, out: host.out});
      else if ((await host.config()).commands?.some(({id}) => id === name)) await commands.run?.(...words);
      else throw new CommandError('usage', `unknown command '${sanitise(name)}'. Type help for the commands.`);
      return EXITS.done.code;
    });
  const showFirst = async (): Promise<number> => {
    const {tab: firstTab = 'error-logs', filter, agents} = await start();
    const shown = tab ?? firstTab;
    if (shown === 'applications' && agents.length > 0) return run(['show', 'apps']);
    const words = FIRST_COMMANDS[shown] ?? [];
    return run(words[0] === 'logs' ? [...words, ...filterArguments(filter)] : words);
  };
  try {
    // An invalid config, an unknown profile or saved data of a newer version prevents the start.
    await readDefaults(host);
    await checkPreferences(ports.env);
    await say('edge-console, line by line. Type help for the commands.');
    await codeOf(showFirst);
    let failed = 0;
    for (;;) {
      await host.out.write('edge> ');
      const line = await lines.next();
      const words = line === undefined ? ['quit'] : wordsOf(line);
      if (words[0] === 'quit' || words[0] === 'exit') break;
      const code = await run(words);
      failed ||= code;
    }
    const stoppedBy = host.stoppedBy();
    if (stoppedBy !== undefined) return EXITS[stoppedBy].code;
    return ports.stdin.isTTY === true ? EXITS.done.code : failed;
  } finally {
    lines.close();
    host.close();
  }
};

const FIRST_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  session: ['whoami'],
  tokens: ['show', 'tokens'],
  'error-logs': ['show', 'logs'],
  patterns: ['logs', 'patterns'],
  changes: ['logs', 'diff'],
  facets: ['logs', 'facets'],
  findings: ['logs', 'investigate', '--output', 'text'],
  applications: ['show', 'agents'],
};

const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

interface TypedOptions {
  readonly flags: Flags;
  readonly version: string;
  readonly ports: ProcessPorts;
  readonly lines: LineReader;
  readonly out: Sink;
}

/** A new stream for each command, so that listeners do not accumulate on the stream of the process. */
const streamTo = (out: Sink, {isTTY, columns}: TextStream): TextStream =>
  Object.assign(
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => void out.write(String(text)).then(() => done(), done),
    }),
    {...(isTTY !== undefined && {isTTY}), ...(columns !== undefined && {columns})},
  );

const runTyped = async (
  words: readonly string[],
  {flags, version, ports, lines, out}: TypedOptions,
): Promise<number> => {
  const given = Object.entries(flags).flatMap(([name, value]) => {
    const flag = `--${argumentName({name})}`;
    return value === undefined ? [] : value === true ? [flag] : [flag, String(value)];
  });
  // Messages go to standard output instead of standard error, so that the transcript contains them.
  const run = async (args: readonly string[], input: string): Promise<number> => {
    const stdin = Object.assign(Readable.from([`${input}\n`]), {isTTY: false});
    const stdout = streamTo(out, ports.stdout);
    return runCommand([...args, ...given], version, {
      ...{env: ports.env, stdin, stdout, stderr: stdout},
      once: ports.once.bind(ports),
      removeListener: ports.removeListener.bind(ports),
    });
  };
  const [first, username, ...others] = words;
  if (first !== 'login' || words.some(word => word.endsWith('-stdin'))) return run(words, '');
  if (username === undefined || username.startsWith('-')) throw new CommandError('usage', 'login NAME');
  const password = await lines.nextHidden(() => void ports.stdout.write('Password: '));
  ports.stdout.write('\n');
  return run(['login', '--username', username, '--password-stdin', ...others], password ?? '');
};
