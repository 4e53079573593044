import {type ExpressionBuilder, sql} from 'kysely';
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

/** Whether several sources are asked for at once, of which no index knows how rarely they meet. */
export const crossing = ({node_id, node_type, app_id}: ErrorLogFilter): boolean =>
  [node_id, node_type, app_id].filter(wanted => wanted !== undefined).length > 1;

// True of every entry. On PostgreSQL only a list that says so is read from the index by time, or from that by level; to SQLite
// it means nothing (`+` hides a column).
const FROM_TIME = sql<boolean>`+error_log.id > 0`;
const FROM_LEVEL = sql<boolean>`+error_log.id >= 0`;

const SOURCES = ['node_id', 'node_type', 'app_id', 'req_id'] as const;

/** Everything that a filter asks of an entry but its level, and which index serves it. */
export const matches = (filter: ErrorLogFilter) => (eb: ExpressionBuilder<Tables, 'error_log'>) =>
  eb.and([
    ...sourceOf(filter).map(([column, wanted]) => eb(column, '=', wanted)),
    ...timeOf(filter, eb),
    ...(bySource(filter) || filter.req_id !== undefined ? [] : [byLevel(filter) ? FROM_LEVEL : FROM_TIME]),
  ]);

/** All that a filter asks, worded so that of all indexes only the one by time can help (`+` hides a column). */
export const matchesByTime = (filter: ErrorLogFilter) => (eb: ExpressionBuilder<Tables, 'error_log'>) =>
  eb.and([
    ...sourceOf(filter).map(([column, wanted]) => sql<boolean>`+${sql.ref(column)} = ${wanted}`),
    ...(byLevel(filter) ? [sql<boolean>`+level <= ${filter.level}`] : []),
    ...timeOf(filter, eb),
    FROM_TIME,
  ]);

const sourceOf = (filter: ErrorLogFilter) =>
  SOURCES.flatMap(column => {
    const wanted = filter[column];
    return wanted === undefined ? [] : [[column, wanted] as const];
  });

const timeOf = ({start_time, end_time}: ErrorLogFilter, eb: ExpressionBuilder<Tables, 'error_log'>) => [
  ...(start_time === undefined ? [] : [eb('log_time', '>=', start_time)]),
  ...(end_time === undefined ? [] : [eb('log_time', '<=', end_time)]),
];
