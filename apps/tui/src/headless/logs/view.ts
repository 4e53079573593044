import type {ErrorLogEntry} from '@edge-console/schema';
import type {LogData} from '../../screens/error-logs/model/state.ts';
import {fieldsOf, type View} from '../output/view.ts';

/** Entries as the Error logs tab shows them. */
export const logView: View<ErrorLogEntry, LogData> = {
  async table() {
    const {initialLogs} = await import('../../screens/error-logs/model/state.ts');
    const {logColumns} = await import('../../screens/error-logs/view/columns.ts');
    const {createEntryText} = await import('../../screens/error-logs/view/entry-text.ts');
    return {columns: logColumns(createEntryText()), data: initialLogs};
  },
  fields: fieldsOf<ErrorLogEntry>('id', 'log_time', 'level', 'count', 'src', 'log'),
  raw: entry => entry.log,
};
