import type {ErrorLogFilter, Page, StoredErrorLog} from '@edge-console/server/store';
import {type CompiledQuery, type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {Engine} from '../engine.ts';
import {memoize, prepareQuery} from '../prepare-query.ts';
import {type Position, totalQuery} from './counts.ts';
import {EXACT_COLUMNS} from './filters.ts';
import {type KeyRange, keyRange, newestKeys} from './newest.ts';

/** `filter` determines the total count, `position` the rows. */
export interface PageRequest {
  readonly filter: ErrorLogFilter;
  readonly limit: number;
  readonly position: Position;
}

interface Parts extends KeyRange {
  readonly filter: ErrorLogFilter;
  readonly listFilter: ErrorLogFilter;
}

/** Values that are parameters of the SQL query. All others are part of its text. */
type Values = Pick<ErrorLogFilter, (typeof EXACT_COLUMNS)[number]> & Pick<KeyRange, 'offset' | 'limit' | 'end'>;

/** One query reads rows and count, so that they are consistent. Its text is compiled once for all parameters. */
export const pageQuery = (engine: Engine) => {
  const queries = memoize<(values: Values) => CompiledQuery<StoredErrorLog>>();
  return (db: Kysely<Tables>, {filter, position, limit}: PageRequest) => {
    const range = keyRange(engine, {offset: position.offset, limit});
    const sources = EXACT_COLUMNS.filter(name => filter[name] !== undefined);
    const {start_time, end_time} = position.filter;
    const shape = [sources, filter.level, filter.start_time, filter.end_time, start_time, end_time, range.bound];
    const query = queries(JSON.stringify(shape), () =>
      prepareQuery<Values, StoredErrorLog>(
        [...sources, 'offset', 'limit', 'end'],
        ({offset, limit: size, end, ...values}) =>
          selectRows(db, {
            ...range,
            ...{offset, limit: size, end},
            filter: {...filter, ...values},
            listFilter: {...position.filter, ...values},
          }),
      ),
    );
    return query({...filter, ...range});
  };
};

const entries = (db: Kysely<Tables>, {listFilter, ...range}: Omit<Parts, 'filter'>) =>
  db
    .selectFrom(newestKeys(db, listFilter, range).as('chosen'))
    // SQLite keeps the order of a cross join; for an inner join it may scan all entries first.
    .crossJoin('error_log')
    .whereRef('error_log.node_id', '=', 'chosen.node_id')
    .whereRef('error_log.log_time', '=', 'chosen.log_time')
    .whereRef('error_log.id', '=', 'chosen.id')
    // PostgreSQL excludes partitions only if the time range is repeated here.
    .where('error_log.log_time', '>=', listFilter.start_time ?? Number.MIN_SAFE_INTEGER)
    .where('error_log.log_time', '<=', listFilter.end_time ?? Number.MAX_SAFE_INTEGER)
    .select(['error_log.id', 'level', 'count', 'src', 'error_log.log_time', 'log']);

const NULL = {id: sql<number>`null`, level: sql<number>`null`, src: sql<number>`null`, log: sql<string>`null`};

/** The total is a row of its own, with null as `id`, because a join would repeat it in each row. */
const selectRows = (db: Kysely<Tables>, {filter, ...page}: Parts) =>
  db
    .selectFrom(totalQuery(db, filter).as('whole'))
    .select(['total as count', sql<number>`null`.as('log_time')])
    .select([NULL.id.as('id'), NULL.level.as('level'), NULL.src.as('src'), NULL.log.as('log')])
    .unionAll(db.selectFrom(entries(db, page).as('page')).select(['count', 'log_time', 'id', 'level', 'src', 'log']));

/** Sorts the rows, because SQL does not define the order of a union. */
export const pageOf = (rows: readonly StoredErrorLog[]): Page<StoredErrorLog> => ({
  rows: rows.filter(({id}) => id !== null).sort((a, b) => b.log_time - a.log_time || b.id - a.id),
  count: rows.find(({id}) => id === null)?.count ?? 0,
});
