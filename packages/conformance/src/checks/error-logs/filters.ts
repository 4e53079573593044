import {NODE_TYPES} from '@edge-console/schema';
import {type Check, checksOf, fail, skip} from '../../check.ts';
import {ERROR_LOGS, NO_ID} from '../../gateway/context.ts';
import {bodyOrFail} from '../../http/response.ts';
import {firstRows, listOrFail, listOrSkip, totalOrSkip, withTotalOrSkip} from '../lists.ts';
import {countWith} from './levels.ts';

const filters = {needs: ['admin'], citation: 'docs/contract.md#error-logs'} as const;

export const ERROR_LOG_FILTERS: readonly Check[] = [
  ...['node_id', 'app_id', 'req_id'].map(
    (name): Check => ({
      ...filters,
      id: `logs.filter.${name}`,
      title: `${name} filters: an unused value selects no entries`,
      run: async context => {
        await totalOrSkip(context, ERROR_LOGS);
        const filter = `${name}=${NO_ID}`;
        const {rows, count} = await listOrFail(context, ERROR_LOGS, `${filter}&page=1&page_size=1`);
        if (rows.length > 0 || (count !== undefined && count > 0)) fail(`${filter} selects ${count} entries`);
      },
    }),
  ),
  ...checksOf(filters, {
    'logs.filter.node_type': {
      title: 'node_type filters: the counts of its values do not exceed the total',
      run: context =>
        withTotalOrSkip(context, ERROR_LOGS, async total => {
          const counts = [];
          for (const type of NODE_TYPES.keys()) counts.push(await countWith(context, `node_type=${type}`));
          const sum = counts.reduce((all, count) => all + count, 0);
          if (sum > total) fail(`${counts.join(' + ')} entries of node_type 0, 1 and 2, of ${total}`);
        }),
    },
    'logs.filter.empty': {
      title: 'a filter with an empty value is ignored',
      run: context =>
        withTotalOrSkip(context, ERROR_LOGS, async total => {
          const count = await countWith(context, 'node_id=&node_type=&level=&app_id=&req_id=');
          if (count !== total) fail(`${count} entries with empty filters, and ${total} without`);
        }),
    },
    'logs.times': {
      title: 'start_time and end_time bound the entries, both inclusive, if the gateway supports them',
      citation: 'docs/field-facts.md#9',
      run: async context => {
        const [row] = await firstRows(context, ERROR_LOGS, 1);
        for (const never of [`start_time=${IN_2100}`, 'end_time=1']) {
          const ignored = (await listOrSkip(context, ERROR_LOGS, `${never}&page=1&page_size=1`)).rows.length > 0;
          if (ignored) skip('the gateway ignores start_time and end_time, which is permitted');
        }
        const at = row?.log_time;
        for (const bounds of [`start_time=${at}&end_time=${at}`, `start_time=${at}`, `end_time=${at}`]) {
          const {rows} = await listOrFail(context, ERROR_LOGS, `${bounds}&page=1&page_size=1000`);
          const outside = rows.find(({log_time}) => !within(bounds, Number(log_time), Number(at)));
          if (outside) fail(`${bounds} selects an entry of ${outside.log_time}`);
          if (!rows.some(({log_time}) => log_time === at)) fail(`${bounds} does not select the entries of that second`);
        }
      },
    },
    'logs.filter.together': {
      title: 'the error-log list accepts all documented filters together',
      run: async context => {
        await totalOrSkip(context, ERROR_LOGS);
        const query = 'node_id=1&node_type=0&level=4&app_id=1&req_id=1&page=1&page_size=1';
        bodyOrFail(await context.call({path: ERROR_LOGS, query}));
      },
    },
  }),
];

const IN_2100 = 4_102_444_800;

const within = (bounds: string, time: number, at: number): boolean =>
  (!bounds.includes('start_time') || time >= at) && (!bounds.includes('end_time') || time <= at);
