import {parseArgs} from 'node:util';
import * as z from 'zod';
import {LOG_LEVELS, type LogLevel} from '../http/logging/log.ts';
import {
  boolean,
  type Flag,
  OPTIONS,
  type Option,
  type OptionRecord,
  type OptionsOf,
  oneOf,
  option,
  readText,
} from '../options.ts';
import {reasonOf} from './terminal.ts';

const UNITS = {ms: 1, s: 1000, m: 60_000} as const;

const readDuration = (text: string): number => {
  const [, digits, unit] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? [];
  if (digits === undefined) throw new Error('expected a duration such as 500ms, 30s or 2m');
  return Number(digits) * UNITS[unit as keyof typeof UNITS];
};

const PROGRAM_FLAGS = {
  live: option<boolean>(boolean, {usage: '--live', help: 'keep adding error-log entries, a few per second'}),
  waitMs: option<number>(z.number(), {
    usage: '--wait DURATION',
    help: 'wait for an unreachable database, such as `30s` or `2m`; default `0s`',
    read: readDuration,
  }),
  cert: option<string>(z.string(), {
    usage: '--tls-cert FILE',
    help: 'serve HTTPS with this certificate (PEM); needs `--tls-key`',
    read: readText,
  }),
  key: option<string>(z.string(), {usage: '--tls-key FILE', help: 'key of the certificate (PEM)', read: readText}),
  logLevel: option<LogLevel>(oneOf(...LOG_LEVELS), {
    usage: '--log-level LEVEL',
    help: '`fatal`, `error` (default), `warn`, `info`, `debug` or `trace`; JSON lines on stderr',
  }),
  help: option<boolean>(boolean, {usage: '--help', help: 'print this text'}),
  version: option<boolean>(boolean, {usage: '--version', help: 'print the version'}),
};

type ProgramFlags = OptionsOf<typeof PROGRAM_FLAGS>;

const flagsOf = (options: OptionRecord): readonly Flag[] =>
  Object.values({...options, ...PROGRAM_FLAGS}).flatMap(({flag}) => flag ?? []);

export const helpText = (options: OptionRecord): string =>
  [
    'Usage: edge-server [flags]',
    '       edge-server healthcheck [--url URL]   (edge-server healthcheck --help)',
    '',
    ...flagsOf(options).map(({usage, help}) => `  ${usage.padEnd(34)}  ${help.replaceAll('`', '')}`),
    '',
  ].join('\n');

const nameOf = (usage: string): string => usage.slice(2).split(' ', 1)[0] ?? '';

const parserOptions = (options: OptionRecord) =>
  Object.fromEntries(
    flagsOf(options).map(({usage, repeatable: multiple = false}) => {
      const type = usage.includes(' ') ? ('string' as const) : ('boolean' as const);
      return [nameOf(usage), {type, multiple}];
    }),
  );

export const unknownFlag = (argv: readonly string[], options: OptionRecord): string | undefined => {
  const known = parserOptions(options);
  const {tokens} = parseArgs({args: [...argv], options: known, strict: false, tokens: true});
  return tokens.flatMap(token => (token.kind === 'option' && !(token.name in known) ? [token.rawName] : []))[0];
};

export interface Settings {
  readonly program: ProgramFlags;
  /** Conflicts between the values are not yet checked. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Also reads the files that flags name. Rejects with an Error whose message is one line. */
export const readFlags = async (argv: readonly string[], options: OptionRecord): Promise<Settings> => {
  const {values} = parseArgs({args: [...argv], options: parserOptions(options), strict: true});
  if (values.help || values.version) return {program: values, options: {}};
  const program = await readValues(PROGRAM_FLAGS, values);
  const {cert, key} = program;
  if ((cert === undefined) !== (key === undefined)) throw new Error('--tls-cert and --tls-key must be used together');
  const tls = cert === undefined ? undefined : {cert, key};
  if (tls) assertValid('--tls-cert and --tls-key', OPTIONS.tls, tls);
  return {program, options: {...(await readValues(options, values)), ...(tls && {tls})}};
};

const readValues = async (
  record: OptionRecord,
  given: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const values: Record<string, unknown> = {};
  for (const [name, known] of Object.entries(record)) {
    const {usage = '', read = (text: string): unknown => text} = known.flag ?? {};
    const value = given[nameOf(usage)];
    if (value === undefined) continue;
    const flag = `--${nameOf(usage)}`;
    try {
      values[name] = typeof value === 'string' ? await read(value) : value;
    } catch (error) {
      throw new Error(`${flag}: ${reasonOf(error)}`);
    }
    assertValid(flag, known, values[name]);
  }
  return values;
};

const assertValid = (flag: string, {schema}: Option<unknown>, value: unknown): void => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue) throw new Error(`${flag}: ${issue.message}`);
};
