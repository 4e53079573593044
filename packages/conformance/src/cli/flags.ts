import {parseArgs} from 'node:util';
import {readGatewayUrl} from '@edge-console/schema';
import type {Output} from '../report.ts';

/** A flag or a file that cannot be used. The message is one line. */
export class UsageError extends Error {}

export const HELP = `Usage: edge-conformance --base-url URL [flags]

Checks a gateway against the Administration Service Interface and prints which rules hold.

  --base-url URL             URL of the admin site
  --console-url URL          URL of the console (default: the base URL)
  --api-token-file FILE      file with an API token; or EDGE_CONSOLE_API_TOKEN in the environment
  --console-token-file FILE  file with an API token of the console (default: the API token);
                             or EDGE_CONSOLE_CONSOLE_TOKEN
  --username NAME            account to log in with
  --password-file FILE       file with its password; or EDGE_CONSOLE_PASSWORD
  --agent ID                 agent whose applications to check (default: one that the console lists)
  --write                    also create, change and delete API tokens of this run
  --ca-file FILE             trust the authorities in this file (PEM)
  --pin SHA256               trust only the certificate with this fingerprint
  --insecure                 trust any certificate
  --timeout SECONDS          time limit for one request (default 15)
  --strict                   exit with 1 on a difference too
  --output table|ndjson      default table
  --help, --version

Exit code: 0; 1 on a violation; 2 if a flag, a file or the gateway cannot be used; 128 + N after signal N.
`;

const text = {type: 'string'} as const;
const flag = {type: 'boolean'} as const;
const FLAGS = {
  'base-url': text,
  'console-url': text,
  'api-token-file': text,
  'console-token-file': text,
  username: text,
  'password-file': text,
  agent: text,
  write: flag,
  'ca-file': text,
  pin: text,
  insecure: flag,
  timeout: text,
  strict: flag,
  output: text,
  help: flag,
  version: flag,
} as const;

export interface Flags {
  readonly baseUrl: string;
  readonly consoleUrl: string | undefined;
  readonly apiTokenFile: string | undefined;
  readonly consoleTokenFile: string | undefined;
  readonly username: string | undefined;
  readonly passwordFile: string | undefined;
  readonly agent: string | undefined;
  readonly write: boolean;
  readonly trust:
    | {readonly kind: 'ca-file'; readonly path: string}
    | {readonly kind: 'pin'; readonly sha256: string}
    | {readonly kind: 'system' | 'insecure'};
  readonly timeoutMs: number;
  readonly strict: boolean;
  readonly output: Output;
}

type Command = {readonly kind: 'help' | 'version'} | {readonly kind: 'run'; readonly flags: Flags};

/** Parses the command line. Throws {@link UsageError}. */
export const parseFlags = (argv: readonly string[]): Command => {
  const values = read(argv);
  if (values.help) return {kind: 'help'};
  if (values.version) return {kind: 'version'};
  const {username, agent, output = 'table', timeout = '15'} = values;
  if (output !== 'table' && output !== 'ndjson') throw new UsageError('--output must be table or ndjson');
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= 3600))
    throw new UsageError('--timeout must be a number of seconds, more than 0 and at most 3600');
  if (values['base-url'] === undefined) throw new UsageError('--base-url is missing; see --help');
  if (values['password-file'] !== undefined && username === undefined) {
    throw new UsageError('--password-file needs --username');
  }
  return {
    kind: 'run',
    flags: {
      baseUrl: url('--base-url', values['base-url']),
      consoleUrl: values['console-url'] === undefined ? undefined : url('--console-url', values['console-url']),
      apiTokenFile: values['api-token-file'],
      consoleTokenFile: values['console-token-file'],
      username,
      passwordFile: values['password-file'],
      agent,
      write: values.write ?? false,
      trust: trust(values),
      timeoutMs: seconds * 1000,
      strict: values.strict ?? false,
      output,
    },
  };
};

type Values = {readonly [K in keyof typeof FLAGS]?: (typeof FLAGS)[K]['type'] extends 'boolean' ? boolean : string};

const read = (argv: readonly string[]): Values => {
  try {
    return parseArgs({args: [...argv], options: FLAGS, strict: true}).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n', 1)[0]);
  }
};

const url = (flag: string, text: string): string => {
  const read = readGatewayUrl(text);
  if ('problem' in read) throw new UsageError(`${flag} ${read.problem}`);
  return text;
};

const trust = ({'ca-file': path, pin, insecure}: Values): Flags['trust'] => {
  const given = [path, pin, insecure].filter(value => value !== undefined);
  if (given.length > 1) throw new UsageError('--ca-file, --pin and --insecure exclude each other');
  if (path !== undefined) return {kind: 'ca-file', path};
  if (pin === undefined) return {kind: insecure ? 'insecure' : 'system'};
  if (!/^[0-9a-f]{64}$/i.test(pin.replaceAll(':', ''))) throw new UsageError('--pin must be a SHA-256 in hexadecimal');
  return {kind: 'pin', sha256: pin};
};
