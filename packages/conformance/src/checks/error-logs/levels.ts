import {LEVELS} from '@edge-console/schema';
import type {Check} from '../../check.ts';
import {ERROR_LOGS} from '../../gateway/paths.ts';
import {fail, skip} from '../../outcome.ts';
import {listOrFail, listOrSkip, whileUnchanged} from '../lists.ts';
import {countWith, totalOf} from './counts.ts';

const admin = {needs: ['admin']} as const;
const MILDEST = LEVELS.length - 1;

export const ERROR_LOG_LEVELS: readonly Check[] = [
  {
    ...admin,
    id: 'logs.level.all',
    title: 'without level, entries of all levels are returned',
    citation: 'docs/contract.md#error-logs',
    run: context =>
      whileUnchanged(
        () => totalOf(context),
        async total => {
          for (const level of LEVELS.keys()) {
            const count = await countWith(context, `level=${level}`);
            if (count > total) fail(`level=${level} has ${count} entries, and no level ${total}`);
          }
        },
      ),
  },
  {
    ...admin,
    id: 'logs.level.threshold',
    title: 'level=N selects entries of level N and of more severe levels',
    citation: 'docs/field-facts.md#10',
    run: context =>
      whileUnchanged(
        () => totalOf(context),
        async total => {
          const {rows} = await listOrSkip(context, ERROR_LOGS, 'page=1&page_size=100');
          const levels = rows.map(({level}) => Number(level)).sort((a, b) => a - b);
          const [severest = 0] = levels;
          if (severest === MILDEST) skip(`all entries of the first page have level ${MILDEST}`);
          const all = await countWith(context, `level=${MILDEST}`);
          if (all !== total) fail(`level=${MILDEST} has ${all} entries, and there are ${total}`);
          // The most severe levels exclude the most rows.
          for (const level of [...new Set(levels)].slice(0, 2)) {
            const found = await listOrFail(context, ERROR_LOGS, `level=${level}&page=1&page_size=100`);
            const milder = found.rows.find(row => Number(row.level) > level);
            if (milder) fail(`level=${level} selects an entry of level ${milder.level}`);
          }
        },
      ),
  },
  {
    ...admin,
    id: 'logs.level.severer',
    title: 'level=N selects entries of each more severe level too',
    citation: 'docs/field-facts.md#10',
    run: context =>
      whileUnchanged(
        () => totalOf(context),
        async () => {
          const {rows} = await listOrSkip(context, ERROR_LOGS, 'page=1&page_size=100');
          const severest = Math.min(...rows.map(({level}) => Number(level)));
          // level=8 may be no filter at all.
          if (!(severest < MILDEST - 1)) skip(`no entry of the first page is more severe than level ${MILDEST - 1}`);
          for (let level = severest + 1; level < MILDEST; level += 1) {
            const found = await listOrFail(context, ERROR_LOGS, `level=${level}&page=1&page_size=100`);
            // A filter only moves an entry of the first page towards its top.
            if (!found.rows.some(row => Number(row.level) < level)) {
              fail(`level=${level} selects no entry of level ${severest}`);
            }
          }
        },
      ),
  },
];
