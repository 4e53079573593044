import {argumentName, variableOf} from '../commands/arguments.ts';
import type {Environment} from '../files/locked-file.ts';
import {parseDuration} from '../format/parse-time.ts';

/** Settings that are ignored if the command line selects another gateway than the environment does. */
const OF_GATEWAY = [
  ...(['url', 'consoleUrl', 'profile', 'username', 'apiTokenFile', 'tokenCommand', 'consoleTokenFile'] as const),
  ...(['caFile', 'pinSha256', 'writePolicy', 'label', 'colour', 'firstTab'] as const),
];
const SWITCHES = ['insecure', 'readOnly', 'ascii', 'mouse', 'accessible', 'quiet', 'noInput'] as const;
const TEXTS = [...OF_GATEWAY, 'config', 'theme', 'tab', 'errors', 'lockAfter', 'lockWith'] as const;

export const LOCK_WITH = ['password', 'keyring'] as const;

/** With less time, the screen could lock again before a key is pressed. */
const MIN_LOCK_AFTER_MS = 10_000;

export const lockAfterProblem = (text: string): string | undefined => {
  const duration = parseDuration(text);
  return duration === undefined || duration < MIN_LOCK_AFTER_MS
    ? 'must be a time of at least 10s, such as 10m'
    : undefined;
};

export const JSON_FIELDS = [
  'keys',
  'runbooks',
  'messages',
  'deploys',
  'commands',
  'notify',
  'themes',
  'defaults',
] as const;

export type Values = {readonly [N in (typeof TEXTS)[number]]?: string | undefined} & {
  readonly [N in (typeof SWITCHES)[number]]?: boolean | undefined;
};

/** The options, the help and `config show` are generated from this list. */
export const SETTINGS: readonly string[] = [...TEXTS, ...SWITCHES, ...JSON_FIELDS];

const OFF: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off']);

export const readVariables = (env: Environment): Values => {
  const given = (name: string): [string, string][] => {
    const text = env[variableOf(name)]?.trim() ?? '';
    return text === '' ? [] : [[name, text]];
  };
  return {
    ...Object.fromEntries(TEXTS.flatMap(given)),
    ...Object.fromEntries(SWITCHES.flatMap(given).map(([name, text]) => [name, !OFF.has(text.toLowerCase())])),
  };
};

export type Given = ReturnType<typeof combine>;

/** Variables of another gateway than the selected one are ignored, so that no token goes to the wrong gateway. */
export const combine = (flags: Values, env: Environment) => {
  const variables = readVariables(env);
  const names = ['url', 'profile'] as const;
  const isNamed = names.some(name => variables[name] !== undefined);
  const isOther = isNamed && names.some(name => flags[name] !== undefined && flags[name] !== variables[name]);
  const ignored: readonly string[] = isOther ? [...OF_GATEWAY, 'insecure'] : [];
  const left = Object.entries(variables).filter(([name]) => !ignored.includes(name));
  const set = Object.entries(flags).filter(([, value]) => value !== undefined);
  const values: Values = Object.fromEntries([...left, ...set]);
  return {
    values,
    /** Empty if an option selects another gateway than the environment does. */
    env: isOther ? {} : env,
    /** Name of the option or variable that set the value. */
    source: (name: keyof Values): string =>
      flags[name] === undefined ? variableOf(name) : `--${argumentName({name})}`,
  };
};
