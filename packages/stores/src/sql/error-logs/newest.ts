import type {ErrorLogFilter, Range} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {Engine} from '../engine.ts';
import {limitTo} from '../prepare-query.ts';
import {filtersByLevel, filtersBySource, levelsOf, matches, matchesByTime} from './filters.ts';

// For smaller offsets, skipping the entries before the page is faster than finding the page by stored counts.
export const DEEP_OFFSET = 500;

const KEYS = ['node_id', 'log_time', 'id'] as const;

export interface KeyRange extends Range {
  readonly end: number;
  /**
   * There is one subquery per level. A number is the `limit` of each. `merge`: subqueries need no limit, because the
   * database merges their rows and stops when the page is complete. `deep`: there is only one subquery, which reads
   * `end` rows of all levels.
   */
  readonly bound: number | 'deep' | 'merge';
}

/**
 * A numeric `bound` is part of the SQL text, because the query planner needs it. It is rounded up to a power of two, so
 * that there are few SQL texts to prepare.
 */
export const keyRange = ({mergesUnions = false}: Pick<Engine, 'mergesUnions'>, {offset, limit}: Range): KeyRange => {
  const end = offset + limit;
  if (offset >= DEEP_OFFSET) return {offset, limit, end, bound: 'deep'};
  return {offset, limit, end, bound: mergesUnions ? 'merge' : 2 ** Math.ceil(Math.log2(end + 1))};
};

export const newestKeys = (db: Kysely<Tables>, filter: ErrorLogFilter, {offset, limit, end, bound}: KeyRange) => {
  const newest = (list: ReturnType<typeof listsOf>[number]) => {
    const keys = list.select(KEYS);
    const ordered = keys.orderBy('log_time', 'desc').orderBy('id', 'desc');
    const read = bound === 'merge' ? keys : ordered.limit(bound === 'deep' ? limitTo(end) : sql.lit(bound));
    return db.selectFrom(read.as('newest')).select(KEYS);
  };
  const [first, ...others] = listsOf(db, filter, bound);
  const union = others.reduce((lists, next) => lists.unionAll(newest(next)), newest(first));
  return union.orderBy('log_time', 'desc').orderBy('id', 'desc').limit(limitTo(limit)).offset(offset);
};

const listsOf = (db: Kysely<Tables>, filter: ErrorLogFilter, bound: KeyRange['bound']) => {
  const all = db.selectFrom('error_log');
  const list = all.where(matches(filter));
  if (filter.req_id !== undefined) {
    return [filtersByLevel(filter) ? list.where('level', 'in', levelsOf(filter)) : list] as const;
  }
  if (!filtersByLevel(filter) && !filtersBySource(filter)) return [list] as const;
  if (bound === 'deep') return [all.where(matchesByTime(filter))] as const;
  // Within a level, the indexes are sorted by time. For a list of all levels, the database would have to sort all
  // matches.
  const [first = 0, ...others] = levelsOf(filter);
  const ofLevel = (level: number) => list.where('level', '=', sql.lit(level));
  return [ofLevel(first), ...others.map(ofLevel)] as const;
};
