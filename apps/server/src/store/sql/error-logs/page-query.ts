import {type CompiledQuery, type Kysely, sql} from 'kysely';
import type {ErrorLogFilter} from '../../store.ts';
import type {Tables} from '../../tables.ts';
import type {Engine, PageQueryPair} from '../engine.ts';
import {limitTo, memoize, prepareQuery} from '../query.ts';
import {type Position, totalQuery} from './counts.ts';
import {SOURCES} from './filters.ts';
import {entriesByTime, type KeyRange, keyRange, newestKeys} from './newest.ts';
import {bytes, type MeasuredEntry, shortText} from './texts.ts';

/** A page at a position of a list; `filter` is that of the list, for the count. */
export interface PageRequest {
  readonly filter: ErrorLogFilter;
  readonly limit: number;
  readonly position: Position;
  /** Of the texts. */
  readonly maxBytes: number | undefined;
}

type Total = {readonly total: number};
type PageQuery<T> = (db: Kysely<Tables>, request: PageRequest) => CompiledQuery<T>;

interface PageQueries {
  readonly rows: PageQuery<MeasuredEntry & Total>;
  /** For {@link Engine.readJson}. */
  readonly pair: (db: Kysely<Tables>, request: PageRequest) => PageQueryPair;
}

/** Queries for rows and count in one statement, so that they are consistent. Each shape of a query is compiled once. */
export const pageQueries = (engine: Engine): PageQueries => {
  const total = compiled(engine, (db, {filter}) => totalQuery(db, filter));
  const jsonRows = compiled(engine, selectJson);
  return {
    rows: compiled(engine, selectRows),
    pair: (db, request) => ({total: total(db, request), rows: jsonRows(db, request)}),
  };
};

interface Parts extends KeyRange {
  readonly filter: ErrorLogFilter;
  readonly listFilter: ErrorLogFilter;
}

/** Values that are parameters of a query; all others are part of its text. */
type Values = Pick<ErrorLogFilter, (typeof SOURCES)[number]> & Pick<KeyRange, 'offset' | 'limit' | 'end'>;

const compiled = <T>(
  engine: Engine,
  select: (db: Kysely<Tables>, parts: Parts) => {compile(): CompiledQuery<T>},
): PageQuery<T> => {
  const queries = memoize<(values: Values) => CompiledQuery<T>>();
  return (db, {filter, position, limit}) => {
    const range = keyRange(engine, {offset: position.offset, limit});
    const sources = SOURCES.filter(name => filter[name] !== undefined);
    const {start_time, end_time} = position.filter;
    const shape = [sources, filter.level, filter.start_time, filter.end_time, start_time, end_time, range.bound];
    const query = queries(JSON.stringify(shape), () =>
      prepareQuery<Values, T>([...sources, 'offset', 'limit', 'end'], ({offset, limit: size, end, ...values}) =>
        select(db, {
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

// A column of SQLite only.
const json = sql<string | null>`json`.as('json');

/** The entries of a page, without their texts. */
const entries = (db: Kysely<Tables>, {listFilter, ...range}: Omit<Parts, 'filter'>) =>
  db
    .selectFrom(newestKeys(db, listFilter, range).as('chosen'))
    // SQLite keeps the order of a cross join; for an inner join it may scan all entries first.
    .crossJoin('error_log')
    .whereRef('error_log.node_id', '=', 'chosen.node_id')
    .whereRef('error_log.log_time', '=', 'chosen.log_time')
    .whereRef('error_log.id', '=', 'chosen.id')
    // Repeats the time range to exclude partitions.
    .where('error_log.log_time', '>=', listFilter.start_time ?? Number.MIN_SAFE_INTEGER)
    .where('error_log.log_time', '<=', listFilter.end_time ?? Number.MAX_SAFE_INTEGER)
    .select(['error_log.id', 'level', 'count', 'src', 'error_log.log_time'])
    .orderBy('chosen.log_time', 'desc')
    .orderBy('chosen.id', 'desc')
    .limit(limitTo(range.limit));

/** The entries of a page in the order of the index by time, without a list of keys to sort; undefined for other filters. */
const directEntries = (db: Kysely<Tables>, {listFilter, offset, limit, bound}: Omit<Parts, 'filter'>) =>
  bound === 'merge'
    ? entriesByTime(db, listFilter)
        ?.select(json)
        .orderBy('log_time', 'desc')
        .orderBy('id', 'desc')
        .limit(limitTo(limit))
        .offset(offset)
    : undefined;

// Both keep the order of a list that has a limit.
const selectJson = (db: Kysely<Tables>, page: Parts) =>
  db.selectFrom((directEntries(db, page) ?? entries(db, page).select(json)).as('page')).select('page.json');

/** Both sides of the left join are limited lists or sums, which a cluster can distribute. */
const selectRows = (db: Kysely<Tables>, {filter, ...page}: Parts) =>
  db
    .selectFrom(totalQuery(db, filter).as('whole'))
    // A left join returns the total even if the page is empty.
    .leftJoin(entries(db, page).select([bytes, shortText]).as('page'), join => join.onTrue())
    .select(['total', 'id', 'level', 'count', 'src', 'log_time', 'bytes', 'log'])
    .orderBy('log_time', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<MeasuredEntry>();
