import {parseArgs} from 'node:util';
import type {Output} from '../report/report.ts';
import {Unusable} from './unusable.ts';

export const HELP = `Usage: edge-conformance --base-url URL [flags]

Asks a gateway about every sentence of the interface, and prints what held and what did not.

  --base-url URL             the admin site
  --console-url URL          the console (default: the base URL)
  --api-token-file FILE      file with an API token …
                             … or in the environment variable EDGE_CONSOLE_API_TOKEN
  --console-token-file FILE  file with an API token of the console (default: the API token) …
                             … or in EDGE_CONSOLE_CONSOLE_TOKEN
  --username NAME            account to log in with; its password …
  --password-file FILE       … in a file, or in EDGE_CONSOLE_PASSWORD
  --agent ID                 agent to look at (default: one that the console lists)
  --write                    also make, change and delete API tokens, all of them its own
  --ca-file FILE             trust the authorities in this file (PEM)
  --pin SHA256               trust the certificate with this fingerprint alone
  --insecure                 trust any certificate
  --timeout SECONDS          for one request (default 15)
  --strict                   exit with 1 on a difference, too
  --output table|ndjson      default table
  --help, --version

Exit code: 0, 1 on a violation, 2 where a flag, a file or the gateway cannot be used.
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

export type Asked = {readonly kind: 'help' | 'version'} | {readonly kind: 'run'; readonly flags: Flags};

/** Reads the command line. Throws {@link Unusable}. */
export const parseFlags = (argv: readonly string[]): Asked => {
  const values = read(argv);
  if (values.help) return {kind: 'help'};
  if (values.version) return {kind: 'version'};
  const {username, agent, output = 'table', timeout = '15'} = values;
  if (output !== 'table' && output !== 'ndjson') throw new Unusable('--output is table or ndjson');
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= 3600)) throw new Unusable('--timeout is a number of seconds, up to 3600');
  if (values['base-url'] === undefined) throw new Unusable('--base-url is missing; --help tells more');
  if (values['password-file'] !== undefined && username === undefined) {
    throw new Unusable('--password-file goes with --username');
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
    throw new Unusable((error as Error).message.split('\n', 1)[0]);
  }
};

const url = (flagName: string, value: string): string => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new Unusable(`${flagName} is a URL that starts with http:// or https://`);
  }
  // It would be printed, and kept in the history of shells.
  if (parsed.username || parsed.password) throw new Unusable(`${flagName} must not hold a username or password`);
  return value;
};

const trust = ({'ca-file': path, pin, insecure}: Values): Flags['trust'] => {
  const given = [path, pin, insecure].filter(value => value !== undefined);
  if (given.length > 1) throw new Unusable('--ca-file, --pin and --insecure exclude each other');
  if (path !== undefined) return {kind: 'ca-file', path};
  if (pin === undefined) return {kind: insecure ? 'insecure' : 'system'};
  if (!/^[0-9a-f]{64}$/i.test(pin.replaceAll(':', ''))) throw new Unusable('--pin is a SHA-256 in hexadecimal');
  return {kind: 'pin', sha256: pin};
};
