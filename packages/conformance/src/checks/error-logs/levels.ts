import {LEVELS} from '@edge-console/schema';
import {checksOf, fail, skip} from '../../check.ts';
import {type Context, ERROR_LOGS} from '../../gateway/context.ts';
import {countOf} from '../../http/response.ts';
import {listOrFail, listOrSkip, withTotalOrSkip} from '../lists.ts';

const MILDEST = LEVELS.length - 1;
const FIRST_PAGE = 'page=1&page_size=100';

export const countWith = async (context: Context, filter: string): Promise<number> =>
  countOf(await listOrFail(context, ERROR_LOGS, `${filter}&page=1&page_size=1`));

const SHARED = {needs: ['admin'], citation: 'docs/field-facts.md#10'} as const;

export const ERROR_LOG_LEVELS = checksOf(SHARED, {
  'logs.level.all': {
    title: 'without level, entries of all levels are returned',
    citation: 'docs/contract.md#error-logs',
    run: context =>
      withTotalOrSkip(context, ERROR_LOGS, async total => {
        for (const level of LEVELS.keys()) {
          const count = await countWith(context, `level=${level}`);
          if (count > total) fail(`level=${level} has ${count} entries, and no level ${total}`);
        }
      }),
  },
  'logs.level.threshold': {
    title: 'level=N selects entries of level N and of more severe levels',
    run: context =>
      withTotalOrSkip(context, ERROR_LOGS, async total => {
        const {rows} = await listOrSkip(context, ERROR_LOGS, FIRST_PAGE);
        const levels = rows.map(({level}) => Number(level)).sort((a, b) => a - b);
        const [severest = 0] = levels;
        if (severest === MILDEST) skip(`all entries of the first page have level ${MILDEST}`);
        const all = await countWith(context, `level=${MILDEST}`);
        if (all !== total) fail(`level=${MILDEST} has ${all} entries, and there are ${total}`);
        // Tests only the two most severe levels of the first page. These filters exclude the most entries.
        for (const level of [...new Set(levels)].slice(0, 2)) {
          const found = await listOrFail(context, ERROR_LOGS, `level=${level}&${FIRST_PAGE}`);
          const milder = found.rows.find(row => Number(row.level) > level);
          if (milder) fail(`level=${level} selects an entry of level ${milder.level}`);
        }
      }),
  },
  'logs.level.severer': {
    title: 'level=N selects entries of each more severe level too',
    run: context =>
      withTotalOrSkip(context, ERROR_LOGS, async () => {
        const {rows} = await listOrSkip(context, ERROR_LOGS, FIRST_PAGE);
        const severest = Math.min(...rows.map(({level}) => Number(level)));
        // A gateway may treat the mildest level as no filter, so no request is sent with it.
        if (!(severest < MILDEST - 1)) skip(`no entry of the first page is more severe than level ${MILDEST - 1}`);
        for (let level = severest + 1; level < MILDEST; level += 1) {
          const found = await listOrFail(context, ERROR_LOGS, `level=${level}&${FIRST_PAGE}`);
          // A filter only removes entries, so an entry of the first page that matches is also on the first filtered
          // page.
          if (!found.rows.some(row => Number(row.level) < level)) {
            fail(`level=${level} selects no entry of level ${severest}`);
          }
        }
      }),
  },
});
