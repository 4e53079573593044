import type {Kysely} from 'kysely';
import type {ErrorLogFilter, Range} from '../store.ts';
import type {Tables} from '../tables.ts';
import {byLevel, bySource, levelsOf, matches, matchesByTime} from './filters.ts';

// Passing over this many entries of several lists costs more than reading all that came in ten minutes.
export const NEAR = 500;

const KEYS = ['node_id', 'log_time', 'id'] as const;

/** Keys of a range of entries, newest first. */
export const newestKeys = (db: Kysely<Tables>, filter: ErrorLogFilter, {offset, limit}: Range) => {
  const newest = (list: Lists[number]) => {
    const ordered = list.select(KEYS).orderBy('log_time', 'desc').orderBy('id', 'desc');
    return db.selectFrom(ordered.limit(Math.min(offset + limit, Number.MAX_SAFE_INTEGER)).as('newest')).select(KEYS);
  };
  const [first, ...others] = listsOf(db, filter, offset);
  const all = others.reduce((lists, next) => lists.unionAll(newest(next)), newest(first));
  return all.orderBy('log_time', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
};

type Lists = ReturnType<typeof listsOf>;

const listsOf = (db: Kysely<Tables>, filter: ErrorLogFilter, offset: number) => {
  const all = db.selectFrom('error_log');
  const list = all.where(matches(filter));
  if (filter.req_id !== undefined) {
    return [byLevel(filter) ? list.where('level', 'in', levelsOf(filter)) : list] as const;
  }
  if (!byLevel(filter) && !bySource(filter)) return [list] as const;
  if (offset >= NEAR) return [all.where(matchesByTime(filter))] as const;
  // Indexes on a source and on a level are in order of time within one level alone. So this is asked as one list for
  // each level, each no longer than needed, where a range of levels would have to sort all that it holds.
  const [first = 0, ...others] = levelsOf(filter);
  return [list.where('level', '=', first), ...others.map(level => list.where('level', '=', level))] as const;
};
