import type {ErrorLogStore, NewErrorLog, Recurrence} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {ColumnType, Engine} from '../engine.ts';
import {entryList} from './entry-list.ts';
import {updateRollup} from './rollup.ts';

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
} as const satisfies Record<Exclude<keyof Tables['error_log'], 'id'>, ColumnType>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const MAX_STATEMENT_ROWS = 1000;
const MAX_STATEMENT_CHARACTERS = 16_000_000;

export const sqlErrorLogs = (db: Kysely<Tables>, engine: Engine): ErrorLogStore => ({
  async append(entries) {
    if (entries.length === 0) return;
    const times = entries.map(({log_time}) => log_time);
    const add = async (trx: Kysely<Tables>) => {
      for (const chunk of chunksOf(entries)) await insertRows(trx, engine, chunk);
      const changes = entries.map(entry => ({entry, delta: 1}) as const);
      await updateRollup(trx, engine, changes);
    };
    await engine.withPartitions(db, times, () => engine.transaction(db, add));
  },
  recordRecurrence: (id, change) =>
    engine.withPartitions(db, [change.log_time], () =>
      engine.transaction(db, trx => recordRecurrence(trx, engine, {id, ...change})),
    ),
  list: entryList(db, engine),
});

const recordRecurrence = async (
  db: Kysely<Tables>,
  engine: Engine,
  {id, count, log_time}: Recurrence & {id: number},
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
  // A concurrent change moved the entry to another time.
  if (numUpdatedRows === 0n) return recordRecurrence(db, engine, {id, count, log_time});
  await updateRollup(db, engine, [
    {entry, delta: -1},
    {entry: {...entry, log_time}, delta: 1},
  ]);
  return true;
};

function* chunksOf(entries: readonly NewErrorLog[]): Generator<readonly NewErrorLog[]> {
  let [at, length] = [0, 0];
  for (const [next, {log, req_id}] of entries.entries()) {
    const more = log.length + req_id.length;
    if (next > at && (next - at === MAX_STATEMENT_ROWS || length + more > MAX_STATEMENT_CHARACTERS)) {
      yield entries.slice(at, next);
      [at, length] = [next, 0];
    }
    length += more;
  }
  yield entries.slice(at);
}

const insertRows = async (db: Kysely<Tables>, engine: Engine, entries: readonly NewErrorLog[]): Promise<void> => {
  const columns = sql.join(NAMES.map(column => sql.ref(column)));
  const rows = entries.map(entry => NAMES.map(column => entry[column]));
  await sql`insert into error_log (${columns}) ${engine.rows(Object.values(COLUMNS), rows)}`.execute(db);
};
