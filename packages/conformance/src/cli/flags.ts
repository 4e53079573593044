import {Command, type CommanderError, InvalidArgumentError, Option} from '@commander-js/extra-typings';

const numberFrom =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`expected a number from ${least} to ${most}`);
  };

/** Refuses `--out --dry-run`, which would record to a folder with the name `--dry-run`. */
const folderFrom = (text: string): string => {
  if (!text.startsWith('--')) return text;
  throw new InvalidArgumentError('expected a folder; write ./ before a name that begins with --');
};

const gatewayCommand = (name: string, version: string) =>
  new Command(name)
    .option('--base-url <url>', 'URL of the admin site')
    .option('--console-url <url>', 'URL of the console (default: the base URL)')
    .option('--api-token-file <file>', 'file with an API token; or EDGE_CONSOLE_API_TOKEN in the environment')
    .option(
      '--console-token-file <file>',
      'file with an API token of the console (default: the API token); or EDGE_CONSOLE_CONSOLE_TOKEN',
    )
    .option('--username <name>', 'account to log in with')
    .option('--password-file <file>', 'file with its password; or EDGE_CONSOLE_PASSWORD')
    .option('--agent <id>', 'agent whose applications to check (default: one that the console lists)')
    .addOption(
      new Option('--ca-file <file>', 'trust the authorities in this file (PEM)').conflicts(['pin', 'insecure']),
    )
    .addOption(new Option('--pin <sha256>', 'trust only the certificate with this fingerprint').conflicts('insecure'))
    .option('--insecure', 'trust any certificate')
    .option('--timeout <seconds>', 'time limit for one request', numberFrom(0.001, 3600), 15)
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this text');

export const checkCommand = (version: string) =>
  gatewayCommand('edge-conformance', version)
    .description('Checks a gateway against the Administration Service Interface and prints which rules hold.')
    .option('--write', 'also create, change and delete API tokens of this run')
    .option('--strict', 'exit with 1 on a difference too')
    .addOption(new Option('--output <form>', 'form of the report').choices(['table', 'ndjson']).default('table'))
    .addHelpText(
      'after',
      '\nExit code: 0; 1 on a violation; 2 if a flag, a file or the gateway cannot be used; 128 + N after signal N.',
    );

export const recordCommand = (version: string) =>
  gatewayCommand('record', version)
    .summary('write files with which edge-server --twin imitates a gateway')
    .description(
      'Observes a gateway without writing, and writes files with which edge-server --twin DIR behaves like it. ' +
        'Texts, names and addresses in the files are replaced.',
    )
    .option('--url <url>', 'the same as --base-url')
    .requiredOption('--out <dir>', 'new folder for the files', folderFrom)
    .option('--rate <n>', 'requests per second', numberFrom(0.01, 1000), 2)
    .option('--max-requests <n>', 'limit of requests', numberFrom(20, 100_000), 300)
    .option('--key-file <file>', 'key of the replacements, for the same ones again (default: a random key, not kept)')
    .option('--dry-run', 'print the plan and send nothing');

export type GatewayFlags = ReturnType<ReturnType<typeof gatewayCommand>['opts']>;
export type CheckFlags = ReturnType<ReturnType<typeof checkCommand>['opts']>;
export type RecordFlags = ReturnType<ReturnType<typeof recordCommand>['opts']>;

/** Removes the arguments that Commander quotes, since they may be secrets. */
export const usageProblem = ({message}: CommanderError): string =>
  message
    .replace(/^error: /, '')
    .replace(/^option '(\S+).*' argument '.*' is invalid\. /s, '$1: ')
    .replace(/^(unknown option '(?:--[^'=]*|-[^-])).*/s, "$1'")
    .replace(/^(too many arguments).*/s, '$1');
