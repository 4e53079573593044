import {Command} from '@commander-js/extra-typings';
import {agentCommands, appCommands} from './apps.ts';
import {configCommands} from './config.ts';
import type {Host} from './host.ts';
import {logCommands} from './logs/commands.ts';
import {profileCommands} from './profiles.ts';
import {tokenCommands} from './tokens/commands.ts';

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
    .option('--errors <form>', 'text, or json: one object on standard error');

export type ProgramOptions = ReturnType<ReturnType<typeof withConnection>['opts']>;

/** The commands of the console: docs/COMMANDS.md, completions and the man page are made from them. */
export const createProgram = (host: (options: () => ProgramOptions) => Host) => {
  const program = withConnection(new Command('edge-console'));
  const options = () => program.opts();
  const made = host(options);
  const nouns = [
    logCommands(made),
    tokenCommands(made),
    appCommands(made),
    agentCommands(made),
    profileCommands(made),
    configCommands(made, () => options().config),
  ];
  for (const noun of nouns) program.addCommand(noun as unknown as Command);
  return program;
};
