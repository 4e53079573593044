import type {ErrorLogEntry} from '@edge-console/schema';
import {fieldsOf, type RowForms} from './view.ts';

/** What is printed and exported of an entry. */
export const logForms: RowForms<ErrorLogEntry> = {
  fields: fieldsOf<ErrorLogEntry>('id', 'log_time', 'level', 'count', 'src', 'log'),
  raw: entry => entry.log,
};
