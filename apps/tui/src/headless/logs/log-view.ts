import type {ErrorLogEntry} from '@edge-console/schema';
import {logForms} from '../../output/log-fields.ts';
import type {View} from '../../output/view.ts';
import type {LogData} from '../../screens/error-logs/model/state.ts';

/** An entry, and the template of its pattern once all entries are known. */
export type PatternedEntry = ErrorLogEntry & {pattern?: string};

/** Entries as the Error logs tab shows them. */
export const logView: View<ErrorLogEntry, LogData> = {
  async table() {
    const {initialLogs} = await import('../../screens/error-logs/model/state.ts');
    const {logColumns} = await import('../../screens/error-logs/view/columns.ts');
    const {createEntryText} = await import('../../screens/error-logs/view/entry-text.ts');
    return {columns: logColumns, data: {...initialLogs, textOf: createEntryText()}};
  },
  ...logForms,
};

/** The same with the field `pattern`, which is known when all entries are read. */
export const patternedLogView: View<PatternedEntry, LogData> = {
  ...logView,
  fields: {...logView.fields, pattern: ({pattern}) => pattern},
};
