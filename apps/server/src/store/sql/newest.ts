import {type Kysely, sql} from 'kysely';
import type {ErrorLogFilter, Range} from '../store.ts';
import type {Tables} from '../tables.ts';
import {filtersByLevel, filtersBySource, levelsOf, matches, matchesByTime} from './filters.ts';

// From this offset on, reading a 10-minute span is cheaper than skipping this many entries in several lists.
export const DEEP_OFFSET = 500;

const KEYS = ['node_id', 'log_time', 'id'] as const;

/** A query for the keys of a range of entries, newest first. */
export const newestKeys = (db: Kysely<Tables>, filter: ErrorLogFilter, {offset, limit}: Range) => {
  // A literal, so that a generic plan knows the limit; rounded up to a power of two, to bound the number of statements.
  const maximum = offset < DEEP_OFFSET ? sql.lit(2 ** Math.ceil(Math.log2(offset + limit + 1))) : offset + limit;
  const newest = (list: Lists[number]) => {
    const ordered = list.select(KEYS).orderBy('log_time', 'desc').orderBy('id', 'desc');
    return db.selectFrom(ordered.limit(maximum).as('newest')).select(KEYS);
  };
  const [first, ...others] = listsOf(db, filter, offset);
  const union = others.reduce((lists, next) => lists.unionAll(newest(next)), newest(first));
  return union.orderBy('log_time', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
};

type Lists = ReturnType<typeof listsOf>;

const listsOf = (db: Kysely<Tables>, filter: ErrorLogFilter, offset: number) => {
  const all = db.selectFrom('error_log');
  const list = all.where(matches(filter));
  if (filter.req_id !== undefined) {
    return [filtersByLevel(filter) ? list.where('level', 'in', levelsOf(filter)) : list] as const;
  }
  if (!filtersByLevel(filter) && !filtersBySource(filter)) return [list] as const;
  if (offset >= DEEP_OFFSET) return [all.where(matchesByTime(filter))] as const;
  // One list per level: indexes by source and level are ordered by time only within a level, so a query for several
  // levels would sort all matching entries.
  const [first = 0, ...others] = levelsOf(filter);
  const ofLevel = (level: number) => list.where('level', '=', sql.lit(level));
  return [ofLevel(first), ...others.map(ofLevel)] as const;
};
