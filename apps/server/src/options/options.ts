import * as z from 'zod';
import type {Clock, ControlledClock, RandomBytes} from '../clock.ts';
import type {PasswordCost} from '../credentials.ts';
import type {FaultInput} from '../faults/registry.ts';
import type {Logger, LogOptions} from '../http/logging/log.ts';
import {LOG_LEVELS} from '../http/logging/log.ts';
import {describeIssue} from '../http/requests/decode.ts';
import {suggest} from '../http/requests/suggest.ts';
import type {ErrorStyle} from '../http/responses/failure.ts';
import {checkTls, type Tls} from '../http/tls.ts';
import type {Ids} from '../ids.ts';
import type {StrictRequests} from '../journal/plugin.ts';
import {MAX_DEMO_LOGS} from '../seed/demo.ts';
import type {SeedInput} from '../seed/seed.ts';
import type {Store} from '../store/store.ts';
import type {LoginLimits} from '../trust/throttle.ts';

/**
 * Validates options at run time, for callers without TypeScript. Throws a RangeError with the option's name and the
 * expected value; the given value is not repeated. Contents of `seed`, `faults` and `controlSecret` are validated where
 * they are used.
 */
export const checkOptions = (options: unknown): void => {
  const [issue] = optionsSchema.safeParse(options).error?.issues ?? [];
  if (!issue) return;
  throw new RangeError(issue.path.length === 0 ? issue.message : `option ${describeIssue(issue, 'options')}`);
};

const text = z.string('expected a non-empty string').min(1, 'expected a non-empty string');
const flag = z.boolean('expected true or false');
const callable = z.custom(value => typeof value === 'function', 'expected a function');
const integer = z.int('expected an integer');
const integerUpTo = (maximum: number) => {
  const expected = `expected an integer from 0 to ${maximum}`;
  return z.int(expected).min(0, expected).max(maximum, expected);
};
const limit = integerUpTo(Number.MAX_SAFE_INTEGER);
const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.enum(values, `expected ${values.join(' or ')}`);

/** An object, a function or an instance of a class with this method. */
const withMethod = (name: string) =>
  z.custom(
    value => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function',
    `expected an object with ${name} (a function)`,
  );

/** An object without other keys. */
const strictObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => {
  const keys = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({code}) => `expected an object with ${keys}${code === 'unrecognized_keys' ? ' and nothing else' : ''}`,
  });
};

const object = z.looseObject({}, 'expected an object');
const STORE = {
  users: object,
  tokens: object,
  sessions: object,
  credentials: object,
  errorLogs: object,
  agents: object,
  imports: object,
  transaction: callable,
  isShared: callable,
  assertWritable: callable,
  clear: callable,
  close: callable,
} satisfies Record<keyof Store, z.ZodType>;

const pem = z.union([z.string(), z.instanceof(Uint8Array)], 'expected PEM');
const tls = strictObject({cert: pem, key: pem}).check(({value, issues}) => {
  try {
    checkTls(value as Tls);
  } catch (error) {
    issues.push({code: 'custom', input: undefined, message: (error as Error).message});
  }
});

// The longest delay of a Node timer.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A check of an option, with the type of its values. */
const option = <T>(schema: z.ZodType): z.ZodType<T, T> => schema as z.ZodType<T, T>;

/** The options of a server: their meaning, type and check. */
const OPTIONS = {
  /** `:memory:` (default, nothing is stored on disk), a SQLite file, created if missing, or `postgres://…`. */
  database: option<string>(text),
  /** A store to use instead of `database`. It stays open when the server closes. */
  store: option<Store>(z.looseObject(STORE, `expected an object with ${Object.keys(STORE).join(', ')}`)),
  /** Default: real time, advanced by `server.clock.advance()`. */
  clock: option<Clock | ControlledClock>(callable),
  /** Source of tokens, sessions and salts; default: secure random bytes. */
  random: option<RandomBytes>(callable),
  /**
   * Tokens and sessions that are the same in every run, instead of `random`: an integer seed, or `sequential` for
   * `00000000-0000-4000-8000-000000000001` and so on. Loopback only.
   */
  ids: option<Ids>(z.union([integer, z.literal('sequential')], 'expected an integer or sequential')),
  /** Default `standard`. `minimal` is for tests: loopback and in-memory databases only. */
  passwordCost: option<PasswordCost>(oneOf('standard', 'minimal')),
  /** Loaded at the start unless the database has data. Validated as by {@link parseSeed}. */
  seed: option<SeedInput | 'demo'>(z.unknown()),
  /** Number of error-log entries of `seed: 'demo'`, 0 to 10,000,000; default 50,000. */
  seedLogs: option<number>(integerUpTo(MAX_DEMO_LOGS)),
  /** HTTP status of failures: their own (`http`, the default) or always 200 (`envelope`). */
  errors: option<ErrorStyle>(oneOf('http', 'envelope')),
  /** Faults set at the start and after a reset, as by {@link Server.setFault}. */
  faults: option<readonly FaultInput[]>(z.array(z.unknown(), 'expected an array of faults')),
  /** Integer seed of the random numbers of faults; default 1. */
  faultSeed: option<number>(integer),
  /** Whether the request header `x-edge-fault` of loopback peers is honoured; default false. */
  faultHeader: option<boolean>(flag),
  /** Serves `/__control` to loopback peers that send this as `Control-Secret`; 16 or more ASCII characters. */
  // `controlGuard` checks the length.
  controlSecret: option<string>(z.string('expected a string')),
  /**
   * Addresses besides loopback ones that `/__control` is served to, in CIDR notation such as `172.17.0.0/16`; requests
   * through a published port of a container come from its bridge.
   */
  // `peerFilter` parses them.
  controlAllow: option<readonly string[]>(z.array(z.string(), 'expected an array of CIDR blocks')),
  /** Number of recorded requests to keep; default 1,000, 0 records none. */
  keepRequests: option<number>(limit),
  /** Whether recorded requests have headers and bodies, with secrets redacted; default `on`. */
  recordBodies: option<'on' | 'off'>(oneOf('on', 'off')),
  /**
   * What happens to a request that violates the contract: nothing, a note in its record (`flag`, the default), or a 400
   * with the rule (`refuse`).
   */
  strictRequests: option<StrictRequests>(oneOf('off', 'flag', 'refuse')),
  /** Whether a response that violates the contract becomes a 500 (default) or is logged and sent. */
  strictAnswers: option<boolean>(flag),
  /** Limits of failed logins, above which logins get 429. */
  loginLimits: option<Partial<LoginLimits>>(
    strictObject({perAccount: limit, perAddress: limit, windowMs: limit}).partial(),
  ),
  /** Serves HTTPS instead of HTTP. */
  tls: option<Tls>(tls),
  /** Default 127.0.0.1. */
  host: option<string>(text),
  /** Default 0, any free port. */
  port: option<number>(integerUpTo(65_535)),
  /**
   * Serves the agent paths on this port (0 for any free one) instead of `port`, to `consoleTokens` alone
   * (docs/field-facts.md#7).
   */
  consolePort: option<number>(integerUpTo(65_535)),
  /** API tokens of the console; default one of 32 hex digits, `server.consoleToken`. */
  consoleTokens: option<readonly string[]>(
    z
      .array(
        z.string().regex(/^[\x21-\x7e]{16,}$/, 'expected 16 or more ASCII characters'),
        'expected an array of tokens',
      )
      .min(1),
  ),
  /** Time `close` waits for active requests, in ms; default 2,000. */
  graceMs: option<number>(integerUpTo(MAX_TIMER_MS)),
  /** Receives defects, with a stack; default none. */
  logger: option<Logger>(withMethod('error')),
  /** Structured logs, one JSON object per line; default none. */
  log: option<LogOptions>(strictObject({level: oneOf(...LOG_LEVELS), stream: withMethod('write').optional()})),
};

export type ServerOptions = {readonly [Name in keyof typeof OPTIONS]?: z.input<(typeof OPTIONS)[Name]>};

/** Combinations in which one option would be ignored. */
const CONFLICTS: readonly (readonly [problem: string, applies: (options: ServerOptions) => boolean])[] = [
  ['store and database: pass only one', ({store, database}) => store !== undefined && database !== undefined],
  ['ids and random: pass only one', ({ids, random}) => ids !== undefined && random !== undefined],
  [
    'consoleTokens and consolePort: consoleTokens needs consolePort',
    ({consoleTokens, consolePort}) => consoleTokens !== undefined && consolePort === undefined,
  ],
  [
    'controlAllow and controlSecret: controlAllow needs controlSecret',
    ({controlAllow, controlSecret}) => controlAllow !== undefined && controlSecret === undefined,
  ],
  ["seedLogs and seed: seedLogs needs seed 'demo'", ({seedLogs, seed}) => seedLogs !== undefined && seed !== 'demo'],
];

const optionsSchema = z
  .strictObject(OPTIONS, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `unknown option${suggest(issue.keys[0] ?? '', Object.keys(OPTIONS))}; known: ${Object.keys(OPTIONS).join(', ')}`
        : 'options: expected an object',
  })
  .partial()
  .check(({value, issues}) => {
    const conflict = CONFLICTS.find(([, applies]) => applies(value as object as ServerOptions));
    if (conflict) issues.push({code: 'custom', input: undefined, message: `options ${conflict[0]}`});
  });
