import {parseArgs} from 'node:util';
import {LOG_LEVELS, type LogLevel} from '../http/logging/log.ts';
import type {ErrorStyle} from '../http/responses/failure.ts';
import {MAX_DEMO_LOGS} from '../seed/demo.ts';
import {flag, reasonOf, text} from './terminal.ts';
import {TEST_FLAGS, TEST_HELP, type TestFlags, type TestValues, testFlags} from './test-flags.ts';

export const HELP = `Usage: edge-server [flags]
       edge-server healthcheck [--url URL]   (edge-server healthcheck --help)

  --host HOST             address to listen on (default 127.0.0.1)
  --port PORT             port to listen on, 0 for any free port (default 8080)
  --database DATABASE     :memory: (default), a SQLite file, created if missing, or postgres://…
  --seed demo|FILE        fill a database without data with demo data or a JSON file
  --seed-logs N           number of error-log entries of the demo data (default 50000)
  --live                  keep adding error-log entries
  --wait DURATION         wait for an unreachable database, such as 30s or 2m (default 0s)
  --errors http|envelope  HTTP status of failures: their own (default) or always 200
  --tls-cert FILE         certificate for HTTPS (PEM); needs --tls-key
  --tls-key FILE          key for HTTPS (PEM); needs --tls-cert
  --log-level LEVEL       fatal, error (default), warn, info, debug or trace; JSON lines on stderr
  --help, --version
${TEST_HELP}`;

export interface Flags {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** `demo` or the path of a seed file. */
  readonly seed: string | undefined;
  readonly seedLogs: number | undefined;
  readonly live: boolean;
  /** Time to wait for the database, in ms. */
  readonly waitMs: number;
  readonly errors: ErrorStyle;
  readonly tls: {readonly cert: string; readonly key: string} | undefined;
  readonly test: TestFlags;
  readonly logLevel: LogLevel;
}

type Parsed =
  | {readonly kind: 'run'; readonly flags: Flags}
  | {readonly kind: 'help'}
  | {readonly kind: 'version'}
  | {readonly kind: 'unusable'; readonly problem: string};

/** A flag or file that cannot be used; the message is one line. */
export class UnusableFlag extends Error {}

const FLAGS = {
  host: text,
  port: text,
  database: text,
  seed: text,
  'seed-logs': text,
  live: flag,
  wait: text,
  errors: text,
  'tls-cert': text,
  'tls-key': text,
  ...TEST_FLAGS,
  'log-level': text,
  help: flag,
  version: flag,
};

/** Parses the command line. Never throws; a problem is returned as one line. */
export const parseFlags = (argv: readonly string[]): Parsed => {
  try {
    const {values} = parseArgs({args: [...argv], options: FLAGS, strict: true});
    if (values.help) return {kind: 'help'};
    if (values.version) return {kind: 'version'};
    return {kind: 'run', flags: toFlags(values)};
  } catch (error) {
    return {kind: 'unusable', problem: reasonOf(error)};
  }
};

type OwnName = Exclude<keyof typeof FLAGS, keyof typeof TEST_FLAGS>;
type Values = TestValues & {
  readonly [K in OwnName]?: (typeof FLAGS)[K]['type'] extends 'boolean' ? boolean : string;
};

const toFlags = (values: Values): Flags => {
  const {host = '127.0.0.1', port = '8080', database = ':memory:', seed, errors = 'http', live = false} = values;
  const seedLogs = values['seed-logs'];
  if (seedLogs !== undefined && seed !== 'demo') throw new UnusableFlag('--seed-logs needs --seed demo');
  if (errors !== 'http' && errors !== 'envelope') throw new UnusableFlag('--errors must be http or envelope');
  if (host === '' || database === '' || seed === '')
    throw new UnusableFlag('--host, --database and --seed need a value');
  return {
    host,
    port: parseInteger('--port', port, 65_535),
    database,
    seed,
    seedLogs: seedLogs === undefined ? undefined : parseInteger('--seed-logs', seedLogs, MAX_DEMO_LOGS),
    live,
    waitMs: parseDuration('--wait', values.wait ?? '0s'),
    errors,
    tls: tlsFlags(values['tls-cert'], values['tls-key']),
    test: testFlags(values),
    logLevel: levelFlag(values['log-level']),
  };
};

const levelFlag = (level = 'error'): LogLevel => {
  const known = LOG_LEVELS.find(name => name === level);
  if (!known) throw new UnusableFlag(`--log-level must be one of ${LOG_LEVELS.join(', ')}`);
  return known;
};

const parseInteger = (name: string, value: string, maximum: number): number => {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= maximum)) throw new UnusableFlag(`${name} must be an integer from 0 to ${maximum}`);
  return number;
};

const UNITS = {ms: 1, s: 1000, m: 60_000} as const;

const parseDuration = (name: string, value: string): number => {
  const [, digits, unit] = /^(\d{1,6})(ms|s|m)$/.exec(value) ?? [];
  if (digits === undefined) throw new UnusableFlag(`${name} must be a duration such as 500ms, 30s or 2m`);
  return Number(digits) * UNITS[unit as keyof typeof UNITS];
};

const tlsFlags = (cert: string | undefined, key: string | undefined): Flags['tls'] => {
  if (cert === undefined && key === undefined) return undefined;
  if (!cert || !key) throw new UnusableFlag('--tls-cert and --tls-key must be used together');
  return {cert, key};
};
