import type {ErrorLogFilter} from '@edge-console/server/store';
import {type ExpressionBuilder, sql} from 'kysely';
import type {Tables} from '../../tables.ts';

// Level of DEBUG, the least severe (docs/contract.md#level-values).
const MIN_SEVERE = 8;

export const levelsOf = ({level = MIN_SEVERE}: ErrorLogFilter): readonly number[] =>
  Array.from({length: Math.min(level, MIN_SEVERE) + 1}, (_, value) => value);

export const filtersByLevel = ({level}: ErrorLogFilter): boolean => level !== undefined && level < MIN_SEVERE;

const sourceCount = ({node_id, node_type, app_id}: ErrorLogFilter): number =>
  [node_id, node_type, app_id].filter(value => value !== undefined).length;

export const filtersBySource = (filter: ErrorLogFilter): boolean => sourceCount(filter) > 0;

/** An index can find entries by only one of node, node type and application. */
export const combinesSources = (filter: ErrorLogFilter): boolean => sourceCount(filter) > 1;

// These conditions are always true. PostgreSQL uses a partial index only for queries that contain its condition. The
// unary `+` keeps SQLite from using the primary key `id`.
const USE_TIME_INDEX = sql<boolean>`+error_log.id > 0`;
const USE_LEVEL_INDEX = sql<boolean>`+error_log.id >= 0`;

export const EXACT_COLUMNS = ['node_id', 'node_type', 'app_id', 'req_id'] as const;

/** Without node, node type, application and request id, adds the condition of the partial index by time or by level. */
export const matches = (filter: ErrorLogFilter) => (eb: ExpressionBuilder<Tables, 'error_log'>) =>
  eb.and([
    ...exactValues(filter).map(([column, value]) => eb(column, '=', value)),
    ...timeConditions(filter, eb),
    ...(filtersBySource(filter) || filter.req_id !== undefined
      ? []
      : [filtersByLevel(filter) ? USE_LEVEL_INDEX : USE_TIME_INDEX]),
  ]);

/** A unary `+` before a column keeps the database from using other indexes than that by time. */
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
