import {type Kysely, sql} from 'kysely';
import type {ErrorLogFilter, Range} from '../store.ts';
import type {Tables} from '../tables.ts';
import {byLevel, bySource, levelsOf, matches, matchesByTime} from './filters.ts';

// Passing over this many entries of several lists costs more than reading all that came in ten minutes.
export const NEAR = 500;

const KEYS = ['node_id', 'log_time', 'id'] as const;

/** Keys of a range of entries, newest first. */
export const newestKeys = (db: Kysely<Tables>, filter: ErrorLogFilter, {offset, limit}: Range) => {
  // Written out, so that a plan that is kept for all values knows how few it will be; in a few sizes, so that there are few
  // statements.
  const most = offset < NEAR ? sql.lit(2 ** Math.ceil(Math.log2(offset + limit + 1))) : offset + limit;
  const newest = (list: Lists[number]) => {
    const ordered = list.select(KEYS).orderBy('log_time', 'desc').orderBy('id', 'desc');
    return db.selectFrom(ordered.limit(most).as('newest')).select(KEYS);
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
  const ofLevel = (level: number) => list.where('level', '=', sql.lit(level));
  return [ofLevel(first), ...others.map(ofLevel)] as const;
};
