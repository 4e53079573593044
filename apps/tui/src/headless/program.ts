import {Command, type CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import type {Host} from './host.ts';

/** Options of every command, before or after it. */
const withConnection = (program: Command) =>
  program
    .option('--url <url>', 'administration URL of the gateway')
    .option('--console-url <url>', "URL of the gateway's console, if it is another one")
    .option('--api-token-file <file>', 'file with the API token; or set EDGE_CONSOLE_API_TOKEN')
    .option('--console-token-file <file>', "file with the console's API token; or set EDGE_CONSOLE_CONSOLE_TOKEN")
    .option('--ca-file <file>', 'trust the certificate authorities of this PEM file')
    .option('--pin-sha256 <hex>', 'trust only the certificate with this SHA-256 fingerprint')
    .option('--insecure', 'trust any certificate')
    .option('--profile <name>', 'profile of the config file')
    .option('--config <file>', 'config file; default $XDG_CONFIG_HOME/edge-console/config.json')
    .option('--no-input', 'never ask')
    .option('--quiet', 'print no remarks on standard error')
    .addOption(new Option('--errors <form>', 'text, or json: one object on standard error').choices(['text', 'json']));

export type ProgramOptions = ReturnType<ReturnType<typeof withConnection>['opts']>;

export type Options = () => ProgramOptions;

/** Each noun loads its own modules. */
const NOUNS = {
  logs: async host => (await import('./logs/commands.ts')).logCommands(host),
  tokens: async host => (await import('./tokens/commands.ts')).tokenCommands(host),
  apps: async host => (await import('./apps/commands.ts')).appCommands(host),
  agents: async host => (await import('./apps/commands.ts')).agentCommands(host),
  login: async host => (await import('./session.ts')).loginCommand(host),
  logout: async host => (await import('./session.ts')).logoutCommand(host),
  whoami: async host => (await import('./session.ts')).whoamiCommand(host),
  profiles: async (host, options) => (await import('./settings/profiles.ts')).profileCommands(host, options),
  doctor: async (host, options) =>
    (await import('./doctor/doctor.ts')).doctorCommand(host, host.version, () => options().config),
  config: async (host, options) => (await import('./settings/config.ts')).configCommands(host, () => options().config),
  completion: async host => (await import('./completion/commands.ts')).completionCommand(host),
  complete: async host => (await import('./completion/commands.ts')).completeCommand(host),
} as const satisfies Readonly<Record<string, (host: Host, options: Options) => Promise<unknown>>>;

/** Why commands have no output options. */
export const WITHOUT_OUTPUT: Readonly<Record<string, string>> = {
  'logs report': 'it writes a Markdown document; logs patterns, diff and strip print parts of it as rows',
  login: 'it prints nothing on standard output; whoami prints the identity',
  logout: 'it prints nothing on standard output; whoami prints the identity',
  'config schema': 'it prints one JSON Schema',
  completion: 'it prints a script for the shell',
};

const isNoun = (name: string | undefined): name is keyof typeof NOUNS => name !== undefined && name in NOUNS;

/** What a command does, as sentences. */
export const descriptionOf = (command: CommandUnknownOpts): string =>
  command.description() || `${command.summary().charAt(0).toUpperCase()}${command.summary().slice(1)}.`;

/**
 * The commands of the console: docs/COMMANDS.md, completions and the man page are made from them. With `noun`, only its
 * commands.
 */
export const createProgram = async (createHost: (options: Options) => Host, noun?: string) => {
  const program = withConnection(new Command('edge-console'));
  const options = () => program.opts();
  const host = createHost(options);
  const nouns = isNoun(noun) ? [noun] : (Object.keys(NOUNS) as (keyof typeof NOUNS)[]);
  for (const name of nouns)
    program.addCommand((await NOUNS[name](host, options)) as unknown as Command, {hidden: name === 'complete'});
  for (const [words, reason] of Object.entries(WITHOUT_OUTPUT)) {
    const command = words
      .split(' ')
      .reduce<CommandUnknownOpts | undefined>(
        (parent, name) => parent?.commands.find(each => each.name() === name),
        program,
      );
    command?.description(`${descriptionOf(command)} Takes no --output: ${reason}.`);
  }
  return program;
};
