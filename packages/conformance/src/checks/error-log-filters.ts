import {LEVELS, NODE_TYPES} from '@edge-console/schema';
import type {Check} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {ERROR_LOGS, NO_ID} from '../gateway/paths.ts';
import {countOf} from '../gateway/read.ts';
import {stable} from '../gateway/stable.ts';
import {succeeded} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {list, reference} from './lists.ts';

const OPERATION = 'contract "Error logs"';
const admin = {needs: ['admin']} as const;

const counted = async (context: Context, filter: string): Promise<number> =>
  countOf(await list(context, ERROR_LOGS, `${filter}&page=1&page_size=1`));

/** The total without a filter, of a list that has entries. */
const totalOf = async (context: Context): Promise<number> => {
  const total = countOf(await reference(context, ERROR_LOGS, 'page=1&page_size=1'));
  return total === 0 ? giveUp('there are no entries') : total;
};

const NOWHERE = {
  node_id: `node_id=${NO_ID}`,
  app_id: `app_id=${NO_ID}`,
  req_id: 'req_id=2147483647',
} as const;

export const ERROR_LOG_FILTERS: readonly Check[] = [
  ...Object.entries(NOWHERE).map(
    ([name, filter]): Check => ({
      ...admin,
      id: `logs.filter.${name}`,
      title: `${name} filters: a value that nothing has brings nothing`,
      source: OPERATION,
      run: async context => {
        await totalOf(context);
        const {rows, count} = await list(context, ERROR_LOGS, `${filter}&page=1&page_size=1`);
        if (rows.length > 0 || (count !== undefined && count > 0)) fail(`${filter} brings ${count} entries`);
      },
    }),
  ),
  {
    ...admin,
    id: 'logs.filter.node_type',
    title: 'node_type filters: its values share the entries among them',
    source: OPERATION,
    run: context =>
      stable(
        () => totalOf(context),
        async total => {
          const counts = [];
          for (const type of NODE_TYPES.keys()) counts.push(await counted(context, `node_type=${type}`));
          const sum = counts.reduce((all, count) => all + count, 0);
          if (sum > total) fail(`${counts.join(' + ')} entries of node_type 0, 1 and 2, of ${total}`);
        },
      ),
  },
  {
    ...admin,
    id: 'logs.filter.req_id-text',
    title: 'req_id takes 24 hexadecimal characters, too',
    source: 'fact 11',
    run: async context => {
      await totalOf(context);
      const {rows} = await list(context, ERROR_LOGS, 'req_id=ffffffffffffffffffffffff&page=1&page_size=1');
      if (rows.length > 0) fail('a request id that nothing has brings entries');
    },
  },
  {
    ...admin,
    id: 'logs.filter.empty',
    title: 'empty values of filters count as absent',
    source: OPERATION,
    run: context =>
      stable(
        () => totalOf(context),
        async total => {
          const count = await counted(context, 'node_id=&node_type=&level=&app_id=&req_id=');
          if (count !== total) fail(`${count} entries with empty filters, and ${total} without`);
        },
      ),
  },
  {
    ...admin,
    id: 'logs.level.all',
    title: 'entries of all levels come when no level is asked for',
    source: OPERATION,
    run: context =>
      stable(
        () => totalOf(context),
        async total => {
          for (const level of LEVELS.keys()) {
            const count = await counted(context, `level=${level}`);
            if (count > total) fail(`level=${level} has ${count} entries, and no level ${total}`);
          }
        },
      ),
  },
  {
    ...admin,
    id: 'logs.level.threshold',
    title: 'level=N brings entries of level N and of more severe ones',
    source: 'fact 10',
    run: context =>
      stable(
        () => totalOf(context),
        async total => {
          const {rows} = await reference(context, ERROR_LOGS, 'page=1&page_size=100');
          const levels = rows.map(({level}) => Number(level)).sort((a, b) => a - b);
          const [severest = 0] = levels;
          const mildest = LEVELS.length - 1;
          if (severest === mildest) giveUp(`all entries of the first page have level ${mildest}`);
          const all = await counted(context, `level=${mildest}`);
          if (all !== total) fail(`level=${mildest} has ${all} entries, and there are ${total}`);
          // The most severe ones have the most rows that must not come.
          for (const level of [...new Set(levels)].slice(0, 2)) {
            const found = await list(context, ERROR_LOGS, `level=${level}&page=1&page_size=100`);
            const milder = found.rows.find(row => Number(row.level) > level);
            if (milder) fail(`level=${level} brings an entry of level ${milder.level}`);
          }
        },
      ),
  },
  {
    ...admin,
    id: 'logs.times',
    title: 'start_time and end_time bound the entries, both inclusive, where the gateway has them',
    source: 'fact 9',
    run: async context => {
      const [row] = (await reference(context, ERROR_LOGS, 'page=1&page_size=1')).rows;
      if (!row) return giveUp('there are no entries');
      const [start, end] = [`start_time=${LATE}`, 'end_time=1'];
      for (const never of [start, end]) {
        const ignored = (await reference(context, ERROR_LOGS, `${never}&page=1&page_size=1`)).rows.length > 0;
        if (ignored) giveUp('the gateway ignores start_time and end_time, as an extension may be');
      }
      const at = row.log_time;
      for (const bounds of [`start_time=${at}&end_time=${at}`, `start_time=${at}`, `end_time=${at}`]) {
        const {rows} = await list(context, ERROR_LOGS, `${bounds}&page=1&page_size=1000`);
        const outside = rows.find(({log_time}) => !within(bounds, Number(log_time), Number(at)));
        if (outside) fail(`${bounds} brings an entry of ${outside.log_time}`);
        if (!rows.some(({log_time}) => log_time === at)) fail(`${bounds} does not bring the entries of that second`);
      }
    },
  },
  {
    ...admin,
    id: 'logs.filter.together',
    title: 'the error-log list can be asked for with every documented filter at once',
    source: OPERATION,
    run: async context => {
      await totalOf(context);
      const query = 'node_id=1&node_type=0&level=4&app_id=1&req_id=1&page=1&page_size=1';
      succeeded(await context.call({path: ERROR_LOGS, query}));
    },
  },
];

// The year 2100: no entry is that new.
const LATE = 4_102_444_800;

const within = (bounds: string, time: number, at: number): boolean =>
  (!bounds.includes('start_time') || time >= at) && (!bounds.includes('end_time') || time <= at);
