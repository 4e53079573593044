import type {Kysely} from 'kysely';
import type {ErrorLogFilter, Range} from '../store.ts';
import type {Tables} from '../tables.ts';
import {byLevel, bySource, levelsOf, matches} from './filters.ts';

/**
 * Keys of a range of entries, newest first. Indexes on a source and on a level are in order of time within one level
 * alone. So a list by these is asked as one list for each level, merged, where a range of levels would have to sort
 * all that it holds.
 */
export const newestKeys = (db: Kysely<Tables>, filter: ErrorLogFilter, {offset, limit}: Range) => {
  const list = db.selectFrom('error_log').select(['node_id', 'log_time', 'id']).where(matches(filter));
  const [first = 0, ...others] = levelsOf(filter);
  const merged = byLevel(filter) || bySource(filter);
  const all =
    filter.req_id !== undefined
      ? byLevel(filter)
        ? list.where('level', 'in', levelsOf(filter))
        : list
      : merged
        ? others.reduce(
            (lists, next) => lists.unionAll(list.where('level', '=', next)),
            list.where('level', '=', first),
          )
        : list;
  return all.orderBy('log_time', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
};
