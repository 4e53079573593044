import {isDeepStrictEqual} from 'node:util';
import type {ErrorLogEntry} from '@edge-console/schema';
import {Refused, toFailure} from '../core/failure.ts';
import {type DialogIntent, type EffectContext, flash, type Mounted} from '../core/screen.ts';
import {messageForm} from '../dialogs/form-dialog.ts';
import type {Leaving, WorkRun} from '../dialogs/work.ts';
import {readReport} from '../explore/report/report.ts';
import {writeNewFile} from '../files/locked-file.ts';
import type {Values} from '../form/form.ts';
import {plural} from '../format/number.ts';
import {hasConditions, queryOf, savedQuery} from '../logs/filter.ts';
import {readEntries} from '../logs/read-entries.ts';
import {type EntrySearch, matchesEntry} from '../logs/value-search.ts';
import type {CsvMode} from '../output/cell-text.ts';
import {readBookmarks} from '../saved/bookmarks.ts';
import {defaultName, defaultRows, type ExportSource, fieldsOf, pathOf} from './export-form.ts';
import {openPart} from './export-part.ts';
import {type ExportFormat, writeEntries} from './write-entries.ts';

/** With `values`, the export starts at once without the form. */
export const exportDialog = (source: ExportSource, values: Values | undefined): DialogIntent<never> => ({
  kind: 'dialog',
  open: host => {
    // An export that failed because the session ended. It continues after the next sign-in.
    let refused: {readonly given: Values; readonly path: string} | undefined;
    const dialog: Mounted = messageForm({
      title: 'Export the entries',
      fields: fieldsOf(source),
      given: {...values, rows: values?.rows || defaultRows(source, values)},
      submitLabel: 'export',
      atOnce: values !== undefined,
      leaving: STOP,
      submit: (given, ...work) => {
        const [{now}, signal] = work;
        const resumed = isDeepStrictEqual(refused?.given, given) ? refused : undefined;
        const path = resumed?.path ?? nameOf(given, now());
        const going = resumed === undefined ? {...given, path} : {...given, path, continue: 'yes'};
        return runExport(source, going, work).catch((error: unknown) => {
          refused = toFailure(error).credentialRefused ? {given, path} : undefined;
          if (signal.aborted) host.intend(stoppedFlash(error), dialog);
          throw error;
        });
      },
    })(host);
    return dialog;
  },
});

const STOP: Leaving = {
  verb: 'stop',
  hint: 'The export is running. Press {dialog.close} again to stop it; the written part stays.',
};

const stoppedFlash = (error: unknown) =>
  flash('warn', 'Export stopped.', error instanceof Refused ? error.hint : 'Nothing was written.');

type Work = Parameters<WorkRun<string>>;

const formatOf = ({format = 'ndjson'}: Values): ExportFormat => format as ExportFormat;

const nameOf = (values: Values, now: number): string => values.path?.trim() || defaultName(formatOf(values), now);

const runExport = (source: ExportSource, values: Values, work: Work): Promise<string> =>
  formatOf(values) === 'markdown' ? exportReport(source, values, work) : exportRows(source, values, work);

const urlOf = ({client}: EffectContext): string => client().baseUrl.href.replace(/\/$/, '');

const exportReport = async (
  {filter}: ExportSource,
  {path: name = '', clients}: Values,
  [context, signal, progress]: Work,
): Promise<string> => {
  const {client, now, runbooks, messages, preferences} = context;
  const text = await readReport(client(), {
    ...{filter, maskClients: clients === 'masked', runbooks, messages, signal, progress},
    ...{now: now(), url: urlOf(context), notes: await readBookmarks(preferences()), baseline: 'before'},
  });
  await writeNewFile(pathOf(name), text, {force: false, advice: ADVICE.replace});
  const isOpen = filter.range.from === undefined && filter.range.to === undefined;
  return `Wrote ${isOpen ? 'a report of all entries (no range is set)' : 'the report'} to ${name}.`;
};

const ADVICE = {
  replace: 'choose another file',
  again: 'choose another file to start again',
  resume: 'Continue: yes goes on with it',
};

const exportRows = async (
  {filter, search, rows}: ExportSource,
  values: Values,
  [context, signal, progress]: Work,
): Promise<string> => {
  const format = formatOf(values);
  const {path: name = ''} = values;
  const held = values.rows === 'marked' || values.rows === 'loaded' ? rows?.[values.rows] : undefined;
  if (held?.length === 0) throw new Refused(`No entry is ${values.rows}.`);
  const matching = values.rows === 'matching';
  if (matching && search === undefined) throw new Refused('No search is set.');
  const searched = matching ? search : undefined;
  const client = context.client();
  const resume = held === undefined && values.continue === 'yes';
  // `safe` is the form's default, so the operator may not have chosen it. A continued export then keeps the CSV mode of
  // its file.
  const csv: CsvMode | undefined = values.csv === 'exact' ? 'exact' : resume ? undefined : 'safe';
  const source = {url: urlOf(context), query: savedQuery(filter), format, fields: null, csv, search: searched?.text};
  const part = await openPart(pathOf(name), {source, resume, force: false, env: process.env, advice: ADVICE});
  if (part === undefined) return `${name} is complete.`;
  const left = {...filter, range: part.range ?? filter.range};
  const reader = readEntries(client, left, signal);
  const countAll = async () =>
    hasConditions(left) ? undefined : client.errorLogs.count(queryOf(left), {signal}).catch(() => undefined);
  try {
    const entries = held ?? reader;
    // With a search or conditions, the number of entries is unknown until all are read.
    const counted = searched === undefined ? (held?.length ?? (await countAll())) : undefined;
    const total = counted === undefined ? undefined : part.earlier + counted;
    await writeEntries(part, searched === undefined ? entries : found(entries, searched), {format, progress, total});
  } catch (error) {
    const {message, credentialRefused} = toFailure(error);
    // The app opens the sign-in dialog for a refused credential, so that error is thrown unchanged.
    throw credentialRefused || (part.rows === 0 && !signal.aborted)
      ? error
      : new Refused(
          message,
          `Continue: yes goes on with the ${plural(part.rows, 'entry', 'entries')} of ${name}.part.`,
        );
  }
  const missing = reader.missing(part.rows);
  return `Wrote ${plural(part.rows, 'entry', 'entries')} to ${name}.${missing === undefined ? '' : ` ${missing}`}`;
};

async function* found(entries: AsyncIterable<ErrorLogEntry> | Iterable<ErrorLogEntry>, search: EntrySearch) {
  for await (const entry of entries) if (matchesEntry(search, entry)) yield entry;
}
