import {LOG_LEVELS} from './http/log.ts';
import {checkTls} from './http/tls.ts';
import type {ServerOptions} from './options.ts';
import {MAX_DEMO_LOGS} from './seed/demo.ts';
import type {Store} from './store/store.ts';

type Check = readonly [expected: string, accepts: (value: unknown) => boolean];

/**
 * Validates options at run time, for callers without TypeScript. Throws a RangeError with the option's name and the
 * expected value; the given value is not repeated. Contents of `seed`, `faults` and `controlSecret` are validated where
 * they are used.
 */
export const checkOptions = (options: unknown): void => {
  if (typeof options !== 'object' || options === null) throw new RangeError('options: expected an object');
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw new RangeError(`unknown option ${JSON.stringify(name)}; known: ${Object.keys(CHECKS).join(', ')}`);
    }
    const [expected, accepts] = CHECKS[name as keyof ServerOptions];
    if (value !== undefined && !accepts(value)) throw new RangeError(`option ${name}: expected ${expected}`);
  }
  const {tls} = options as ServerOptions;
  const [problem] = CONFLICTS.find(([, applies]) => applies(options)) ?? [];
  if (problem !== undefined) throw new RangeError(`options ${problem}`);
  try {
    if (tls) checkTls(tls);
  } catch (error) {
    throw new RangeError(`option tls: ${(error as Error).message}`);
  }
};

const text: Check = ['a non-empty string', value => typeof value === 'string' && value !== ''];
const flag: Check = ['true or false', value => typeof value === 'boolean'];
const callable: Check = ['a function', value => typeof value === 'function'];
const integer: Check = ['an integer', value => Number.isSafeInteger(value)];

const integerUpTo = (maximum: number): Check => [
  `an integer from 0 to ${maximum}`,
  value => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maximum,
];

const oneOf = (...values: readonly string[]): Check => [
  values.join(' or '),
  value => typeof value === 'string' && values.includes(value),
];

/** An object or function with valid `fields`, of which those in `required` are present. Other fields are allowed. */
const looseObject = (fields: Readonly<Record<string, Check>>, ...required: readonly string[]): Check => [
  `an object with ${Object.entries(fields)
    .map(([name, [expected]]) => `${name} (${expected})`)
    .join(', ')}`,
  value => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
    const given = value as Record<string, unknown>;
    return (
      required.every(name => given[name] !== undefined) &&
      Object.entries(fields).every(([name, [, accepts]]) => given[name] === undefined || accepts(given[name]))
    );
  },
];

/** Like {@link looseObject}, without other fields. */
const strictObject = (fields: Readonly<Record<string, Check>>, ...required: readonly string[]): Check => {
  const [expected, accepts] = looseObject(fields, ...required);
  return [
    `${expected} and nothing else`,
    value => accepts(value) && Object.keys(value as object).every(name => Object.hasOwn(fields, name)),
  ];
};

// The longest delay of a Node timer.
const MAX_TIMER_MS = 2 ** 31 - 1;
const object: Check = ['an object', value => typeof value === 'object' && value !== null];
const pem: Check = ['PEM', value => typeof value === 'string' || value instanceof Uint8Array];

const STORE: {readonly [Name in keyof Store]: Check} = {
  version: callable,
  users: object,
  tokens: object,
  sessions: object,
  errorLogs: object,
  agents: object,
  imports: object,
  transaction: callable,
  clear: callable,
  close: callable,
};

/** Combinations in which one option would be ignored. */
const CONFLICTS: readonly (readonly [problem: string, applies: (options: ServerOptions) => boolean])[] = [
  ['store and database: pass only one', ({store, database}) => store !== undefined && database !== undefined],
  [
    'store and engine: engine applies to database only',
    ({store, engine}) => store !== undefined && engine !== undefined,
  ],
  ['ids and random: pass only one', ({ids, random}) => ids !== undefined && random !== undefined],
  [
    'database and engine: only :memory: can be inline',
    ({database = ':memory:', engine}) => engine === 'inline' && database !== ':memory:',
  ],
  ["seedLogs and seed: seedLogs needs seed 'demo'", ({seedLogs, seed}) => seedLogs !== undefined && seed !== 'demo'],
];

const CHECKS: {readonly [Name in keyof Required<ServerOptions>]: Check} = {
  database: text,
  store: looseObject(STORE, ...Object.keys(STORE)),
  engine: oneOf('inline', 'thread'),
  clock: callable,
  random: callable,
  ids: integer,
  passwordCost: oneOf('standard', 'minimal'),
  seed: ['demo or a seed', () => true],
  seedLogs: integerUpTo(MAX_DEMO_LOGS),
  errors: oneOf('http', 'envelope'),
  faults: ['an array of faults', Array.isArray],
  faultSeed: integer,
  faultHeader: flag,
  // `controlGuard` checks the length.
  controlSecret: ['a string', value => typeof value === 'string'],
  keepRequests: integerUpTo(Number.MAX_SAFE_INTEGER),
  strictAnswers: flag,
  loginLimits: strictObject({
    perAccount: integerUpTo(Number.MAX_SAFE_INTEGER),
    perAddress: integerUpTo(Number.MAX_SAFE_INTEGER),
    windowMs: integerUpTo(Number.MAX_SAFE_INTEGER),
  }),
  tls: strictObject({cert: pem, key: pem}, 'cert', 'key'),
  host: text,
  port: integerUpTo(65_535),
  graceMs: integerUpTo(MAX_TIMER_MS),
  logger: looseObject({error: callable}, 'error'),
  log: strictObject({level: oneOf(...LOG_LEVELS), stream: looseObject({write: callable}, 'write')}, 'level'),
};
