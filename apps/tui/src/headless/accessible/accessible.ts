import {connectionArguments, type Flags} from '../../cli/args.ts';
import {isNoun} from '../../cli/nouns.ts';
import {checkTab} from '../../cli/settings.ts';
import {readVariables} from '../../cli/variables.ts';
import {checkPreferences} from '../../saved/preferences-file.ts';
import {sanitise} from '../../text/sanitise.ts';
import {childPorts, textStream} from '../child-ports.ts';
import {CommandError, EXITS, failureOf} from '../exit.ts';
import {createHost, type Host, type ProcessPorts} from '../host.ts';
import {runCommand} from '../run.ts';
import {listCommands} from './accessible-commands.ts';
import {createLineReader, type LineReader} from './line-reader.ts';
import {filterArguments, readDefaults} from './listing.ts';

/** Resolves to the exit code: in a terminal 0 even if commands failed, otherwise the code of the first that failed. */
export const runAccessible = async (flags: Flags, version: string, ports: ProcessPorts = process): Promise<number> => {
  const {tab = readVariables(ports.env).tab, theme: _theme, ...connecting} = flags;
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
      else if (isNoun(name)) return runTyped(words, {host, ports, lines});
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
  readonly host: Host;
  readonly ports: ProcessPorts;
  readonly lines: LineReader;
}

const runTyped = async (words: readonly string[], {host, ports, lines}: TypedOptions): Promise<number> => {
  const run = (args: readonly string[], input = ''): Promise<number> => {
    // Each command gets its own stream, so that listeners do not accumulate on the stream of the process.
    const stdout = textStream(host.out.write, ports.stdout);
    // Messages go to standard output instead of standard error, so that the transcript contains them.
    const streams = {input: `${input}\n`, stdout, stderr: stdout};
    return runCommand([...args, ...connectionArguments(host.options())], host.version, childPorts(ports, streams));
  };
  const [first, username, ...others] = words;
  if (first !== 'login' || words.some(word => word.endsWith('-stdin'))) return run(words);
  if (username === undefined || username.startsWith('-')) throw new CommandError('usage', 'login NAME');
  const password = await lines.nextHidden(() => void ports.stdout.write('Password: '));
  ports.stdout.write('\n');
  return run(['login', '--username', username, '--password-stdin', ...others], password);
};
