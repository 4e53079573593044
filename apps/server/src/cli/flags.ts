import {parseArgs} from 'node:util';
import type {ErrorStyle} from '../http/failure.ts';
import {LOG_LEVELS, type LogLevel} from '../http/log.ts';
import {MAX_DEMO_LOGS} from '../seed/demo.ts';
import {flag, reasonOf, text} from './terminal.ts';

export const HELP = `Usage: edge-server [flags]
       edge-server import --nginx FILE --database DATABASE [flags]   (edge-server import --help)
       edge-server generate [flags]                                   (edge-server generate --help)

  --host HOST             address to listen on (default 127.0.0.1)
  --port PORT             port to listen on, 0 = any free one (default 8080)
  --database DATABASE     SQLite file, made when missing, :memory: (default), or postgres://…
  --seed demo|FILE        fill an empty database with demo data or with a JSON file
  --seed-logs N           error-log entries of the demo data (default 50000)
  --live                  let new error-log entries keep arriving
  --errors http|envelope  failures with their HTTP status (default), or as HTTP 200 with status in the body
  --tls-cert FILE         serve HTTPS with this certificate (PEM) …
  --tls-key FILE          … and this key (PEM)
  --control-secret-file FILE  serve /__control to this machine with the secret in this file
                              (or in the environment variable EDGE_SERVER_CONTROL_SECRET)
  --fault-header          obey the request header x-edge-fault of this machine
  --fault-seed N          what faults draw their chances from (default 1)
  --log-level LEVEL       fatal, error (default), warn, info, debug or trace, as JSON lines on stderr
  --help, --version
`;

export interface Flags {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** `demo` or a path. */
  readonly seed: string | undefined;
  readonly seedLogs: number | undefined;
  readonly live: boolean;
  readonly errors: ErrorStyle;
  readonly tls: {readonly cert: string; readonly key: string} | undefined;
  /** A path. */
  readonly controlSecretFile: string | undefined;
  readonly faultHeader: boolean;
  readonly faultSeed: number | undefined;
  readonly logLevel: LogLevel;
}

export type Parsed =
  | {readonly kind: 'run'; readonly flags: Flags}
  | {readonly kind: 'help'}
  | {readonly kind: 'version'}
  | {readonly kind: 'unusable'; readonly problem: string};

/** A problem with flags or files, told in one line. */
export class Unusable extends Error {}

const FLAGS = {
  host: text,
  port: text,
  database: text,
  seed: text,
  'seed-logs': text,
  live: flag,
  errors: text,
  'tls-cert': text,
  'tls-key': text,
  'control-secret-file': text,
  'fault-header': flag,
  'fault-seed': text,
  'log-level': text,
  help: flag,
  version: flag,
};

/** Reads the command line. What is unusable is told in one line, and nothing is thrown. */
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

type Values = {readonly [K in keyof typeof FLAGS]?: (typeof FLAGS)[K]['type'] extends 'boolean' ? boolean : string};

const toFlags = (values: Values): Flags => {
  const {host = '127.0.0.1', port = '8080', database = ':memory:', seed, errors = 'http', live = false} = values;
  const seedLogs = values['seed-logs'];
  if (seedLogs !== undefined && seed !== 'demo') throw new Unusable('--seed-logs goes with --seed demo');
  if (errors !== 'http' && errors !== 'envelope') throw new Unusable('--errors is http or envelope');
  if (host === '' || database === '' || seed === '') throw new Unusable('--host, --database and --seed need a value');
  return {
    host,
    port: whole('--port', port, 65_535),
    database,
    seed,
    seedLogs: seedLogs === undefined ? undefined : whole('--seed-logs', seedLogs, MAX_DEMO_LOGS),
    live,
    errors,
    tls: tlsFlags(values['tls-cert'], values['tls-key']),
    ...testFlags(values),
    logLevel: levelFlag(values['log-level']),
  };
};

const testFlags = (values: Values) => {
  const [file, seed] = [values['control-secret-file'], values['fault-seed']];
  if (file === '') throw new Unusable('--control-secret-file needs a value');
  return {
    controlSecretFile: file,
    faultHeader: values['fault-header'] ?? false,
    faultSeed: seed === undefined ? undefined : whole('--fault-seed', seed, 2 ** 31),
  };
};

const levelFlag = (level = 'error'): LogLevel => {
  const known = LOG_LEVELS.find(name => name === level);
  if (!known) throw new Unusable(`--log-level is one of ${LOG_LEVELS.join(', ')}`);
  return known;
};

const whole = (name: string, value: string, maximum: number): number => {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= maximum)) throw new Unusable(`${name} is a whole number from 0 to ${maximum}`);
  return number;
};

const tlsFlags = (cert: string | undefined, key: string | undefined): Flags['tls'] => {
  if (cert === undefined && key === undefined) return undefined;
  if (!cert || !key) throw new Unusable('--tls-cert and --tls-key go together');
  return {cert, key};
};
