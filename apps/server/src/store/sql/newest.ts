import type {Kysely} from 'kysely';
import type {ErrorLogFilter, Range} from '../store.ts';
import type {Tables} from '../tables.ts';
import {byLevel, bySource, levelsOf, matches, matchesByTime} from './filters.ts';

// Passing over this many entries of several merged lists costs more than reading all that came in an hour.
export const NEAR = 2000;

/** Keys of a range of entries, newest first. */
export const newestKeys = (db: Kysely<Tables>, filter: ErrorLogFilter, {offset, limit}: Range) =>
  listOf(db, filter, offset).orderBy('log_time', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);

const listOf = (db: Kysely<Tables>, filter: ErrorLogFilter, offset: number) => {
  const all = db.selectFrom('error_log').select(['node_id', 'log_time', 'id']);
  const list = all.where(matches(filter));
  if (filter.req_id !== undefined) return byLevel(filter) ? list.where('level', 'in', levelsOf(filter)) : list;
  if (!byLevel(filter) && !bySource(filter)) return list;
  if (offset >= NEAR) return all.where(matchesByTime(filter));
  // Indexes on a source and on a level are in order of time within one level alone. So this is asked as one list for
  // each level, merged, where a range of levels would have to sort all that it holds.
  const [first = 0, ...others] = levelsOf(filter);
  return others.reduce(
    (lists, next) => lists.unionAll(list.where('level', '=', next)),
    list.where('level', '=', first),
  );
};
