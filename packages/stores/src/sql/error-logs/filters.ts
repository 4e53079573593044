import type {ErrorLogFilter} from '@edge-console/server/store';
import {type ExpressionBuilder, sql} from 'kysely';
import type {Tables} from '../../tables.ts';

// The number of the least severe level (docs/contract.md#level-values). A filter by this level matches entries of all
// levels.
const MIN_SEVERE = 8;

/** Returns the levels that match the threshold of a filter, most severe first. */
export const levelsOf = ({level = MIN_SEVERE}: ErrorLogFilter): readonly number[] =>
  Array.from({length: Math.min(level, MIN_SEVERE) + 1}, (_, value) => value);

export const filtersByLevel = ({level}: ErrorLogFilter): boolean => level !== undefined && level < MIN_SEVERE;

const sourceCount = ({node_id, node_type, app_id}: ErrorLogFilter): number =>
  [node_id, node_type, app_id].filter(value => value !== undefined).length;

/** Whether a filter is by node, node type or application. The index for each of them is ordered by level, then time. */
export const filtersBySource = (filter: ErrorLogFilter): boolean => sourceCount(filter) > 0;

/** Whether a filter is by more than one of node, node type and application. Each index begins with only one of them. */
export const combinesSources = (filter: ErrorLogFilter): boolean => sourceCount(filter) > 1;

// Conditions that are always true. PostgreSQL uses its partial indexes by time and by level only for queries that
// contain them. The unary `+` prevents that they change the choice of the index on SQLite.
const USE_TIME_INDEX = sql<boolean>`+error_log.id > 0`;
const USE_LEVEL_INDEX = sql<boolean>`+error_log.id >= 0`;

export const EXACT_COLUMNS = ['node_id', 'node_type', 'app_id', 'req_id'] as const;

/**
 * Returns the conditions of a filter, except the one for its level. If none of them can use an index, adds a condition
 * that makes PostgreSQL use the index by time or by level.
 */
export const matches = (filter: ErrorLogFilter) => (eb: ExpressionBuilder<Tables, 'error_log'>) =>
  eb.and([
    ...exactValues(filter).map(([column, value]) => eb(column, '=', value)),
    ...timeConditions(filter, eb),
    ...(filtersBySource(filter) || filter.req_id !== undefined
      ? []
      : [filtersByLevel(filter) ? USE_LEVEL_INDEX : USE_TIME_INDEX]),
  ]);

/**
 * Returns all conditions of a filter in a form in which the database can use only the index by time. A unary `+` before
 * a column prevents the use of other indexes.
 */
export const matchesByTime = (filter: ErrorLogFilter) => (eb: ExpressionBuilder<Tables, 'error_log'>) =>
  eb.and([
    ...exactValues(filter).map(([column, value]) => sql<boolean>`+${sql.ref(column)} = ${value}`),
    ...(filtersByLevel(filter) ? [sql<boolean>`+level <= ${filter.level}`] : []),
    ...timeConditions(filter, eb),
    USE_TIME_INDEX,
  ]);

const exactValues = (filter: ErrorLogFilter) =>
  EXACT_COLUMNS.flatMap(column => {
    const value = filter[column];
    return value === undefined ? [] : [[column, value] as const];
  });

const timeConditions = ({start_time, end_time}: ErrorLogFilter, eb: ExpressionBuilder<Tables, 'error_log'>) => [
  ...(start_time === undefined ? [] : [eb('log_time', '>=', start_time)]),
  ...(end_time === undefined ? [] : [eb('log_time', '<=', end_time)]),
];
