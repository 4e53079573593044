import {errorLogEntrySent, LEVELS} from '@edge-console/schema';
import {checksOf, fail, skip} from '../../check.ts';
import {ERROR_LOGS} from '../../gateway/context.ts';
import {bodyOrSkip} from '../../http/response.ts';
import {firstRows, listHasShape, listOrSkip} from '../lists.ts';
import {fieldsInUnixSeconds, hasUnixTime} from '../response-shape.ts';

const SHARED = {needs: ['admin'], citation: 'docs/contract.md#error-log-entry'} as const;

export const ERROR_LOG_ENTRIES = checksOf(SHARED, {
  'logs.shape': {
    title: 'an error-log entry has id, level, count, src, log_time and log',
    run: (context, note) => listHasShape(context, ERROR_LOGS, {schema: errorLogEntrySent, note}),
  },
  'logs.time': {
    title: 'the error-log list has its time in Unix seconds',
    citation: 'docs/contract.md#common-response-envelope',
    run: async context => hasUnixTime(bodyOrSkip(await context.call({path: ERROR_LOGS}))),
  },
  'logs.log-time': {
    title: 'log_time is in Unix seconds',
    run: async context => fieldsInUnixSeconds(await firstRows(context, ERROR_LOGS), ['log_time']),
  },
  'logs.levels': {
    title: `levels are 0 to ${LEVELS.length - 1}`,
    citation: 'docs/contract.md#level-values',
    run: async context => {
      const rows = await firstRows(context, ERROR_LOGS);
      const unnamed = rows.find(({level}) => typeof level === 'number' && LEVELS[level] === undefined);
      if (unnamed) fail(`the entry with id ${unnamed.id} has level ${unnamed.level}`);
    },
  },
  'logs.order': {
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
});
