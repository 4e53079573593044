import type {ErrorLogEntry} from '@edge-console/schema';
import {initialLogs, type LogData} from '../../screens/error-logs/model/state.ts';
import {logColumns} from '../../screens/error-logs/view/columns.ts';
import {createEntryText} from '../../screens/error-logs/view/entry-text.ts';
import {fieldsOf, type View} from '../output/view.ts';

/** Entries as the Error logs tab shows them. */
export const logView = (): View<ErrorLogEntry, LogData> => ({
  columns: logColumns(createEntryText()),
  data: initialLogs,
  fields: fieldsOf<ErrorLogEntry>('id', 'log_time', 'level', 'count', 'src', 'log'),
  raw: entry => entry.log,
});
