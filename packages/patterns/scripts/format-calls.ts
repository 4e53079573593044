import {type Call, callsIn, textsOf} from './c-source.ts';

/** nginx appends an errno, errors of OpenSSL, or the file and line of the configuration. */
type Suffix = 'errno' | 'ssl' | 'conf';

export type FormatCall = readonly [line: number, level: string, format: string, suffix?: Suffix];

type Logger = {
  readonly format: number;
  /** Index of the argument with the level, or the level itself. Absent if the level depends on the error. */
  readonly level?: number | string;
  readonly errno?: number;
  readonly suffix?: Suffix;
  readonly tail?: string;
  /** Required text of the first argument. */
  readonly target?: string;
};

const LOGGERS: Readonly<Record<string, Logger>> = {
  ngx_log_error: {format: 3, level: 0, errno: 2},
  ngx_log_abort: {format: 1, level: 'alert', errno: 0},
  ngx_conf_log_error: {format: 3, level: 0, suffix: 'conf'},
  ngx_ssl_error: {format: 3, level: 0, suffix: 'ssl'},
  ngx_ssl_connection_error: {format: 3, suffix: 'ssl'},
  ngx_connection_error: {format: 2, suffix: 'errno'},
  // ngx_regex_compile formats messages that its callers log.
  ngx_snprintf: {format: 2, suffix: 'conf', target: 'rc->err.data'},
  ngx_slab_error: {format: 2, level: 1, tail: '%s'},
};

const LEVEL = /^NGX_LOG_(EMERG|ALERT|CRIT|ERR|WARN|NOTICE|INFO)$/;
const levelOf = ({level}: Logger, args: readonly string[]): string =>
  typeof level === 'string'
    ? level
    : (LEVEL.exec(args[level ?? -1] ?? '')?.[1] ?? '').toLowerCase().replace(/^err$/, 'error');

const suffixOf = ({suffix, errno}: Logger, args: readonly string[]): Suffix | undefined =>
  suffix ?? (errno !== undefined && args[errno] !== '0' ? 'errno' : undefined);

const CONVERSION = /%0?\d*(?:u|m|X|x|\.\d+|\*)*[VvsOPTMzidlDLAfrpcNZ%]/g;
const arity = (conversion: string): number => (/[%NZ]$/.test(conversion) ? 0 : conversion.includes('*') ? 2 : 1);

export type Words = {
  readonly macros: ReadonlyMap<string, string>;
  wordsOf(expression: string, file: string): readonly string[];
};

/** Replaces a `%s` by the words that its argument may be, as in `%{stat()|open()} "%s" failed`. */
const withWords = (format: string, args: readonly string[], wordsOf: (argument: string) => readonly string[]) => {
  let next = 0;
  return format.replaceAll(CONVERSION, conversion => {
    const words = conversion === '%s' ? wordsOf(args[next] ?? '') : [];
    next += arity(conversion);
    if (words.length < 2) return words[0] ?? conversion;
    return `%{${words.join('|')}}`;
  });
};

const assigned = (before: string, name: string, macros: ReadonlyMap<string, string>): string[] => {
  if (!/^[a-z]\w*$/.test(name)) return [];
  const body = before.slice(before.lastIndexOf('\n{'));
  const values = [...body.matchAll(new RegExp(`\\b${name} = ([^;]*);`, 'g'))].map(([, value = '']) => value);
  const texts = values.filter(value => value !== 'NULL').map(value => textsOf(value, macros));
  return texts.some(each => each.length === 0) ? [] : texts.flat();
};

const before = (source: string, {line}: Call): string => source.split('\n', line).join('\n');

export const formatsIn = (file: string, source: string, {macros, wordsOf}: Words): FormatCall[] =>
  callsIn(source, Object.keys(LOGGERS)).flatMap(call => {
    const logger = LOGGERS[call.name];
    const argument = call.args[logger?.format ?? 0];
    if (logger === undefined || argument === undefined) return [];
    if (logger.target !== undefined && logger.target !== call.args[0]) return [];
    const textsAt = (expression: string): readonly string[] => {
      const texts = [...textsOf(expression, macros), ...assigned(before(source, call), expression, macros)];
      return [...new Set(texts.length > 0 ? texts : wordsOf(expression, file))];
    };
    const values = [...call.args.slice(logger.format + 1), ...(logger.tail === undefined ? [] : ['pool->log_ctx'])];
    const formats = textsAt(argument).map(text => withWords(text + (logger.tail ?? ''), values, textsAt));
    const suffix = suffixOf(logger, call.args);
    const level = levelOf(logger, call.args);
    return formats.map(
      (format): FormatCall => (suffix === undefined ? [call.line, level, format] : [call.line, level, format, suffix]),
    );
  });
