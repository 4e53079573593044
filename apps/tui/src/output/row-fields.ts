import type {Agent, ApiToken, Application, ErrorLogEntry} from '@edge-console/schema';
import {LEVELS} from '@edge-console/schema/values';
import {dateTime, isoText} from '../format/time.ts';
import {fieldsOf, type RowForms} from './view.ts';

const TIME = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /;
const LEVEL = new RegExp(`^\\[(${LEVELS.join('|').toLowerCase()})\\] `);

/** A line without a time gets `log_time` in UTC and, if it has no level, the entry's level. */
export const nginxText = ({log, log_time, level}: ErrorLogEntry): string => {
  if (TIME.test(log)) return log;
  const time = `${dateTime(log_time * 1000, true).replaceAll('-', '/')} `;
  if (!TIME.test(time)) return log;
  const name = level === undefined ? undefined : LEVELS[level];
  return `${time}${name === undefined || LEVEL.test(log) ? '' : `[${name.toLowerCase()}] `}${log}`;
};

export const logForms: RowForms<ErrorLogEntry> = {
  fields: fieldsOf<ErrorLogEntry>('id', 'log_time', 'level', 'count', 'src', 'log'),
  words: {log_time: ({log_time}) => isoText(log_time)},
  raw: nginxText,
};

export const tokenFields = fieldsOf<ApiToken>('id', 'name', 'expire', 'uid', '_created_unix', '_modified_unix');

export const applicationFields = fieldsOf<Application>(
  ...(['id', 'name', 'online', 'ports', 'version', 'processes', 'cmd_line', 'created'] as const),
);

export const agentFields = fieldsOf<Agent>('id', 'name');
