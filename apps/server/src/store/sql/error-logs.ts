import {type Kysely, sql} from 'kysely';
import type {ErrorLogStore, NewErrorLog, Raise} from '../store.ts';
import type {Tables} from '../tables.ts';
import type {ColumnType, Engine} from './engine.ts';
import {listEntries} from './entries.ts';
import {rollUp} from './rollup.ts';

const COLUMNS = {
  level: 'integer',
  count: 'bigint',
  src: 'bigint',
  log_time: 'bigint',
  log: 'text',
  node_id: 'bigint',
  node_type: 'bigint',
  app_id: 'bigint',
  req_id: 'text',
} as const satisfies Partial<Record<keyof Tables['error_log'], ColumnType>>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

// Rows of one statement, and characters of their texts: few round trips to the database, and a bounded statement however
// much is appended.
const ROWS_AT_ONCE = 1000;
const TEXT_AT_ONCE = 16_000_000;

export const sqlErrorLogs = (db: Kysely<Tables>, engine: Engine): ErrorLogStore => ({
  async append(entries) {
    if (entries.length === 0) return;
    const first = await engine.entryIds(db, entries.length);
    const times = entries.map(({log_time}) => log_time);
    const add = async (trx: Kysely<Tables>) => {
      for (const {at, some} of statementsOf(entries)) {
        await insertRows(trx, engine, {entries: some, first: first === undefined ? undefined : first + at});
      }
      const changes = entries.map(entry => ({entry, by: 1}) as const);
      await rollUp(trx, engine, changes);
    };
    await engine.inRoom(db, times, () => engine.transaction(db, add));
  },
  raise: (id, change) =>
    engine.inRoom(db, [change.log_time], () => engine.transaction(db, trx => raise(trx, engine, {id, ...change}))),
  list: (filter, range) => listEntries(db, engine, {filter, range}),
});

const raise = async (
  db: Kysely<Tables>,
  engine: Engine,
  {id, count, log_time}: Raise & {id: number},
): Promise<boolean> => {
  const entry = await db
    .selectFrom('error_log')
    .select(['log_time', 'node_type', 'node_id', 'level', 'app_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!entry) return false;
  const {numUpdatedRows} = await db
    .updateTable('error_log')
    .set({count, log_time})
    .where('id', '=', id)
    .where('node_id', '=', entry.node_id)
    .where('log_time', '=', entry.log_time)
    .executeTakeFirstOrThrow();
  // Someone else moved it in between; it lies elsewhere now.
  if (numUpdatedRows === 0n) return raise(db, engine, {id, count, log_time});
  await rollUp(db, engine, [
    {entry, by: -1},
    {entry: {...entry, log_time}, by: 1},
  ]);
  return true;
};

function* statementsOf(entries: readonly NewErrorLog[]): Generator<{at: number; some: readonly NewErrorLog[]}> {
  let [at, length] = [0, 0];
  for (const [next, {log, req_id}] of entries.entries()) {
    const more = log.length + req_id.length;
    if (next > at && (next - at === ROWS_AT_ONCE || length + more > TEXT_AT_ONCE)) {
      yield {at, some: entries.slice(at, next)};
      [at, length] = [next, 0];
    }
    length += more;
  }
  yield {at, some: entries.slice(at)};
}

const insertRows = async (
  db: Kysely<Tables>,
  engine: Engine,
  {entries, first}: {entries: readonly NewErrorLog[]; first: number | undefined},
): Promise<void> => {
  const numbered = first === undefined ? [] : ['id' as const];
  const columns = sql.join([...numbered, ...NAMES].map(column => sql.ref(column)));
  const types: readonly ColumnType[] = [...numbered.map(() => 'bigint' as const), ...Object.values(COLUMNS)];
  const rows = entries.map((entry, at) => [
    ...(first === undefined ? [] : [first + at]),
    ...NAMES.map(column => entry[column]),
  ]);
  await sql`insert into error_log (${columns}) ${engine.rows(types, rows)}`.execute(db);
};
