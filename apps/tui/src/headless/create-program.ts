import type {Command, CommandUnknownOpts} from '@commander-js/extra-typings';
import {commandProgram} from '../cli/args.ts';
import {NOUNS, type Noun} from '../cli/nouns.ts';
import {sentence} from '../explore/estimate-text.ts';
import type {Host} from './host.ts';

/** Loads and creates the commands of a noun. Only the modules of the noun that is used are loaded. */
const COMMANDS: Readonly<Record<Noun, (host: Host, verb?: string) => Promise<unknown>>> = {
  logs: async (host, verb) => (await import('./logs/log-commands.ts')).logCommands(host, verb),
  tokens: async host => (await import('./tokens/token-commands.ts')).tokenCommands(host),
  apps: async host => (await import('./apps/app-commands.ts')).appCommands(host),
  agents: async host => (await import('./apps/agent-commands.ts')).agentCommands(host),
  changes: async host => (await import('./changes-command.ts')).changeCommands(host),
  login: async host => (await import('./session-commands.ts')).loginCommand(host),
  logout: async host => (await import('./session-commands.ts')).logoutCommand(host),
  whoami: async host => (await import('./session-commands.ts')).whoamiCommand(host),
  profiles: async host => (await import('./settings/profile-commands.ts')).profileCommands(host),
  doctor: async host => (await import('./doctor/doctor.ts')).doctorCommand(host),
  config: async host => (await import('./settings/config-commands.ts')).configCommands(host),
  messages: async host => (await import('./messages/message-commands.ts')).messageCommands(host),
  mcp: async host => (await import('./mcp/mcp-command.ts')).mcpCommand(host),
  completion: async host => (await import('./completion/completion-commands.ts')).completionCommand(host),
  complete: async host => (await import('./completion/completion-commands.ts')).completeCommand(host),
};

/** Commands without output options. The value is the reason, which help and error messages state. */
export const WITHOUT_OUTPUT: Readonly<Record<string, string>> = {
  'logs report': 'it writes a Markdown document; logs patterns, diff and histogram print parts of it as rows',
  mcp: 'it speaks the protocol on standard output',
  login: 'it prints nothing on standard output; whoami prints the identity',
  logout: 'it prints nothing on standard output; whoami prints the identity',
  'config schema': 'it prints one JSON Schema',
  completion: 'it prints a script for the shell',
};

/** Nouns, each followed by its verbs. */
export const commandsOf = (program: CommandUnknownOpts): readonly CommandUnknownOpts[] =>
  program.commands.flatMap(noun => [noun, ...noun.commands]);

export const wordsOf = (command: CommandUnknownOpts): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();

export const descriptionOf = (command: CommandUnknownOpts): string =>
  command.description() || sentence(command.summary());

/**
 * Adds commands to `program`: all, or only those of a noun and verb. `host` must read its options from
 * this `program`. docs/COMMANDS.md, the completions and the man page are generated from the result.
 */
export const createProgram = async (
  host: Host,
  [noun, verb]: readonly [noun?: Noun, verb?: string | undefined] = [],
  program = commandProgram(),
) => {
  for (const name of noun === undefined ? NOUNS : [noun])
    program.addCommand((await COMMANDS[name](host, verb)) as Command, {hidden: name === 'complete'});
  for (const command of commandsOf(program)) {
    const reason = WITHOUT_OUTPUT[wordsOf(command)];
    if (reason !== undefined) command.description(`${descriptionOf(command)} Takes no --output: ${reason}.`);
  }
  return program;
};
