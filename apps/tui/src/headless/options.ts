import {type Command, InvalidArgumentError, Option} from '@commander-js/extra-typings';
import {LEVELS, NODE_TYPES} from '@edge-console/schema/values';
import {parseLocalTime, parseSpan} from '../format/parse-time.ts';
import type {LogFilter} from '../logs/filter.ts';
import {FORMATS, type Format, type RowWriter, rowWriter} from '../output/rows.ts';
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
    const near = nearest(text.toLowerCase(), shown);
    throw new InvalidArgumentError(
      `${near === undefined ? '' : `Did you mean ${near}? `}Allowed choices are ${shown.join(', ')}.`,
    );
  };

/** Parses a level or node type: a name of `names`, or its number. */
const numbered =
  (names: readonly string[]) =>
  (text: string): number =>
    /^\d+$/.test(text) && Number(text) < names.length ? Number(text) : names.indexOf(oneOf(names)(text));

/** Parses a time in Unix seconds: a span before now, a local time, or an ISO 8601 time with a zone. */
const timeOf = (text: string): number => {
  const span = parseSpan(text);
  const now = Date.now();
  const time = span === undefined ? parseLocalTime(text, now) : now - span;
  if (time === undefined || Number.isNaN(time)) {
    throw new InvalidArgumentError('It takes 2h, 11:42, "2026-11-20 11:42" or 2026-11-20T11:42:00Z.');
  }
  return Math.floor(time / 1000);
};

/** Adds the filter of the error logs. */
export const withFilter = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) =>
  command
    .addOption(new Option('--level <name>', 'this level and more severe ones').argParser(numbered(LEVELS)))
    .option('--node <id>', 'node id', wholeNumber(0))
    .addOption(new Option('--node-type <name>', 'node type').argParser(numbered(NODE_TYPES)))
    .option('--app <id>', 'application id', wholeNumber(0))
    .option('--req <id>', 'request id')
    .addOption(new Option('--since <time>', 'from this time on: 2h, 11:42, 2026-11-20T11:42:00Z').argParser(timeOf))
    .addOption(new Option('--until <time>', 'up to this time').argParser(timeOf));

export interface FilterOptions {
  readonly level?: number | undefined;
  readonly node?: number | undefined;
  readonly nodeType?: number | undefined;
  readonly app?: number | undefined;
  readonly req?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export const filterOf = ({level, node, nodeType, app, req, since, until}: FilterOptions): LogFilter => {
  if (since !== undefined && until !== undefined && until < since) {
    throw new CommandError('usage', '--until is before --since.');
  }
  return {
    ...(level !== undefined && {level}),
    ...(node !== undefined && {nodeId: node}),
    ...(nodeType !== undefined && {nodeType}),
    ...(app !== undefined && {appId: app}),
    ...(req !== undefined && {requestId: req}),
    range: {...(since !== undefined && {from: since}), ...(until !== undefined && {to: until})},
  };
};

/** Forms of rows that have no text of their own. */
const ROW_FORMS = FORMATS.filter(form => form !== 'raw');

/** Adds the form of the output, one of `forms`. */
export const withOutput = <A extends unknown[], O extends Record<string, unknown>>(
  command: Command<A, O>,
  forms: readonly Format[] = ROW_FORMS,
) =>
  command
    .addOption(new Option('-o, --output <form>', forms.join(', ')).argParser(oneOf(forms)))
    .option('--fields [names]', 'fields to print, with commas; without names: list them');

export interface OutputOptions {
  readonly output?: Format | undefined;
  readonly fields?: string | true | undefined;
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

/** Refuses fields for the raw form, which is one text. */
export const checkRaw = (format: Format, {fields}: Pick<OutputOptions, 'fields'>): void => {
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
  checkRaw(format, options);
  return rowWriter(view, host.out, {
    format,
    fields: namesOf(options, known),
    now: host.now(),
    isUnicode: host.isUnicode,
  });
};
