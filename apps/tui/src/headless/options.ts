import {type Command, InvalidArgumentError, Option} from '@commander-js/extra-typings';
import {argumentName} from '../commands/arguments.ts';
import {isLocalTime, parseSeconds} from '../format/parse-time.ts';
import {dateTime, SKEW_MS, zoneText} from '../format/time.ts';
import {type FieldValues, fieldEntries, notOneOf, readField} from '../logs/fields.ts';
import type {LogFilter} from '../logs/filter.ts';
import {FORMATS, type Format, type RowWriter, rowWriter} from '../output/rows.ts';
import type {Sink} from '../output/sink.ts';
import {CSV_MODES, type CsvMode} from '../output/text.ts';
import type {View} from '../output/view.ts';
import {nearest} from '../text/nearest.ts';
import {CommandError} from './exit.ts';
import type {Host} from './host.ts';

/** Parses an option that is a whole number, `least` or more. */
export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^-?\d{1,15}$/.test(text) && value >= least) return value;
    throw new InvalidArgumentError(`It takes a whole number, ${least} or more.`);
  };

/** Parses one of `names`, in any case; the message of a refusal has the nearest one. */
export const oneOf =
  <N extends string>(names: readonly N[]) =>
  (text: string): N => {
    const found = names.find(name => name.toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found;
    const shown = names.map(name => name.toLowerCase());
    throw new InvalidArgumentError(notOneOf(shown, text));
  };

interface GivenTime {
  /** Since the epoch. */
  readonly seconds: number;
  /** With the local time zone assumed. */
  readonly isLocal: boolean;
}

const timeOf = (text: string): GivenTime => {
  const seconds = parseSeconds(text, Date.now());
  if (seconds !== undefined) return {seconds, isLocal: isLocalTime(text)};
  throw new InvalidArgumentError(
    'It takes 2h, 11:42, "2026-11-20 11:42", 2026-11-20T11:42:00Z, or Unix seconds or milliseconds.',
  );
};

/** A time that has not come selects nothing. The clock of a gateway may be ahead of this one. */
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

export type FilterOptions = FieldValues & {readonly since?: GivenTime; readonly until?: GivenTime};

/** Adds the filter of the error logs. */
export const withFilter = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) => {
  for (const entry of fieldEntries) command.addOption(fieldOption(entry));
  command.addOption(
    new Option(
      '--since <time>',
      'from this time on: 2h (ago), 11:42 or "2026-11-20 11:42" in the local time zone, 2026-11-20T11:42:00Z, or Unix ' +
        'seconds or milliseconds',
    ).argParser(pastTimeOf),
  );
  command.addOption(new Option('--until <time>', 'up to this time, in the same forms').argParser(timeOf));
  // The types of commander do not follow options that a loop adds.
  return command as unknown as Command<A, O & FilterOptions>;
};

/** The filter of the options. Says which time zone was assumed: that of a cron job is often another one. */
export const filterOf = (options: FilterOptions, messages: Sink): LogFilter => {
  const {since, until} = options;
  if (since !== undefined && until !== undefined && until.seconds < since.seconds) {
    throw new CommandError('usage', '--until is before --since.');
  }
  for (const [name, time] of Object.entries({since, until})) {
    if (time?.isLocal === true) void messages.write(`--${name} is ${localText(time)}.\n`);
  }
  const fields: FieldValues = Object.fromEntries(
    fieldEntries.flatMap(([name]) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  return {
    ...fields,
    range: {
      ...(since !== undefined && {from: since.seconds}),
      ...(until !== undefined && {to: until.seconds}),
    },
  };
};

/** Forms of rows that have no text of their own. */
const ROW_FORMS = FORMATS.filter(form => form !== 'raw');

export const csvOption = () =>
  new Option(
    '--csv <mode>',
    "safe: ' before a text that a spreadsheet would calculate; exact: as it is; default safe",
  ).argParser(oneOf(CSV_MODES));

/** Adds the form of the output, one of `forms`. */
export const withOutput = <A extends unknown[], O extends Record<string, unknown>>(
  command: Command<A, O>,
  forms: readonly Format[] = ROW_FORMS,
) =>
  command
    .addOption(new Option('-o, --output <form>', forms.join(', ')).argParser(oneOf(forms)))
    .addOption(csvOption())
    .option('--fields [names]', 'fields to print, with commas; without names: list them');

/** The older way to ask a command for JSON. */
export const jsonFlag = (form: 'json' | 'ndjson') =>
  new Option('--json', `same as --output ${form}`).implies({output: form});

export interface OutputOptions {
  readonly output?: Format | undefined;
  readonly fields?: string | true | undefined;
  readonly csv?: CsvMode | undefined;
}

/** The default form: a table on a terminal; piped, lines of JSON for a list and JSON for a single thing. */
const formatOf = ({output}: OutputOptions, host: Host, what: 'list' | 'single'): Format =>
  output ?? (host.out.isTerminal ? 'table' : what === 'list' ? 'ndjson' : 'json');

/** Checks the names of `--fields`. Undefined: all. */
export const namesOf = ({fields}: OutputOptions, known: readonly string[]): readonly string[] | undefined => {
  if (typeof fields !== 'string') return undefined;
  const names = fields.split(',').map(name => name.trim());
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const hint = near === undefined ? `the fields are ${known.join(', ')}` : `did you mean ${near}?`;
    throw new CommandError('usage', `there is no field ${JSON.stringify(name)}; ${hint}`);
  }
  return names;
};

/** Refuses fields for the raw form, which is one text, and a mode of CSV for other forms. */
export const checkForm = (format: Format, {fields, csv}: Pick<OutputOptions, 'fields' | 'csv'>): void => {
  if (csv !== undefined && format !== 'csv') throw new CommandError('usage', '--csv is for -o csv');
  if (format !== 'raw' || fields === undefined) return;
  throw new CommandError('usage', '-o raw prints the text of a row only; --fields needs another form, such as csv');
};

/**
 * A writer for the options of a command. Undefined after a bare `--fields`, which has printed the names: the command has
 * nothing more to do.
 */
export const openOutput = async <T, D>(
  view: View<T, D>,
  options: OutputOptions,
  host: Host,
  what: 'list' | 'single' = 'list',
): Promise<RowWriter<T> | undefined> => {
  const known = Object.keys(view.fields);
  if (options.fields === true) {
    await host.out.write(`${known.join('\n')}\n`);
    return undefined;
  }
  const format = formatOf(options, host, what);
  checkForm(format, options);
  return rowWriter(view, host.out, {
    format,
    fields: namesOf(options, known),
    csv: options.csv,
    now: host.now(),
    isUnicode: host.isUnicode,
  });
};

/** A view of a command that has a text of its own. */
export interface TextView<T, D = unknown> extends View<T, D> {
  /** Printed where neither a form nor fields are asked for. */
  readonly text: (row: T) => string;
}

/** As {@link openOutput}; prints the text of the view, or nothing, where neither a form nor fields are asked for. */
export const openAsked = async <T, D>(
  view: View<T, D> & Partial<TextView<T, D>>,
  options: OutputOptions,
  host: Host,
): Promise<RowWriter<T> | undefined> => {
  if (options.output !== undefined || options.fields !== undefined) return openOutput(view, options, host);
  const {text} = view;
  return {
    row: async row => (text === undefined ? undefined : host.out.write(text(row))),
    end: async () => undefined,
  };
};
