import {homedir} from 'node:os';
import {resolve} from 'node:path';
import type {PaginateStatus} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Command} from '../commands/command.ts';
import {Refused, toFailure} from '../core/failure.ts';
import type {DialogIntent, EffectContext, Intent} from '../core/screen.ts';
import {formDialog} from '../dialogs/form-dialog.ts';
import type {Leaving, WorkRun} from '../dialogs/work.ts';
import type {FieldSpec, Values} from '../form/form.ts';
import {count, plural} from '../format/number.ts';
import {dateTime} from '../format/time.ts';
import {matches, type Search} from '../list/rows/search.ts';
import {type LogFilter, queryOf} from '../logs/filter.ts';
import {incomplete, readEntries} from '../logs/read-entries.ts';
import type {CsvMode} from '../output/text.ts';
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
const defaultName = (format: ExportFormat, now: number): string =>
  `edge-${dateTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')}-${FILE_NAMES[format]}`;

const exportFields: readonly FieldSpec[] = [
  {
    kind: 'choice',
    name: 'format',
    label: 'Form',
    options: [...optionsOf('ndjson', 'csv', 'raw'), {value: 'markdown', label: 'markdown'}],
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
    // Not given: what matches the search, without one all.
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

/** Of a tab without rows of its own, all entries are exported. */
const summaryFields = exportFields.filter(({name}) => name !== 'rows');

/** The fields for a source: without a search, nothing matches. */
const fieldsOf = ({search, rows}: ExportSource): readonly FieldSpec[] => {
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

/** The command that exports: its key asks, the command line can say all. */
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

/** Exports with progress until the file is complete, and flashes what was written. With values: at once. */
export const exportDialog = (source: ExportSource, values: Values | undefined): Intent<never> => {
  const openForm = (stopped: (flash: Flash) => void) =>
    formDialog(
      {
        title: 'Export the entries',
        fields: fieldsOf(source),
        given: {...values, rows: values?.rows || defaultRows(source, values)},
        submitLabel: 'export',
        atOnce: values !== undefined,
        leaving: STOP,
        submit: (given, ...work) =>
          runExport(source, given, work).catch((error: unknown) => {
            const [, signal] = work;
            if (signal.aborted) stopped(stoppedFlash(error));
            throw error;
          }),
      },
      (text: string): Flash => ({kind: 'flash', tone: 'ok', text}),
    );
  const intent: DialogIntent<never> = {
    kind: 'dialog',
    open: host => {
      const flash = (shown: Flash): void => host.intend(shown, dialog);
      const dialog = openForm(flash).open(host, flash);
      return dialog;
    },
  };
  return intent;
};

/** Marked entries are offered before all others; the command line takes them only by name. */
const defaultRows = ({search, rows}: ExportSource, values: Values | undefined): string => {
  if (values === undefined && rows !== undefined && rows.marked.length > 0) return 'marked';
  return search === undefined || rows === undefined ? 'all' : 'matching';
};

type Flash = Extract<Intent<never>, {kind: 'flash'}>;

const STOP: Leaving = {
  verb: 'stop',
  hint: 'The export is running. Press {dialog.close} again to stop it; what is written is kept.',
};

/** What a stopped export leaves, and how it goes on. */
const stoppedFlash = (error: unknown): Flash => {
  const text = 'Export stopped.';
  const hint = error instanceof Refused ? error.hint : 'Nothing was written.';
  return {kind: 'flash', tone: 'warn', text, hint};
};

type Work = Parameters<WorkRun<string>>;

const runExport = async (source: ExportSource, values: Values, work: Work): Promise<string> => {
  const [{now}] = work;
  const format = (values.format ?? 'ndjson') as ExportFormat;
  const typed = values.path?.trim() ?? '';
  const name = typed === '' ? defaultName(format, now()) : typed;
  const path = resolve(name.replace(/^~(?=\/|$)/, homedir()));
  const wrote =
    format === 'markdown'
      ? await exportReport(source.filter, {path, maskClients: values.clients === 'masked'}, work)
      : await exportRows(source, {path, name, format, values}, work);
  return wrote === 'complete' ? `${name} is complete.` : `Wrote ${wrote.what} to ${name}.${wrote.missing}`;
};

interface Written {
  readonly what: string;
  /** A sentence about what may be missing; empty if nothing is. */
  readonly missing: string;
}

const urlOf = ({client}: EffectContext): string => client().baseUrl.href.replace(/\/$/, '');

const exportReport = async (
  filter: LogFilter,
  {path, maskClients}: {readonly path: string; readonly maskClients: boolean},
  [context, signal, progress]: Work,
): Promise<Written> => {
  const {readReport} = await import('../explore/report/read-report.ts');
  const {writeNewFile} = await import('../files/locked-file.ts');
  const {client, now, runbooks, preferences} = context;
  const {readBookmarks} = await import('../saved/bookmarks.ts');
  const text = await readReport(client(), {
    ...{
      filter,
      maskClients,
      runbooks,
      notes: await readBookmarks(preferences()),
      now: now(),
      signal,
      progress,
      url: urlOf(context),
    },
    ...{title: 'Incident report', baseline: 'before'},
  });
  await writeNewFile(path, text, {force: false, advice: ADVICE.replace});
  const isOpen = filter.range.from === undefined;
  return {what: isOpen ? 'a report of the last 15 minutes (the view has no range)' : 'the report', missing: ''};
};

const ADVICE = {
  replace: 'choose another file',
  again: 'choose another file to start again',
  resume: 'Continue: yes goes on with it',
};

interface RowsTarget {
  readonly path: string;
  /** As typed. */
  readonly name: string;
  readonly format: ExportFormat;
  readonly values: Values;
}

const exportRows = async (
  {filter, search, rows}: ExportSource,
  {path, name, format, values}: RowsTarget,
  [context, signal, progress]: Work,
): Promise<Written | 'complete'> => {
  const {openPart} = await import('./part.ts');
  const {writeEntries} = await import('./write-entries.ts');
  const held = values.rows === 'marked' || values.rows === 'loaded' ? rows?.[values.rows] : undefined;
  if (held?.length === 0) throw new Refused(`No entry is ${values.rows}.`);
  const matching = values.rows === 'matching';
  if (matching && search === undefined) throw new Refused('No search is set.');
  const searched = matching ? search : undefined;
  const client = context.client();
  const resume = held === undefined && values.continue === 'yes';
  // A continued file keeps its mode, also where the form has its first choice.
  const csv: CsvMode | undefined = values.csv === 'exact' ? 'exact' : resume ? undefined : 'safe';
  const source = {url: urlOf(context), query: queryOf(filter), format, fields: null, csv, search: searched?.text};
  const part = await openPart(path, {source, resume, force: false, env: process.env, advice: ADVICE});
  if (part === undefined) return 'complete';
  const {range = filter.range} = part;
  let status: PaginateStatus | undefined;
  const onStatus = (told: PaginateStatus): void => {
    status = told;
  };
  const countAll = () => client.errorLogs.count(queryOf({...filter, range}), {signal}).catch(() => undefined);
  try {
    // How many match is known at the end.
    const total = searched === undefined ? (held?.length ?? (await countAll())) : undefined;
    const read = held ?? readEntries(client, {...filter, range}, {signal, onStatus});
    const entries = searched === undefined ? read : found(read, searched);
    await writeEntries(part, entries, {format, progress, total});
  } catch (error) {
    const {message, credentialRefused} = toFailure(error);
    // Signing in again is asked for by itself.
    throw credentialRefused || (part.rows === 0 && !signal.aborted)
      ? error
      : new Refused(
          message,
          `Continue: yes goes on with the ${plural(part.rows, 'entry', 'entries')} of ${name}.part.`,
        );
  }
  const missing = status?.complete === false ? ` ${incomplete(status, part.rows)}` : '';
  return {what: plural(part.rows, 'entry', 'entries'), missing};
};

async function* found(entries: AsyncIterable<ErrorLogEntry> | Iterable<ErrorLogEntry>, search: Search) {
  for await (const entry of entries) if (matches(search, entry.log)) yield entry;
}
