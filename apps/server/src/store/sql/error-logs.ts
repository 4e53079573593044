import {type ExpressionBuilder, type Kysely, sql} from 'kysely';
import type {ErrorLogFilter, ErrorLogStore} from '../store.ts';
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
    ...(filter.level === undefined ? [] : [eb('level', '<=', filter.level)]),
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
    const matching = db.selectFrom('error_log').where(matches(filter));
    // The ids come from an index alone; only the rows of the page itself are then fetched, however deep it lies.
    const ids = matching.select('id').orderBy('log_time', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
    const [rows, {count}] = await Promise.all([
      limit === 0
        ? []
        : db
            .selectFrom('error_log as entry')
            .innerJoin(ids.as('chosen'), 'chosen.id', 'entry.id')
            .select(['entry.id', 'entry.level', 'entry.count', 'entry.src', 'entry.log_time', 'entry.log'])
            .orderBy('entry.log_time', 'desc')
            .orderBy('entry.id', 'desc')
            .execute(),
      matching.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ]);
    return {rows, count};
  },
});

/** All rows as one JSON parameter: a fraction of the cost of a parameter for each value. */
const insertRows = async (db: Kysely<Tables>, rows: readonly (readonly unknown[])[]): Promise<void> => {
  const values = sql.join(COLUMNS.map((_, index) => sql.raw(`value ->> ${index}`)));
  const columns = sql.join(COLUMNS.map(column => sql.ref(column)));
  await sql`insert into error_log (${columns}) select ${values} from json_each(${JSON.stringify(rows)})`.execute(db);
};
