import type {ErrorLogEntry} from '@edge-console/schema';
import {isoText} from '../format/time.ts';
import {fieldsOf, type RowForms} from './view.ts';

/** What is printed and exported of an entry. */
export const logForms: RowForms<ErrorLogEntry> = {
  fields: fieldsOf<ErrorLogEntry>('id', 'log_time', 'level', 'count', 'src', 'log'),
  words: {log_time: ({log_time}) => isoText(log_time)},
  raw: entry => entry.log,
};
