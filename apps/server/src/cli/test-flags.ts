import {readFile} from 'node:fs/promises';
import {createClock} from '../clock.ts';
import type {FaultInput} from '../faults/registry.ts';
import type {ServerOptions} from '../options/options.ts';
import {flag, text} from './terminal.ts';

/** Help of the flags for tests. */
export const TEST_HELP = `
For tests:
  --control-secret-file FILE  serve /__control to local requests with the secret in this file
                              (or in the environment variable EDGE_SERVER_CONTROL_SECRET)
  --control-allow CIDR    serve /__control to these addresses too, such as 172.17.0.0/16; repeatable
  --console-port PORT     serve the agent paths on this port alone, to tokens of their own
  --console-token-file FILE  tokens of the console, one per line (default: one, printed)
  --strict flag|refuse|off  requests that violate the contract: noted in their record (default),
                          answered 400, or neither
  --record-bodies on|off  whether recorded requests have headers and bodies (default on)
  --clock TIME            a clock that stands still at this time, such as 2026-11-20T12:00:00Z
  --ids N|sequential      tokens and sessions that are the same in every run: from a seed, or counted
  --login-limits LIMITS   such as account=3,address=50,window=60 (failures, failures, seconds)
  --password-cost standard|minimal  cost of password hashes (default standard)
  --faults FILE           faults at the start, a JSON array
  --fault-header          honour the header x-edge-fault of local requests
  --fault-seed N          seed of the random numbers of faults (default 1)
`;

export const TEST_FLAGS = {
  'control-secret-file': text,
  'control-allow': {type: 'string', multiple: true},
  'console-port': text,
  'console-token-file': text,
  strict: text,
  'record-bodies': text,
  clock: text,
  ids: text,
  'login-limits': text,
  'password-cost': text,
  faults: text,
  'fault-header': flag,
  'fault-seed': text,
} as const;

type Name = Exclude<keyof typeof TEST_FLAGS, 'fault-header' | 'control-allow'>;
export type TestValues = {readonly [K in Name]?: string} & {
  readonly 'fault-header'?: boolean;
  readonly 'control-allow'?: readonly string[];
};

/** Flags for tests as options; `faultsFile` is the path of a file. */
export interface TestFlags {
  readonly options: Pick<
    ServerOptions,
    | 'clock'
    | 'consolePort'
    | 'controlAllow'
    | 'faultHeader'
    | 'faultSeed'
    | 'ids'
    | 'loginLimits'
    | 'passwordCost'
    | 'recordBodies'
    | 'strictRequests'
  >;
  readonly controlSecretFile: string | undefined;
  readonly consoleTokenFile: string | undefined;
  readonly faultsFile: string | undefined;
}

/** Reads the flags for tests. Throws an Error of one line. */
export const testFlags = (values: TestValues): TestFlags => {
  const {clock, ids, strict, faults, 'control-secret-file': controlSecretFile} = values;
  const {'login-limits': limits, 'fault-seed': faultSeed, 'control-allow': controlAllow} = values;
  const {'console-port': consolePort} = values;
  const recordBodies = oneOf('--record-bodies', values['record-bodies'], ['on', 'off']);
  const passwordCost = oneOf('--password-cost', values['password-cost'], ['standard', 'minimal']);
  const strictRequests = oneOf('--strict', strict, ['flag', 'refuse', 'off']);
  if (controlSecretFile === '' || faults === '') throw new Error('--control-secret-file and --faults need a value');
  return {
    controlSecretFile,
    consoleTokenFile: values['console-token-file'],
    faultsFile: faults,
    options: {
      faultHeader: values['fault-header'] ?? false,
      ...(consolePort !== undefined && {consolePort: parseInteger('--console-port', consolePort, 65_535)}),
      ...(controlAllow && {controlAllow}),
      ...(recordBodies && {recordBodies}),
      ...(passwordCost && {passwordCost}),
      ...(strictRequests && {strictRequests}),
      ...(clock !== undefined && {clock: createClock(parseTime(clock))}),
      ...(ids !== undefined && {ids: ids === 'sequential' ? ids : parseInteger('--ids', ids)}),
      ...(limits !== undefined && {loginLimits: parseLimits(limits)}),
      ...(faultSeed !== undefined && {faultSeed: parseInteger('--fault-seed', faultSeed)}),
    },
  };
};

const read = (flag: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${flag}: ${path} cannot be read (${error.code ?? 'unknown error'})`);
  });

/** The options that are in files, not validated. */
export const readTestFiles = async ({
  faultsFile,
  consoleTokenFile,
}: TestFlags): Promise<Pick<ServerOptions, 'faults' | 'consoleTokens'>> => ({
  ...(faultsFile !== undefined && {faults: parseFaults(faultsFile, await read('--faults', faultsFile))}),
  ...(consoleTokenFile !== undefined && {
    consoleTokens: (await read('--console-token-file', consoleTokenFile))
      .split('\n')
      .flatMap(line => line.trim() || []),
  }),
});

const parseFaults = (path: string, content: string): readonly FaultInput[] => {
  try {
    return JSON.parse(content);
  } catch {
    throw new Error(`--faults: ${path} is not valid JSON`);
  }
};

const oneOf = <const T extends string>(name: string, value: string | undefined, known: readonly T[]): T | undefined => {
  const found = known.find(one => one === value);
  if (value !== undefined && found === undefined) throw new Error(`${name} must be ${known.join(' or ')}`);
  return found;
};

const MAX_SEED = 2 ** 31;

const parseInteger = (name: string, value: string, maximum = MAX_SEED): number => {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= maximum)) throw new Error(`${name} must be an integer from 0 to ${maximum}`);
  return number;
};

const parseTime = (value: string): Date => {
  const time = new Date(/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : '');
  if (Number.isNaN(time.getTime())) throw new Error('--clock must be a time such as 2026-11-20T12:00:00Z');
  return time;
};

const LIMITS = {account: 'perAccount', address: 'perAddress', window: 'windowMs'} as const;

const parseLimits = (value: string): NonNullable<ServerOptions['loginLimits']> =>
  Object.fromEntries(
    value.split(',').map(part => {
      const [, name, number = ''] = /^(account|address|window)=(\d{1,9})$/.exec(part) ?? [];
      if (name === undefined) throw new Error('--login-limits must be such as account=3,address=50,window=60');
      return [LIMITS[name as keyof typeof LIMITS], Number(number) * (name === 'window' ? 1000 : 1)];
    }),
  );
