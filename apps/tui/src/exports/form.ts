import type {ErrorLogEntry} from '@edge-console/schema';
import type {Command} from '../commands/command.ts';
import type {FieldSpec, Values} from '../form/form.ts';
import {count, plural} from '../format/number.ts';
import {dateTime} from '../format/time.ts';
import {matches, type Search} from '../list/rows/search.ts';
import type {LogFilter} from '../logs/filter.ts';
import type {ExportFormat} from './write-entries.ts';

/** What can be exported: all entries of a filter, those that match a search, or rows in memory. */
export interface ExportSource {
  readonly filter: LogFilter;
  readonly search?: Search | undefined;
  /** `isAll`: every entry of the filter is loaded. */
  readonly rows?: Readonly<Record<'marked' | 'loaded', readonly ErrorLogEntry[]>> & {readonly isAll: boolean};
}

const optionsOf = (...labels: readonly string[]) => labels.map(label => ({value: label, label}));

const isRows = ({format}: Values): boolean => format !== 'markdown';

const FILE_NAMES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'entries.ndjson',
  csv: 'entries.csv',
  raw: 'entries.log',
  markdown: 'incident.md',
};

/** `edge-20261120-120003-entries.csv`, in the working folder. */
export const defaultName = (format: ExportFormat, now: number): string =>
  `edge-${dateTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')}-${FILE_NAMES[format]}`;

const exportFields: readonly FieldSpec[] = [
  {
    kind: 'choice',
    name: 'format',
    label: 'Form',
    options: optionsOf('ndjson', 'csv', 'raw', 'markdown'),
    note: value => (value === 'markdown' ? 'a report of the time range, or of the last 15 minutes' : undefined),
  },
  {
    kind: 'text',
    name: 'path',
    label: 'New file',
    placeholder: 'empty: a name with the time, in this folder',
  },
  {
    kind: 'choice',
    name: 'rows',
    label: 'Entries',
    options: optionsOf('matching', 'all', 'marked', 'loaded'),
    // Empty: the entries that match the search, or all without a search.
    initial: '',
    shown: isRows,
  },
  {
    kind: 'choice',
    name: 'continue',
    label: 'Continue',
    options: optionsOf('no', 'yes'),
    note: value => (value === 'yes' ? 'goes on with an interrupted export to this file' : undefined),
    shown: values => isRows(values) && values.rows !== 'marked' && values.rows !== 'loaded',
  },
  {
    kind: 'choice',
    name: 'csv',
    label: 'Formulas',
    options: optionsOf('safe', 'exact'),
    note: value => (value === 'safe' ? "' before a text that a spreadsheet would calculate" : undefined),
    shown: ({format}) => format === 'csv',
  },
  {
    kind: 'choice',
    name: 'clients',
    label: 'Clients',
    options: optionsOf('shown', 'masked'),
    shown: values => !isRows(values),
  },
];

/** A tab without rows of its own exports all entries. */
const summaryFields = exportFields.filter(({name}) => name !== 'rows');

/** The fields for a source; only a search makes `matching` a choice. */
export const fieldsOf = ({search, rows}: ExportSource): readonly FieldSpec[] => {
  if (rows === undefined) return summaryFields;
  const matching = search === undefined ? undefined : matchingNote(search, rows);
  return exportFields.map(field =>
    field.kind !== 'choice' || field.name !== 'rows'
      ? field
      : {
          ...field,
          options: field.options.filter(({value}) => value !== 'matching' || matching !== undefined),
          note: value => (value === 'matching' ? matching : undefined),
        },
  );
};

const matchingNote = (search: Search, {loaded, isAll}: NonNullable<ExportSource['rows']>): string => {
  const found = count(loaded.filter(({log}) => matches(search, log)).length);
  return isAll
    ? `${found} of ${plural(loaded.length, 'entry', 'entries')}`
    : `${found} of ${count(loaded.length)} loaded; the others are searched too`;
};

/** The export command: its key opens the form, the command line can give every value. */
export const exportCommand = <S, A>(
  what: 'rows' | 'summary',
  action: (values: Values | undefined) => A,
): Command<S, A> => ({
  id: 'export',
  title: 'Export the entries to a file',
  keys: ['x'],
  group: 'Copy',
  footer: 'export',
  args: {fields: what === 'rows' ? exportFields : summaryFields, action},
  action: action(undefined),
});

/** Marked entries are offered before all others; the command line takes them only by name. */
export const defaultRows = ({search, rows}: ExportSource, values: Values | undefined): string => {
  if (values === undefined && rows !== undefined && rows.marked.length > 0) return 'marked';
  return search === undefined || rows === undefined ? 'all' : 'matching';
};
