import type {ErrorLogFilter, StoredErrorLog} from '@edge-console/server/store';
import type {CompiledQuery, Kysely} from 'kysely';
import {memoize} from '../../memoize.ts';
import type {Tables} from '../../tables.ts';
import type {Engine} from '../engine.ts';
import {limitTo, prepareQuery} from '../query.ts';
import {type Position, totalQuery} from './counts.ts';
import {EXACT_COLUMNS} from './filters.ts';
import {type KeyRange, keyRange, newestKeys} from './newest.ts';

/** A page begins at `position` and has at most `limit` entries. Its total is the number of matches of `filter`. */
export interface PageRequest {
  readonly filter: ErrorLogFilter;
  readonly limit: number;
  readonly position: Position;
}

type PageRow = StoredErrorLog & {readonly total: number};
type PageQuery = (db: Kysely<Tables>, request: PageRequest) => CompiledQuery<PageRow>;

interface Parts extends KeyRange {
  readonly filter: ErrorLogFilter;
  readonly listFilter: ErrorLogFilter;
}

/** Values that are passed as parameters of the SQL query. All other values are part of its text. */
type Values = Pick<ErrorLogFilter, (typeof EXACT_COLUMNS)[number]> & Pick<KeyRange, 'offset' | 'limit' | 'end'>;

/**
 * Returns a function that creates the query for a page. One query reads rows and count, so that they are consistent.
 * Queries that differ only in their parameters are compiled once.
 */
export const pageQuery = (engine: Engine): PageQuery => {
  const queries = memoize<(values: Values) => CompiledQuery<PageRow>>();
  return (db, {filter, position, limit}) => {
    const range = keyRange(engine, {offset: position.offset, limit});
    const sources = EXACT_COLUMNS.filter(name => filter[name] !== undefined);
    const {start_time, end_time} = position.filter;
    const shape = [sources, filter.level, filter.start_time, filter.end_time, start_time, end_time, range.bound];
    const query = queries(JSON.stringify(shape), () =>
      prepareQuery<Values, PageRow>([...sources, 'offset', 'limit', 'end'], ({offset, limit: size, end, ...values}) =>
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
    // With the time range in this part of the query too, PostgreSQL can exclude partitions.
    .where('error_log.log_time', '>=', listFilter.start_time ?? Number.MIN_SAFE_INTEGER)
    .where('error_log.log_time', '<=', listFilter.end_time ?? Number.MAX_SAFE_INTEGER)
    .select(['error_log.id', 'level', 'count', 'src', 'error_log.log_time', 'log'])
    .orderBy('chosen.log_time', 'desc')
    .orderBy('chosen.id', 'desc')
    .limit(limitTo(range.limit));

/** Selects the total and the page. A cluster can distribute the query: it joins only a sum and a limited list. */
const selectRows = (db: Kysely<Tables>, {filter, ...page}: Parts) =>
  db
    .selectFrom(totalQuery(db, filter).as('whole'))
    // A left join returns the total even if the page is empty.
    .leftJoin(entries(db, page).as('page'), join => join.onTrue())
    .select(['total', 'id', 'level', 'count', 'src', 'log_time', 'log'])
    .orderBy('log_time', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<StoredErrorLog>();
