import {parseArgs} from 'node:util';
import {nearest} from '../text/nearest.ts';
import {themeNames} from '../theme/themes.ts';

/** A SHA-256 fingerprint, with or without colons. */
export const PIN_SHA256 = /^([0-9a-f]{2}:?){32}$/i;

/** Invalid command line or config. main prints the message as one line on stderr and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const options = {
  url: {type: 'string'},
  'console-url': {type: 'string'},
  'api-token-file': {type: 'string'},
  'console-token-file': {type: 'string'},
  'ca-file': {type: 'string'},
  'pin-sha256': {type: 'string'},
  insecure: {type: 'boolean'},
  profile: {type: 'string'},
  config: {type: 'string'},
  tab: {type: 'string'},
  accessible: {type: 'boolean'},
  ascii: {type: 'boolean'},
  theme: {type: 'string'},
  help: {type: 'boolean', short: 'h'},
  version: {type: 'boolean', short: 'V'},
} as const;

/** First words of commands, which print instead of opening the full screen. */
export const NOUNS = [
  'logs',
  'tokens',
  'apps',
  'agents',
  'login',
  'logout',
  'whoami',
  'profiles',
  'doctor',
  'config',
  'completion',
  'complete',
] as const;

/** The noun of a command line; undefined for the full screen. Options may come before it. */
export const nounOf = (argv: readonly string[]): string | undefined => {
  const commandOptions = {errors: {type: 'string'}, quiet: {type: 'boolean'}, 'no-input': {type: 'boolean'}} as const;
  const {positionals} = parseArgs({
    args: [...argv],
    options: {...options, ...commandOptions},
    allowPositionals: true,
    strict: false,
  });
  return NOUNS.find(noun => noun === positionals[0]);
};

export type Flags = ReturnType<typeof parse>['values'];

export interface Args {
  /** `demo` runs the reference server in this process and signs in to it. */
  readonly command: 'console' | 'demo';
  readonly flags: Flags;
}

const parse = (argv: readonly string[]) => parseArgs({args: [...argv], options, allowPositionals: true, strict: true});

export const readArgs = (argv: readonly string[]): Args => {
  const {values, positionals} = parseOrExplain(argv);
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== undefined && command !== 'demo')) {
    const near = nearest(command ?? '', [...NOUNS, 'demo']);
    const hint = near === undefined ? 'See --help.' : `Did you mean ${near}?`;
    throw new UsageError(`unknown command ${JSON.stringify(positionals.join(' '))}. ${hint}`);
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new UsageError(`--${name} needs a value.`);
  }
  return {command: command ?? 'console', flags: values};
};

const parseOrExplain = (argv: readonly string[]) => {
  try {
    return parse(argv);
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0] : 'unusable arguments';
    throw new UsageError(`${message?.replace(/\.?\s*To specify.*$/, '')} See --help.`);
  }
};

/** The text of `--help`. `say` puts the default keys into it. */
export const usage = (tabs: readonly string[], say: (text: string) => string): string =>
  say(`edge-console: a full-screen console for operators of an edge gateway

  edge-console --url https://edge.example.com     sign in on {sign-in}
  edge-console --url … --api-token-file FILE      use an API token
  edge-console demo                               run against a built-in server with demo data
  edge-console logs|tokens|apps|agents|profiles|config VERB …
  edge-console login|logout|whoami|doctor|completion
                                                  print instead: see edge-console logs --help

  --url URL                 administration URL of the gateway
  --console-url URL         URL of the gateway's console, if it is another one
  --api-token-file FILE     file with the API token; or set EDGE_CONSOLE_API_TOKEN
  --console-token-file FILE file with the console's own API token; or set EDGE_CONSOLE_CONSOLE_TOKEN
  --tab NAME                tab to open: ${tabs.join(', ')}
  --ca-file FILE            trust the certificate authorities of this PEM file
  --pin-sha256 HEX          trust only the certificate with this SHA-256 fingerprint
  --insecure                trust any certificate; the header shows it
  --profile NAME            profile of the config file
  --config FILE             config file; default $XDG_CONFIG_HOME/edge-console/config.json
  --accessible              lines that are only appended, for screen readers; or set ACCESSIBLE=1
  --ascii                   draw with ASCII characters only
  --theme NAME              colours: ${themeNames.join(', ')}; NO_COLOR chooses mono
  --help, --version

Inside, {global.help} lists the keys. Without a terminal, one text frame per tab is printed.
`);
