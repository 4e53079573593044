import {type Command, CommanderError, Option} from '@commander-js/extra-typings';
import {CSV_MODES, type CsvMode} from '../output/cell-text.ts';
import {FORMATS, type Format, type RowWriter, rowWriter} from '../output/row-writer.ts';
import type {View} from '../output/view.ts';
import {didYouMean} from '../text/nearest.ts';
import {CommandError} from './exit.ts';
import {choiceOption, oneOf} from './filter-options.ts';
import type {Host} from './host.ts';

const ROW_FORMS = FORMATS.filter(form => form !== 'raw');

export const csvOption = () =>
  new Option(
    '--csv <mode>',
    "safe: ' before a text that a spreadsheet would calculate; exact: as it is; default safe",
  ).argParser(oneOf(CSV_MODES));

export const withOutput = <A extends unknown[], O extends Record<string, unknown>>(
  command: Command<A, O>,
  forms: readonly Format[] = ROW_FORMS,
) =>
  command
    .addOption(choiceOption('-o, --output <form>', forms))
    .addOption(csvOption())
    .option('--fields [names]', 'fields to print, with commas; without names: list them');

/** An older spelling of `--output` that existing scripts use. */
export const jsonFlag = (form: 'json' | 'ndjson') =>
  new Option('--json', `same as --output ${form}`).implies({output: form});

export interface OutputOptions {
  readonly output?: Format | undefined;
  readonly fields?: string | true | undefined;
  readonly csv?: CsvMode | undefined;
  /** Format if standard output is no terminal and `--output` is not given. Default: `ndjson`. */
  readonly piped?: 'json' | 'ndjson';
}

export const namesOf = ({fields}: OutputOptions, known: readonly string[]): readonly string[] | undefined => {
  if (typeof fields !== 'string') return undefined;
  const names = fields.split(',').map(name => name.trim());
  for (const name of names) {
    if (known.includes(name)) continue;
    const hint = didYouMean(name, known, `the fields are ${known.join(', ')}`);
    throw new CommandError('usage', `there is no field ${JSON.stringify(name)}; ${hint}`);
  }
  return names;
};

export const checkForm = (format: Format, {fields, csv}: Pick<OutputOptions, 'fields' | 'csv'>): void => {
  if (csv !== undefined && format !== 'csv') throw new CommandError('usage', '--csv is for -o csv');
  if (format !== 'raw' || fields === undefined) return;
  throw new CommandError('usage', '-o raw prints the text of a row only; --fields needs another form, such as csv');
};

/** Without `--output`, prints `view.text`. If that is not set, prints a table on a terminal and `piped` elsewhere. */
export const openOutput = async <T, D>(
  view: View<T, D>,
  {output, fields, csv, piped = 'ndjson'}: OutputOptions,
  host: Host,
): Promise<RowWriter<T>> => {
  // If the command runs for several profiles, the rows of all profiles go to one output.
  if (host.member !== undefined) return host.member.open(view, {output, fields, csv, piped});
  const known = Object.keys(view.fields);
  if (fields === true) {
    await host.out.write(`${known.join('\n')}\n`);
    throw new CommanderError(0, 'edge-console.fields', '');
  }
  const {text} = view;
  if (text !== undefined && output === undefined && fields === undefined) {
    const row = async (value: T): Promise<void> => {
      const line = text(value);
      if (line !== undefined) await host.out.write(line);
    };
    return {row, end: async () => undefined};
  }
  const format = output ?? (host.out.isTerminal ? 'table' : piped);
  checkForm(format, {fields, csv});
  return rowWriter(view, host.out, {
    format,
    fields: namesOf({fields}, known),
    csv,
    now: host.now(),
    isUnicode: host.isUnicode,
  });
};

export type Rows<T> = Iterable<T> | AsyncIterable<T>;

export const writeRows = async <T>(output: RowWriter<T>, rows: Rows<T>): Promise<void> => {
  for await (const row of rows) await output.row(row);
  await output.end();
};
