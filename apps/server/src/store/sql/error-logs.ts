import {type ExpressionBuilder, type Kysely, sql} from 'kysely';
import type {ErrorLogFilter, ErrorLogStore, Range} from '../store.ts';
import type {Tables} from '../tables.ts';

const COLUMNS = [
  'level',
  'count',
  'src',
  'log_time',
  'log',
  'node_id',
  'node_type',
  'app_id',
  'req_id',
] as const satisfies readonly (keyof Tables['error_log'])[];

// Rows of one statement: few round trips to the database, and a bounded text however many rows are appended.
const ROWS_AT_ONCE = 1000;

const matches = (filter: ErrorLogFilter) => (eb: ExpressionBuilder<Tables, 'error_log'>) => {
  const equal = (['node_id', 'node_type', 'app_id', 'req_id'] as const).flatMap(column => {
    const wanted = filter[column];
    return wanted === undefined ? [] : [eb(column, '=', wanted)];
  });
  return eb.and([
    ...equal,
    ...(filter.level === undefined || filter.level >= LEAST_SEVERE ? [] : [eb('level', '<=', filter.level)]),
    ...(filter.start_time === undefined ? [] : [eb('log_time', '>=', filter.start_time)]),
    ...(filter.end_time === undefined ? [] : [eb('log_time', '<=', filter.end_time)]),
  ]);
};

export const sqlErrorLogs = (db: Kysely<Tables>): ErrorLogStore => ({
  async append(entries) {
    if (entries.length === 0) return;
    const work = async (trx: Kysely<Tables>) => {
      for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
        const rows = entries.slice(at, at + ROWS_AT_ONCE).map(entry => COLUMNS.map(column => entry[column]));
        await insertRows(trx, rows);
      }
    };
    if (db.isTransaction || entries.length <= ROWS_AT_ONCE) await work(db);
    else await db.transaction().execute(work);
  },
  async list(filter, {offset, limit}) {
    const [rows, {count}] = await Promise.all([
      limit === 0
        ? []
        : db
            .selectFrom('error_log')
            .select(['id', 'level', 'count', 'src', 'log_time', 'log'])
            // The ids come from an index alone; only the rows of the page itself are fetched, however deep it lies.
            .where('id', 'in', db.selectFrom(newestIds(db, filter, {offset, limit}).as('chosen')).select('id'))
            .orderBy('log_time', 'desc')
            .orderBy('id', 'desc')
            .execute(),
      db
        .selectFrom('error_log')
        .where(matches(filter))
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ]);
    return {rows, count};
  },
});

// The last of the contract's levels: a threshold there leaves nothing out.
const LEAST_SEVERE = 8;

/**
 * Indexes on node and level are in order of time within one level alone. So a list by these is asked as one list for
 * each level, merged, where a range of levels would have to sort all that it holds.
 */
const newestIds = (db: Kysely<Tables>, filter: ErrorLogFilter, {offset, limit}: Range) => {
  const {level = LEAST_SEVERE, ...rest} = filter;
  const list = (only: ErrorLogFilter) => db.selectFrom('error_log').select(['id', 'log_time']).where(matches(only));
  const byLevel = level < LEAST_SEVERE || rest.node_id !== undefined || rest.node_type !== undefined;
  const inOneList = !byLevel || rest.app_id !== undefined || rest.req_id !== undefined;
  const all = inOneList
    ? list(filter)
    : Array.from({length: level}, (_, above) => above + 1).reduce(
        (lists, next) => lists.unionAll(list(rest).where('level', '=', next)),
        list(rest).where('level', '=', 0),
      );
  return all.orderBy('log_time', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
};

/** All rows as one JSON parameter: a fraction of the cost of a parameter for each value. */
const insertRows = async (db: Kysely<Tables>, rows: readonly (readonly unknown[])[]): Promise<void> => {
  const values = sql.join(COLUMNS.map((_, index) => sql.raw(`value ->> ${index}`)));
  const columns = sql.join(COLUMNS.map(column => sql.ref(column)));
  await sql`insert into error_log (${columns}) select ${values} from json_each(${JSON.stringify(rows)})`.execute(db);
};
