import * as z from 'zod';
import {LOG_LEVELS} from '../http/logging/log.ts';
import {describeIssue} from '../http/requests/decode.ts';
import {suggest} from '../http/requests/suggest.ts';
import {checkTls, type Tls} from '../http/tls.ts';
import {MAX_DEMO_LOGS} from '../seed/demo.ts';
import type {Store} from '../store/store.ts';
import type {ServerOptions} from './options.ts';

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

const OPTIONS = {
  database: text,
  store: z.looseObject(STORE, `expected an object with ${Object.keys(STORE).join(', ')}`),
  clock: callable,
  random: callable,
  ids: z.union([integer, z.literal('sequential')], 'expected an integer or sequential'),
  passwordCost: oneOf('standard', 'minimal'),
  seed: z.unknown(),
  seedLogs: integerUpTo(MAX_DEMO_LOGS),
  errors: oneOf('http', 'envelope'),
  faults: z.array(z.unknown(), 'expected an array of faults'),
  faultSeed: integer,
  faultHeader: flag,
  // `controlGuard` checks the length.
  controlSecret: z.string('expected a string'),
  // `peerFilter` parses them.
  controlAllow: z.array(z.string(), 'expected an array of CIDR blocks'),
  keepRequests: limit,
  recordBodies: oneOf('on', 'off'),
  strictRequests: oneOf('off', 'flag', 'refuse'),
  strictAnswers: flag,
  loginLimits: strictObject({perAccount: limit, perAddress: limit, windowMs: limit}).partial(),
  tls,
  host: text,
  port: integerUpTo(65_535),
  consolePort: integerUpTo(65_535),
  consoleTokens: z
    .array(
      z.string().regex(/^[\x21-\x7e]{16,}$/, 'expected 16 or more ASCII characters'),
      'expected an array of tokens',
    )
    .min(1),
  graceMs: integerUpTo(MAX_TIMER_MS),
  logger: withMethod('error'),
  log: strictObject({level: oneOf(...LOG_LEVELS), stream: withMethod('write').optional()}),
} satisfies Record<keyof Required<ServerOptions>, z.ZodType>;

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
