import {homedir} from 'node:os';
import {resolve} from 'node:path';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Command} from '../commands/command.ts';
import type {FieldSpec, Values} from '../form/form.ts';
import {count, plural} from '../format/number.ts';
import {dateTime} from '../format/time.ts';
import type {LogFilter} from '../logs/filter.ts';
import {type EntrySearch, matchesEntry} from '../logs/value-search.ts';
import type {ExportFormat} from './write-entries.ts';

export interface ExportSource {
  readonly filter: LogFilter;
  readonly search?: EntrySearch | undefined;
  /** `isAll` says whether every entry that matches the filter is loaded. */
  readonly rows?: Readonly<Record<'marked' | 'loaded', readonly ErrorLogEntry[]>> & {readonly isAll: boolean};
}

const isRows = ({format}: Values): boolean => format !== 'markdown';

const FILE_NAMES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'entries.ndjson',
  csv: 'entries.csv',
  raw: 'entries.log',
  markdown: 'incident.md',
};

export const defaultName = (format: ExportFormat, now: number): string => timedName(FILE_NAMES[format], now);

export const timedName = (name: string, now: number): string =>
  `edge-${dateTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')}-${name}`;

export const pathOf = (name: string): string => resolve(name.replace(/^~(?=\/|$)/, homedir()));

export const pathField: FieldSpec = {
  kind: 'text',
  name: 'path',
  label: 'New file',
  placeholder: 'empty: a name with the time, in this folder',
};

const choice = (
  name: string,
  values: readonly string[],
  field: Pick<FieldSpec, 'label' | 'initial' | 'note' | 'shown'>,
): FieldSpec => ({kind: 'choice', name, options: values.map(value => ({value, label: value})), ...field});

const exportFields: readonly FieldSpec[] = [
  choice('format', ['ndjson', 'csv', 'raw', 'markdown'], {
    label: 'Form',
    note: value => (value === 'markdown' ? 'a report of the time range, or of all entries without one' : undefined),
  }),
  pathField,
  // An empty value means the entries that match the search. Without a search, it means all entries.
  choice('rows', ['matching', 'all', 'marked', 'loaded'], {label: 'Entries', initial: '', shown: isRows}),
  choice('continue', ['no', 'yes'], {
    label: 'Continue',
    note: value => (value === 'yes' ? 'goes on with an interrupted export to this file' : undefined),
    shown: values => isRows(values) && values.rows !== 'marked' && values.rows !== 'loaded',
  }),
  choice('csv', ['safe', 'exact'], {
    label: 'Formulas',
    note: value => (value === 'safe' ? "' before a text that a spreadsheet would calculate" : undefined),
    shown: ({format}) => format === 'csv',
  }),
  choice('clients', ['shown', 'masked'], {label: 'Clients', shown: values => !isRows(values)}),
];

/** A tab that shows summaries has no rows to choose, so all entries are exported. */
const summaryFields = exportFields.filter(({name}) => name !== 'rows');

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

const matchingNote = (search: EntrySearch, {loaded, isAll}: NonNullable<ExportSource['rows']>): string => {
  const found = count(loaded.filter(entry => matchesEntry(search, entry)).length);
  return isAll
    ? `${found} of ${plural(loaded.length, 'entry', 'entries')}`
    : `${found} of ${count(loaded.length)} loaded; the others are searched too`;
};

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

/** Marked rows are the default only if the form is shown, because the operator then sees that choice. */
export const defaultRows = ({search, rows}: ExportSource, values: Values | undefined): string => {
  if (values === undefined && rows !== undefined && rows.marked.length > 0) return 'marked';
  return search === undefined || rows === undefined ? 'all' : 'matching';
};
