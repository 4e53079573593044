import {Command, type CommanderError, Option} from '@commander-js/extra-typings';
import * as z from 'zod';
import {LOG_LEVELS, type LogLevel} from '../http/logging/log.ts';
import {boolean, type Flag, OPTIONS, type OptionRecord, type OptionsOf, oneOf, option, readText} from '../options.ts';
import {reasonOf, type Terminal} from './terminal.ts';

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
};

type ProgramFlags = OptionsOf<typeof PROGRAM_FLAGS>;

const optionOf = ({usage, help, repeatable}: Flag): Option => {
  const flags = usage.replace(/ (.*)/, (_, value: string) => ` <${value.toLowerCase()}>`);
  const option = new Option(flags, help.replaceAll('`', ''));
  return repeatable ? option.argParser((value, others: readonly string[] = []) => [...others, value]) : option;
};

/** Returns the program without an action. */
export const createProgram = (options: OptionRecord, {version, out: writeOut}: Terminal) => {
  const program = new Command('edge-server').configureOutput({writeOut, writeErr: () => undefined}).exitOverride();
  for (const {flag} of Object.values({...options, ...PROGRAM_FLAGS})) if (flag) program.addOption(optionOf(flag));
  return program.version(version, '--version', 'print the version').helpOption('--help', 'print this text');
};

/** Removes the arguments that Commander quotes, since they may be secrets. */
export const usageProblem = ({message}: CommanderError): string =>
  message
    .replace(/^error: /, '')
    .replace(/^option '(\S+).*' argument '.*' is invalid\. /s, '$1: ')
    .replace(/^(unknown option '(?:--[^'=]*|-[^-])).*/s, "$1'")
    .replace(/^(too many arguments).*/s, '$1; see --help');

export interface Settings {
  readonly program: ProgramFlags;
  /** Conflicts between the values are not yet checked. */
  readonly options: Given;
}

/** Also reads the files that flags name. Rejects with an Error whose message is one line. */
export const readFlags = async (given: Given, options: OptionRecord): Promise<Settings> => {
  const program: ProgramFlags = await readValues(PROGRAM_FLAGS, given);
  const {cert, key} = program;
  if ((cert === undefined) !== (key === undefined)) throw new Error('--tls-cert and --tls-key must be used together');
  const tls = cert === undefined ? undefined : {cert, key};
  if (tls) assertValid('--tls-cert and --tls-key', OPTIONS.tls, tls);
  return {program, options: {...(await readValues(options, given)), ...(tls && {tls})}};
};

type Given = Readonly<Record<string, unknown>>;

const readValues = async (record: OptionRecord, given: Given): Promise<Given> => {
  const values: Record<string, unknown> = {};
  for (const [name, known] of Object.entries(record)) {
    if (!known.flag) continue;
    const {read = (text: string): unknown => text} = known.flag;
    const option = optionOf(known.flag);
    const value = given[option.attributeName()];
    if (value === undefined) continue;
    const flag = option.long ?? '';
    try {
      values[name] = typeof value === 'string' ? await read(value) : value;
    } catch (error) {
      throw new Error(`${flag}: ${reasonOf(error)}`);
    }
    assertValid(flag, known, values[name]);
  }
  return values;
};

const assertValid = (flag: string, {schema}: OptionRecord[string], value: unknown): void => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue) throw new Error(`${flag}: ${issue.message}`);
};
