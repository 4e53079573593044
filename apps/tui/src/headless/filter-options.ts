import {Command, InvalidArgumentError, Option} from '@commander-js/extra-typings';
import {argumentName, shellLine} from '../commands/arguments.ts';
import {type Condition, conditionOptions, readInput, VERBS} from '../core/condition.ts';
import {isLocalTime, parseDuration, parseSeconds} from '../format/parse-time.ts';
import {dateTime, SKEW_MS, zoneText} from '../format/time.ts';
import {CONDITION_FIELDS, readExpression, unknownField} from '../logs/conditions/entry-condition.ts';
import {withAdded} from '../logs/conditions/scope.ts';
import {type FieldValues, fieldEntries, notOneOf, readField} from '../logs/fields.ts';
import type {LogFilter} from '../logs/filter.ts';
import type {Sink} from '../output/sink.ts';
import {CommandError} from './exit.ts';

export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^-?\d{1,15}$/.test(text) && value >= least) return value;
    throw new InvalidArgumentError(`It takes a whole number, ${least} or more.`);
  };

export const oneOf =
  <N extends string>(names: readonly N[]) =>
  (text: string): N => {
    const found = names.find(name => name.toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found;
    const shown = names.map(name => name.toLowerCase());
    throw new InvalidArgumentError(notOneOf(shown, text));
  };

/** Parses a duration such as `10m` to milliseconds. */
export const durationOf =
  (leastMs: number) =>
  (text: string): number => {
    const duration = parseDuration(text);
    if (duration !== undefined && duration >= leastMs) return duration;
    throw new InvalidArgumentError('It takes a time such as 10m or 2h.');
  };

export const choiceOption = <const F extends string, N extends string>(flags: F, names: readonly N[]) =>
  new Option(flags, names.join(', ')).argParser(oneOf(names));

interface GivenTime {
  /** Unix time in seconds. */
  readonly seconds: number;
  /** Whether the text had no time zone. */
  readonly isLocal: boolean;
}

const timeOf = (text: string): GivenTime => {
  const seconds = parseSeconds(text, Date.now());
  if (seconds !== undefined) return {seconds, isLocal: isLocalTime(text)};
  throw new InvalidArgumentError(
    'It takes 2h, 11:42, "2026-11-20 11:42", 2026-11-20T11:42:00Z, or Unix seconds or milliseconds.',
  );
};

/** Accepts up to `SKEW_MS` in the future, since the clock of a gateway may be ahead. */
const pastTimeOf = (text: string): GivenTime => {
  const time = timeOf(text);
  if (time.seconds * 1000 <= Date.now() + SKEW_MS) return time;
  throw new InvalidArgumentError(`It is in the future: ${localText(time)}.`);
};

const localText = ({seconds}: GivenTime): string => `${dateTime(seconds * 1000)} (${zoneText(seconds * 1000)})`;

const fieldOption = ([name, field]: (typeof fieldEntries)[number]): Option =>
  new Option(`--${argumentName({name})} <${field.names === undefined ? 'id' : 'name'}>`, field.shows).argParser(
    text => {
      const read = readField(field, text);
      if ('problem' in read) throw new InvalidArgumentError(read.problem);
      return read.value;
    },
  );

export const sinceOption = () =>
  new Option(
    '--since <time>',
    'from this time on: 2h (ago), 11:42 or "2026-11-20 11:42" in the local time zone, 2026-11-20T11:42:00Z, or Unix ' +
      'seconds or milliseconds',
  ).argParser(pastTimeOf);

/** A cron job may run in another time zone than the user's, so the assumed zone is printed. */
export const sayLocal = (times: Readonly<Record<string, GivenTime | undefined>>, messages: Sink): void => {
  for (const [name, time] of Object.entries(times)) {
    if (time?.isLocal === true) void messages.write(`--${name} is ${localText(time)}.\n`);
  }
};

export type FilterOptions = FieldValues & {
  readonly since?: GivenTime;
  readonly until?: GivenTime;
  readonly keep?: readonly Condition[];
  readonly drop?: readonly Condition[];
};

export const conditionOption = <const V extends Condition['verb']>(
  verb: V,
  description: string,
  read: (text: string) => object | string = readExpression,
) =>
  new Option(`--${verb} <expr>`, description).argParser((text, before: readonly Condition[] = []) => {
    const expression = read(text);
    if (typeof expression === 'string') throw new InvalidArgumentError(expression);
    const onScreen = readInput(text, read);
    if (typeof onScreen !== 'string' && onScreen.verb === 'drop') {
      const quoted = shellLine(conditionOptions([{verb, text: text.trim()}]));
      throw new InvalidArgumentError(`Use ${shellLine(conditionOptions([onScreen]))}, or quote the text: ${quoted}.`);
    }
    return [...before, {verb, text: text.trim()}];
  });

const FIELD_NAMES = Object.keys(CONDITION_FIELDS).join(', ');

export const withFilter = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) => {
  for (const entry of fieldEntries) command.addOption(fieldOption(entry));
  command.addOption(sinceOption());
  command.addOption(new Option('--until <time>', 'up to this time, in the same forms').argParser(timeOf));
  command.addOption(
    conditionOption(
      'keep',
      `only entries that match a text, a "quoted text", a /regex/ ((?i) ignores case) or field:value; repeatable; fields: ${FIELD_NAMES}`,
    ),
  );
  command.addOption(conditionOption('drop', 'no entries that match a text, a /regex/ or field:value; repeatable'));
  // Commander cannot infer the types of options that are added in a loop.
  return command as unknown as Command<A, O & FilterOptions>;
};

/** Long names without `--`. */
export const filterNames = (): readonly string[] =>
  withFilter(new Command('filter')).options.map(option => option.name());

/** `reads` is `all` if the command also prints entries that fail a condition, as context around matches. */
export const filterOf = (options: FilterOptions, messages: Sink, reads?: 'kept' | 'all'): LogFilter => {
  const {since, until} = options;
  if (since !== undefined && until !== undefined && until.seconds < since.seconds)
    throw new CommandError('usage', '--until is before --since.');
  sayLocal({since, until}, messages);
  const fields: FieldValues = Object.fromEntries(
    fieldEntries.flatMap(([name]) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  const range = {...(since !== undefined && {from: since.seconds}), ...(until !== undefined && {to: until.seconds})};
  const conditions = VERBS.flatMap(verb => options[verb] ?? []);
  for (const {verb, text} of conditions) {
    const warning = unknownField(text);
    if (warning !== undefined) void messages.write(`--${verb} ${text}: ${warning}. Fields: ${FIELD_NAMES}.\n`);
  }
  const filter = withAdded({...fields, range}, conditions, reads);
  if (typeof filter === 'string') throw new CommandError('usage', filter);
  return filter;
};
