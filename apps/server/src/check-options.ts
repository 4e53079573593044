import {LOG_LEVELS} from './http/log.ts';
import {checkTls} from './http/tls.ts';
import type {ServerOptions} from './options.ts';
import {MAX_DEMO_LOGS} from './seed/demo.ts';
import type {Store} from './store/store.ts';

type Check = readonly [wanted: string, fits: (value: unknown) => boolean];

/**
 * Checks what TypeScript cannot where it is not used. Throws a RangeError that names the option and what is wanted, and
 * does not repeat the value. Seed, faults and the control secret are checked further where they are used.
 */
export const checkOptions = (options: unknown): void => {
  if (typeof options !== 'object' || options === null) throw new RangeError('options: expected an object');
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw new RangeError(`there is no option ${JSON.stringify(name)}; possible: ${Object.keys(CHECKS).join(', ')}`);
    }
    const [wanted, fits] = CHECKS[name as keyof ServerOptions];
    if (value !== undefined && !fits(value)) throw new RangeError(`option ${name}: expected ${wanted}`);
  }
  const {tls} = options as ServerOptions;
  const [problem] = CLASHES.find(([, happens]) => happens(options)) ?? [];
  if (problem !== undefined) throw new RangeError(`options ${problem}`);
  try {
    if (tls) checkTls(tls);
  } catch (error) {
    throw new RangeError(`option tls: ${(error as Error).message}`);
  }
};

const text: Check = ['a text that is not empty', value => typeof value === 'string' && value !== ''];
const flag: Check = ['true or false', value => typeof value === 'boolean'];
const callable: Check = ['a function', value => typeof value === 'function'];
const integer: Check = ['an integer', value => Number.isSafeInteger(value)];

const whole = (most: number): Check => [
  `an integer from 0 to ${most}`,
  value => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most,
];

const oneOf = (...values: readonly string[]): Check => [
  values.join(' or '),
  value => typeof value === 'string' && values.includes(value),
];

/** An object, in which each of these, where it is there, fits; and of them those in `needed` are there. */
const having = (fields: Readonly<Record<string, Check>>, ...needed: readonly string[]): Check => [
  `an object with ${Object.entries(fields)
    .map(([name, [wanted]]) => `${name} (${wanted})`)
    .join(', ')}`,
  value => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
    const given = value as Record<string, unknown>;
    return (
      needed.every(name => given[name] !== undefined) &&
      Object.entries(fields).every(([name, [, fits]]) => given[name] === undefined || fits(given[name]))
    );
  },
];

/** The same, without anything else in it. */
const record = (fields: Readonly<Record<string, Check>>, ...needed: readonly string[]): Check => {
  const [wanted, fits] = having(fields, ...needed);
  return [
    `${wanted} and nothing else`,
    value => fits(value) && Object.keys(value as object).every(name => Object.hasOwn(fields, name)),
  ];
};

// What a timer of Node can wait for.
const MAX_MS = 2 ** 31 - 1;
const part: Check = ['an object', value => typeof value === 'object' && value !== null];
const pem: Check = ['PEM', value => typeof value === 'string' || value instanceof Uint8Array];

const STORE: {readonly [Name in keyof Store]: Check} = {
  version: callable,
  users: part,
  tokens: part,
  sessions: part,
  errorLogs: part,
  agents: part,
  imports: part,
  atomically: callable,
  clear: callable,
  close: callable,
};

/** Options of which one would be ignored. */
const CLASHES: readonly (readonly [problem: string, happens: (options: ServerOptions) => boolean])[] = [
  ['store and database: one of them', ({store, database}) => store !== undefined && database !== undefined],
  ['store and engine: a store has its own', ({store, engine}) => store !== undefined && engine !== undefined],
  ['ids and random: one of them', ({ids, random}) => ids !== undefined && random !== undefined],
  [
    'database and engine: what is not in memory is never inline',
    ({database = ':memory:', engine}) => engine === 'inline' && database !== ':memory:',
  ],
  ["seedLogs and seed: the logs are those of 'demo'", ({seedLogs, seed}) => seedLogs !== undefined && seed !== 'demo'],
];

const CHECKS: {readonly [Name in keyof Required<ServerOptions>]: Check} = {
  database: text,
  store: having(STORE, ...Object.keys(STORE)),
  engine: oneOf('inline', 'thread'),
  clock: callable,
  random: callable,
  ids: integer,
  passwordCost: oneOf('standard', 'minimal'),
  seed: ['demo or a seed', () => true],
  seedLogs: whole(MAX_DEMO_LOGS),
  errors: oneOf('http', 'envelope'),
  faults: ['a list of faults', Array.isArray],
  faultSeed: integer,
  faultHeader: flag,
  // How long it must be is told where it is used.
  controlSecret: ['a text', value => typeof value === 'string'],
  keepRequests: whole(Number.MAX_SAFE_INTEGER),
  strictAnswers: flag,
  loginLimits: record({
    perAccount: whole(Number.MAX_SAFE_INTEGER),
    perAddress: whole(Number.MAX_SAFE_INTEGER),
    windowMs: whole(Number.MAX_SAFE_INTEGER),
  }),
  tls: record({cert: pem, key: pem}, 'cert', 'key'),
  host: text,
  port: whole(65_535),
  graceMs: whole(MAX_MS),
  logger: having({error: callable}, 'error'),
  log: record({level: oneOf(...LOG_LEVELS), stream: having({write: callable}, 'write')}, 'level'),
};
