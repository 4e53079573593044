import {readFile} from 'node:fs/promises';
import {tryParseJson} from '@edge-console/schema/values';
import * as z from 'zod';
import type {Clock} from './clock.ts';
import type {PasswordCost, RandomBytes} from './credentials.ts';
import {LOG_LEVELS, type LogOptions} from './http/logging/log.ts';
import {describeIssue, suggest} from './http/requests/decode.ts';
import type {ErrorStyle} from './http/responses/failure.ts';
import {checkTls, type Tls} from './http/tls.ts';
import {MAX_DEMO_LOGS} from './seed/demo.ts';
import type {SeedInput} from './seed/seed.ts';
import type {Extension} from './site.ts';
import type {Store} from './store/store.ts';
import type {LoginLimits} from './trust/throttle.ts';

export interface Flag {
  /** Such as `--port PORT`. A flag without a placeholder has no value. */
  readonly usage: string;
  readonly help: string;
  /** Converts the text of the flag. Throws an Error with a one-line message. Default: returns the text. */
  readonly read?: (text: string) => unknown;
  readonly repeatable?: true;
}

export interface Option<T> {
  readonly schema: z.ZodType<T, T>;
  readonly flag: Flag | undefined;
}

export const option = <T>(schema: z.ZodType, flag?: Flag): Option<T> => ({schema: schema as z.ZodType<T, T>, flag});

const text = z.string('expected a non-empty string').min(1, 'expected a non-empty string');
export const boolean = z.boolean('expected true or false');
export const callable = z.custom(value => typeof value === 'function', 'expected a function');
export const integer = z.int('expected an integer');
const integerUpTo = (maximum: number) => {
  const expected = `expected an integer from 0 to ${maximum}`;
  return z.int(expected).min(0, expected).max(maximum, expected);
};
export const limit = integerUpTo(Number.MAX_SAFE_INTEGER);
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.enum(values, `expected ${values.join(' or ')}`);

const withMethod = (name: string) =>
  z.custom(
    value => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function',
    `expected an object with ${name} (a function)`,
  );

const strictObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => {
  const keys = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({code}) => `expected an object with ${keys}${code === 'unrecognized_keys' ? ' and nothing else' : ''}`,
  });
};

const pem = z.union([z.string(), z.instanceof(Uint8Array)], 'expected PEM');
const tls = strictObject({cert: pem, key: pem}).check(({value, issues}) => {
  try {
    checkTls(value as Tls);
  } catch (error) {
    issues.push({code: 'custom', input: undefined, message: (error as Error).message});
  }
});

// Longest delay that a Node.js timer supports.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Returns a text that is not all digits unchanged, so that the schema of the option rejects it. */
export const readInteger = (value: string): unknown => (/^\d+$/.test(value) ? Number(value) : value);

export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${error.code ?? 'unknown error'})`);
  });

export const readJson = async (path: string): Promise<unknown> => {
  const value = tryParseJson(await readText(path));
  if (value === undefined) throw new Error(`${path} is not valid JSON`);
  return value;
};

const readLines = async (path: string): Promise<readonly string[]> =>
  (await readText(path)).split('\n').flatMap(line => line.trim() || []);

const LIMIT_NAMES = {account: 'perAccount', address: 'perAddress', window: 'windowMs'} as const;

const readLimits = (value: string): Partial<LoginLimits> =>
  Object.fromEntries(
    value.split(',').map(part => {
      const [, name, number = ''] = /^(account|address|window)=(\d{1,9})$/.exec(part) ?? [];
      if (name === undefined) throw new Error('expected limits such as account=3,address=50,window=60');
      return [LIMIT_NAMES[name as keyof typeof LIMIT_NAMES], Number(number) * (name === 'window' ? 1000 : 1)];
    }),
  );

export const OPTIONS = {
  /** `:memory:` (default; nothing is stored on disk), a SQLite file (created if missing), or `postgres://…`. */
  database: option<string>(text, {
    usage: '--database DATABASE',
    help: '`:memory:` (default), a SQLite file, created if missing, or `postgres://…`',
  }),
  /** A store to use instead of `database`. It stays open when the server closes. */
  store: option<Store>(withMethod('transaction')),
  /** Clock of the server. Default: the time of the system. */
  clock: option<Clock>(callable),
  /** Source of the random bytes for tokens and sessions. Default: a cryptographically secure source. */
  random: option<RandomBytes>(callable),
  /** Initial data, loaded at the start unless the database has data. Validated by {@link parseSeed}. */
  seed: option<SeedInput | 'demo'>(z.unknown(), {
    usage: '--seed demo|FILE',
    help: 'fill a database without data with demo data or a JSON file',
    read: value => (value === 'demo' ? value : readJson(value)),
  }),
  /** Number of error-log entries of `seed: 'demo'`, 0 to 10,000,000; default 50,000. */
  seedLogs: option<number>(integerUpTo(MAX_DEMO_LOGS), {
    usage: '--seed-logs N',
    help: 'number of error-log entries of the demo data; default 50000',
    read: readInteger,
  }),
  /** HTTP status of failure responses: the failure's own status (`http`, the default) or always 200 (`envelope`). */
  errors: option<ErrorStyle>(oneOf('http', 'envelope'), {
    usage: '--errors http|envelope',
    help: 'HTTP status of failures: their own (default) or always 200',
  }),
  /** Address to listen on; default 127.0.0.1. */
  host: option<string>(text, {usage: '--host HOST', help: 'address to listen on; default 127.0.0.1'}),
  /** Port to listen on; default 0, any free port. */
  port: option<number>(integerUpTo(65_535), {
    usage: '--port PORT',
    help: 'port to listen on, 0 for any free port; default 8080',
    read: readInteger,
  }),
  /** Certificate and key. If set, the server serves HTTPS instead of HTTP. */
  tls: option<Tls>(tls),
  /**
   * Port of the gateway's console. If set, the paths of agents and applications are served on this port, not on `port`.
   * 0 means any free port. Requests to this port need one of `consoleTokens` (docs/field-facts.md#7).
   */
  consolePort: option<number>(integerUpTo(65_535), {
    usage: '--console-port PORT',
    help: 'serve the agent paths on this port alone, to tokens of their own',
    read: readInteger,
  }),
  /** API tokens of `consolePort`. Default: one random token of 32 hex digits, returned as `server.consoleToken`. */
  consoleTokens: option<readonly string[]>(
    z
      .array(
        z.string().regex(/^[\x21-\x7e]{16,}$/, 'expected 16 or more ASCII characters'),
        'expected an array of tokens',
      )
      .min(1),
    {
      usage: '--console-token-file FILE',
      help: 'tokens of the console, one per line; default one, printed on stderr',
      read: readLines,
    },
  ),
  /** Limits of failed logins. Once a limit is reached, logins get 429. */
  loginLimits: option<Partial<LoginLimits>>(
    strictObject({perAccount: limit, perAddress: limit, windowMs: limit}).partial(),
    {
      usage: '--login-limits LIMITS',
      help: 'such as `account=3,address=50,window=60`: failures, failures, seconds',
      read: readLimits,
    },
  ),
  /** Default `standard`. `minimal` is for tests: only on a loopback address and with an in-memory database. */
  passwordCost: option<PasswordCost>(oneOf('standard', 'minimal'), {
    usage: '--password-cost standard|minimal',
    help: 'cost of password hashes; default standard',
  }),
  /**
   * Whether a response that violates the contract is replaced by a 500. If false, the violation is logged and the
   * response is sent. Default: true.
   */
  strictResponses: option<boolean>(boolean),
  /** Maximum time that `close` waits for active requests, in ms; default 2,000. */
  graceMs: option<number>(integerUpTo(MAX_TIMER_MS)),
  /** Structured logs, one JSON object per line; default none. */
  log: option<LogOptions>(strictObject({level: oneOf(...LOG_LEVELS), stream: withMethod('write').optional()})),
  /** Adds hooks and routes to the server; see {@link Extension}. */
  extension: option<Extension>(callable),
};

export type OptionsOf<R> = {readonly [Name in keyof R]?: R[Name] extends Option<infer T> ? T : never};
export type ServerOptions = OptionsOf<typeof OPTIONS>;

export type Conflict<O> = readonly [problem: string, applies: (options: O) => boolean];

export const CONFLICTS: readonly Conflict<ServerOptions>[] = [
  ['store and database: pass only one', ({store, database}) => store !== undefined && database !== undefined],
  [
    'consoleTokens and consolePort: consoleTokens needs consolePort',
    ({consoleTokens, consolePort}) => consoleTokens !== undefined && consolePort === undefined,
  ],
  ["seedLogs and seed: seedLogs needs seed 'demo'", ({seedLogs, seed}) => seedLogs !== undefined && seed !== 'demo'],
];

export type OptionRecord = Readonly<Record<string, Option<unknown>>>;

/** Throws a RangeError for unknown, invalid or conflicting options. Its message omits values, which may be secrets. */
export const checkOptions = <O extends object>(
  record: OptionRecord,
  conflicts: readonly Conflict<O>[],
  options: O,
): void => {
  const known = Object.keys(record);
  const shape = Object.fromEntries(known.map(name => [name, (record[name] as Option<unknown>).schema.optional()]));
  const schema = z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `unknown option${suggest(issue.keys[0] ?? '', known)}; known: ${known.join(', ')}`
        : 'options: expected an object',
  });
  const [issue] = schema.safeParse(options).error?.issues ?? [];
  if (issue)
    throw new RangeError(issue.path.length === 0 ? issue.message : `option ${describeIssue(issue, 'options')}`);
  const conflict = conflicts.find(([, applies]) => applies(options));
  if (conflict) throw new RangeError(`options ${conflict[0]}`);
};
