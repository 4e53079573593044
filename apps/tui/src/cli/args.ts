import {isSea} from 'node:sea';
import {Command, CommanderError, type CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import {variableOf} from '../commands/arguments.ts';
import {nearest} from '../text/nearest.ts';
import {themeNames} from '../theme/themes.ts';
import {isNoun, NOUNS, type Noun} from './nouns.ts';
import {SETTINGS} from './variables.ts';

/** False in the single executable, which does not contain the packages of the demo. */
export const HAS_DEMO = !isSea();

export const PIN_SHA256 = /^([0-9a-f]{2}:?){32}$/i;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const nounCommand =
  <H>(noun: Noun, what: string, verbs: readonly ((host: H) => CommandUnknownOpts)[]) =>
  (host: H): Command => {
    const command = new Command(noun);
    for (const verb of verbs) command.addCommand(verb(host));
    return command.summary(`${what}: ${command.commands.map(verb => verb.name()).join(', ')}`);
  };

const withVariables = <P extends CommandUnknownOpts>(program: P): P => {
  for (const option of program.options) {
    const name = option.negate ? 'noInput' : option.attributeName();
    if (SETTINGS.includes(name) && !option.description.endsWith(')')) option.description += ` (${variableOf(name)})`;
  }
  return program;
};

export const connectionProgram = () =>
  new Command('edge-console')
    .option('--url <url>', 'administration URL of the gateway')
    .option('--console-url <url>', "URL of the gateway's console, if it is another one")
    .option('--api-token-file <file>', 'file with the API token, in place of EDGE_CONSOLE_API_TOKEN')
    .option('--console-token-file <file>', "file with the console's API token, in place of EDGE_CONSOLE_CONSOLE_TOKEN")
    .option('--ca-file <file>', 'trust the certificate authorities of this PEM file')
    .option('--pin-sha256 <hex>', 'trust only the certificate with this SHA-256 fingerprint')
    .option('--insecure', 'trust any certificate; the header shows it')
    .option('--profile <name>', 'profile of the config file; several, with commas, for commands that read')
    .option('--read-only', 'permit no change, even if the profile does')
    .option('--config <file>', 'config file; default $XDG_CONFIG_HOME/edge-console/config.json');

/** Returns options of the connection as arguments. Name and value are one argument (`--name=value`). */
export const connectionArguments = (options: object): readonly string[] =>
  connectionProgram().options.flatMap(option => {
    const {[option.attributeName()]: value} = options as Readonly<Record<string, unknown>>;
    if (value === undefined || value === false) return [];
    return [value === true ? `${option.long}` : `${option.long}=${String(value)}`];
  });

export const commandProgram = () =>
  withVariables(
    connectionProgram()
      .option('--no-input', 'never ask')
      .option('--confirm-profile <name>', 'permit the change, if the profile asks for its name')
      .option('--quiet', 'print no remarks on standard error')
      .addOption(
        new Option('--errors <form>', 'text, or json: one object on standard error').choices(['text', 'json']),
      ),
  );

export const screenProgram = (tabs: readonly string[]) =>
  withVariables(
    connectionProgram()
      .option('--tab <name>', `tab to open: ${tabs.join(', ')}`)
      .option('--accessible', 'lines that are only appended, for screen readers; or set ACCESSIBLE=1')
      .option('--ascii', 'draw with ASCII characters only')
      .option('--mouse', 'use the mouse from the start')
      .option('--theme <name>', `colours: ${themeNames.join(', ')}, or one of the config; NO_COLOR chooses mono`)
      .addOption(new Option('--nginx', 'demo: error logs that a real nginx of this machine writes').hideHelp(!HAS_DEMO))
      .helpOption(false)
      .option('-h, --help', 'print this text')
      .option('-V, --version', 'print the version')
      .argument('[words...]'),
  );

export type CommandOptions = ReturnType<ReturnType<typeof commandProgram>['opts']>;
export type Flags = ReturnType<ReturnType<typeof screenProgram>['opts']>;

export interface Args {
  readonly command: 'console' | 'demo';
  readonly flags: Flags;
}

export const nounOf = (argv: readonly string[]): Noun | undefined => {
  const options = [...commandProgram().options, ...screenProgram([]).options];
  const isValue = (at: number): boolean => options.some(({long, required}) => required && long === argv[at - 1]);
  const first = argv.find((word, at) => !word.startsWith('-') && !isValue(at));
  return first !== undefined && isNoun(first) ? first : undefined;
};

export const readArgs = (argv: readonly string[]): Args => {
  const program = screenProgram([])
    .exitOverride()
    .configureOutput({writeErr: () => undefined});
  try {
    program.parse([...argv], {from: 'user'});
  } catch (error) {
    throw error instanceof CommanderError
      ? new UsageError(`${commanderMessage(error).replace(/\.$/, '')}. See --help.`)
      : error;
  }
  const flags = program.opts();
  const [command, ...rest] = program.args;
  if (rest.length > 0 || (command !== undefined && command !== 'demo')) {
    const near = nearest(command ?? '', [...NOUNS, 'demo']);
    const hint = near === undefined ? 'See --help.' : `Did you mean ${near}?`;
    throw new UsageError(`unknown command ${JSON.stringify(program.args.join(' '))}. ${hint}`);
  }
  const empty = program.options.find(option => program.getOptionValue(option.attributeName()) === '');
  if (empty !== undefined) throw new UsageError(`${empty.long} needs a value.`);
  if (flags.nginx && command !== 'demo')
    throw new UsageError('--nginx is an option of the demo: edge-console demo --nginx.');
  return {command: command ?? 'console', flags};
};

/** Removes values of unknown options and arguments, since they may be secrets. */
export const commanderMessage = ({message}: CommanderError): string =>
  message
    .replace(/^error: /, '')
    .replace(/^(unknown option '(?:--[^'=]*|-[^-])).*'/s, "$1'")
    .replace(/^(too many arguments .*? but got \d+): .*/s, '$1.')
    .replaceAll(/\s*\n\s*/g, ' ');

export const DEMO_SUMMARY = 'run against a server of its own with demo data';
const DEMO_LINE = `  edge-console demo                               ${DEMO_SUMMARY}\n`;

export const usage = (tabs: readonly string[], say: (text: string) => string): string => {
  const information = screenProgram(tabs).configureHelp({helpWidth: 120}).helpInformation();
  return say(`edge-console: a full-screen console for operators of an edge gateway

  edge-console --url https://edge.example.com     sign in on {sign-in}
  edge-console --url … --api-token-file FILE      use an API token
${HAS_DEMO ? DEMO_LINE : ''}  edge-console NOUN …                             print instead: see edge-console logs --help
  NOUN: ${NOUNS.filter(noun => noun !== 'complete').join(', ')}

${information.slice(information.indexOf('Options:'))}
Inside, {global.help} lists the keys. Without a terminal, one text frame per tab is printed.
`);
};
