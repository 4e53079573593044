import {parseArgs} from 'node:util';
import {UsageError} from '../check.ts';

export const HELP = `Usage: edge-conformance --base-url URL [flags]
       edge-conformance record --url URL --out DIR [flags]

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

record: observes a gateway without writing, and writes files with which edge-server --twin DIR behaves like it.
Texts, names and addresses in the files are replaced. Also takes the flags above, except --write, --strict and --output.

  --url URL                  URL of the admin site, as --base-url
  --out DIR                  new folder for the files
  --rate N                   requests per second (default 2)
  --max-requests N           limit of requests (default 300)
  --key-file FILE            key of the replacements, for the same ones again (default: a random key, not kept)
  --dry-run                  print the plan and send nothing

Exit code: 0; 1 on a violation; 2 if a flag, a file or the gateway cannot be used; 128 + N after signal N.
`;

const texts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, {type: 'string'}])) as Record<Name, {type: 'string'}>;
const switches = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, {type: 'boolean'}])) as Record<Name, {type: 'boolean'}>;

const SHARED_FLAGS = {
  ...texts('base-url', 'console-url', 'api-token-file', 'console-token-file', 'username', 'password-file', 'agent'),
  ...texts('ca-file', 'pin', 'timeout'),
  ...switches('insecure', 'help', 'version'),
};
const FLAGS = {...SHARED_FLAGS, ...texts('output'), ...switches('write', 'strict')};
const RECORD_FLAGS = {
  ...SHARED_FLAGS,
  ...texts('url', 'out', 'rate', 'max-requests', 'key-file'),
  ...switches('dry-run'),
};

type ValuesOf<F> = {
  readonly [K in keyof F]?: F[K] extends {type: 'boolean'} ? boolean : string;
};
export type Flags = ValuesOf<typeof FLAGS>;
export type RecordFlags = ValuesOf<typeof RECORD_FLAGS>;

export const parseFlags = (argv: readonly string[]): Flags =>
  valuesOf(() => parseArgs({args: [...argv], options: FLAGS}));

export const parseRecordFlags = (argv: readonly string[]): RecordFlags => {
  const {url, ...flags} = valuesOf(() => parseArgs({args: [...argv], options: RECORD_FLAGS}));
  return {...(url !== undefined && {'base-url': url}), ...flags};
};

const valuesOf = <T>(parse: () => {readonly values: T}): T => {
  try {
    return parse().values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n', 1)[0]);
  }
};
