import {errorLogEntrySent, LEVELS} from '@edge-console/schema';
import type {Check} from '../check.ts';
import {ERROR_LOGS} from '../gateway/paths.ts';
import {dataOf} from '../gateway/read.ts';
import {given, isObject} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {reference} from './lists.ts';
import {hasShape, inUnixSeconds} from './shape.ts';

const ENTRY = 'contract "Error log entry"';
const admin = {needs: ['admin']} as const;

export const ERROR_LOG_ENTRIES: readonly Check[] = [
  {
    ...admin,
    id: 'logs.shape',
    title: 'an error-log entry has id, level, count, src, log_time and log',
    source: ENTRY,
    run: async (context, note) => {
      const answer = await context.call({path: ERROR_LOGS, query: 'page=1&page_size=50'});
      given(answer);
      const data = dataOf(answer);
      const rows = isObject(data) ? data.data : undefined;
      if (!Array.isArray(rows)) return isObject(rows) ? giveUp('data.data is no list') : fail('data.data is no list');
      if (rows.length === 0) giveUp('the list is empty');
      hasShape(rows, errorLogEntrySent.array(), {at: 'data.data', note});
    },
  },
  {
    ...admin,
    id: 'logs.time',
    title: 'the error-log list answers its time in Unix seconds',
    source: 'contract "Common response envelope"',
    run: async context => {
      const {time} = given(await context.call({path: ERROR_LOGS}));
      if (!Number.isInteger(time)) fail(`time is ${time === undefined ? 'missing' : JSON.stringify(time)}`);
      inUnixSeconds(time, 'time');
    },
  },
  {
    ...admin,
    id: 'logs.log-time',
    title: 'log_time is in Unix seconds',
    source: ENTRY,
    run: async context => {
      const {rows} = await reference(context, ERROR_LOGS, 'page=1&page_size=50');
      if (rows.length === 0) giveUp('the list is empty');
      for (const {log_time} of rows) inUnixSeconds(log_time, 'log_time');
    },
  },
  {
    ...admin,
    id: 'logs.levels',
    title: `levels are 0 to ${LEVELS.length - 1}`,
    source: ENTRY,
    run: async context => {
      const {rows} = await reference(context, ERROR_LOGS, 'page=1&page_size=50');
      if (rows.length === 0) giveUp('the list is empty');
      const strange = rows.find(({level}) => typeof level === 'number' && LEVELS[level] === undefined);
      if (strange) fail(`the entry with id ${strange.id} has level ${strange.level}`);
    },
  },
  {
    ...admin,
    id: 'logs.order',
    title: 'entries come newest first: by log_time, then by id, descending',
    source: 'fact 18',
    run: async context => {
      const {rows} = await reference(context, ERROR_LOGS, 'page=1&page_size=100');
      if (rows.length < 2) giveUp('there are too few entries to tell');
      const wrong = rows.findIndex((row, index) => {
        const above = rows[index - 1];
        const older = Number(row.log_time) - Number(above?.log_time);
        return above !== undefined && (older > 0 || (older === 0 && Number(row.id) > Number(above.id)));
      });
      if (wrong > 0) fail(`row ${wrong + 1} of the first page is newer than the row above it`);
    },
  },
];
