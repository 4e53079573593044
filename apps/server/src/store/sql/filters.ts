import type {ExpressionBuilder} from 'kysely';
import type {ErrorLogFilter} from '../store.ts';
import type {Tables} from '../tables.ts';

// The last of the contract's levels: a threshold there leaves nothing out.
const LEAST_SEVERE = 8;

/** Levels that a threshold lets through, most severe first. */
export const levelsOf = ({level = LEAST_SEVERE}: ErrorLogFilter): readonly number[] =>
  Array.from({length: Math.min(level, LEAST_SEVERE) + 1}, (_, value) => value);

/** Whether a filter chooses among the levels at all. */
export const byLevel = ({level}: ErrorLogFilter): boolean => level !== undefined && level < LEAST_SEVERE;

/** Whether an index by something other than time serves a filter; all of these are in order of time within a level. */
export const bySource = ({node_id, node_type, app_id}: ErrorLogFilter): boolean =>
  node_id !== undefined || node_type !== undefined || app_id !== undefined;

const SOURCES = ['node_id', 'node_type', 'app_id', 'req_id'] as const;

/** Everything that a filter asks of an entry but its level. */
export const matches = (filter: ErrorLogFilter) => (eb: ExpressionBuilder<Tables, 'error_log'>) => {
  const equal = SOURCES.flatMap(column => {
    const wanted = filter[column];
    return wanted === undefined ? [] : [eb(column, '=', wanted)];
  });
  return eb.and([
    ...equal,
    ...(filter.start_time === undefined ? [] : [eb('log_time', '>=', filter.start_time)]),
    ...(filter.end_time === undefined ? [] : [eb('log_time', '<=', filter.end_time)]),
  ]);
};
