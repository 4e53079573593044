import {errorLogEntrySent, LEVELS} from '@edge-console/schema';
import * as z from 'zod/mini';
import type {Check} from '../../check.ts';
import {ERROR_LOGS} from '../../gateway/paths.ts';
import {bodyOrSkip, dataOf, isObject} from '../../http/response.ts';
import {fail, skip} from '../../outcome.ts';
import {listOrSkip} from '../lists.ts';
import {hasShape, inUnixSeconds} from '../shape.ts';

const ENTRY = 'docs/contract.md#error-log-entry';
const admin = {needs: ['admin']} as const;

export const ERROR_LOG_ENTRIES: readonly Check[] = [
  {
    ...admin,
    id: 'logs.shape',
    title: 'an error-log entry has id, level, count, src, log_time and log',
    citation: ENTRY,
    run: async (context, note) => {
      const response = await context.call({path: ERROR_LOGS, query: 'page=1&page_size=50'});
      bodyOrSkip(response);
      const data = dataOf(response);
      const rows = isObject(data) ? data.data : undefined;
      if (!Array.isArray(rows))
        return isObject(rows) ? skip('data.data is not a list') : fail('data.data is not a list');
      if (rows.length === 0) skip('the list is empty');
      hasShape(rows, z.array(errorLogEntrySent), {at: 'data.data', note});
    },
  },
  {
    ...admin,
    id: 'logs.time',
    title: 'the error-log list has its time in Unix seconds',
    citation: 'docs/contract.md#common-response-envelope',
    run: async context => {
      const {time} = bodyOrSkip(await context.call({path: ERROR_LOGS}));
      if (!Number.isInteger(time)) fail(`time is ${time === undefined ? 'missing' : JSON.stringify(time)}`);
      inUnixSeconds(time, 'time');
    },
  },
  {
    ...admin,
    id: 'logs.log-time',
    title: 'log_time is in Unix seconds',
    citation: ENTRY,
    run: async context => {
      const {rows} = await listOrSkip(context, ERROR_LOGS, 'page=1&page_size=50');
      if (rows.length === 0) skip('the list is empty');
      for (const {log_time} of rows) inUnixSeconds(log_time, 'log_time');
    },
  },
  {
    ...admin,
    id: 'logs.levels',
    title: `levels are 0 to ${LEVELS.length - 1}`,
    citation: 'docs/contract.md#level-values',
    run: async context => {
      const {rows} = await listOrSkip(context, ERROR_LOGS, 'page=1&page_size=50');
      if (rows.length === 0) skip('the list is empty');
      const strange = rows.find(({level}) => typeof level === 'number' && LEVELS[level] === undefined);
      if (strange) fail(`the entry with id ${strange.id} has level ${strange.level}`);
    },
  },
  {
    ...admin,
    id: 'logs.order',
    title: 'entries are sorted newest first: by log_time, then by id, descending',
    citation: 'docs/field-facts.md#18',
    run: async context => {
      const {rows} = await listOrSkip(context, ERROR_LOGS, 'page=1&page_size=100');
      if (rows.length < 2) skip('there are fewer than 2 entries');
      const wrong = rows.findIndex((row, index) => {
        const above = rows[index - 1];
        const older = Number(row.log_time) - Number(above?.log_time);
        return above !== undefined && (older > 0 || (older === 0 && Number(row.id) > Number(above.id)));
      });
      if (wrong > 0) fail(`row ${wrong + 1} of the first page is newer than the row above it`);
    },
  },
];
