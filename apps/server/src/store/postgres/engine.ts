import {type Kysely, sql} from 'kysely';
import type {Engine} from '../sql/engine.ts';
import type {Tables} from '../tables.ts';
import {retrying} from './retry.ts';

// Numbers that one server takes at once. They need no order among servers, and a server that ends leaves a gap.
const BLOCK = 10_000;

/** Seconds of one partition of the entries: 30 days. */
export const PARTITION = 30 * 86_400;

// Any number, as long as nobody else uses it in the same database.
const LOCK = 6_205_021_971;

export const postgresEngine = (): Engine => {
  const known = new Set<number>();
  return {
    partitioned: true,
    rows: (types, rows) => {
      const columns = types.map((type, at) => sql`${rows.map(row => row[at])}::${sql.raw(type)}[]`);
      return sql`select * from unnest(${sql.join(columns)})`;
    },
    entryIds: entryIds(),
    transaction: (on, work) => (on.isTransaction ? work(on) : retrying(() => on.transaction().execute(work))),
    async lock(trx) {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    },
    // Ids of entries go on: other servers may hold blocks of them.
    async clear(trx, tables) {
      await sql`truncate ${sql.join(tables.map(table => sql.table(table)))} restart identity`.execute(trx);
    },
    async inRoom(on, times, work) {
      const parts = [...new Set(times.map(time => Math.floor(time / PARTITION)))];
      const makeRoom = async () => {
        const missing = parts.filter(part => !known.has(part));
        if (missing.length === 0) return;
        // In a transaction of somebody else's the partitions may go as they came.
        if (on.isTransaction) return addPartitions(on, missing);
        await retrying(() => on.transaction().execute(trx => addPartitions(trx, missing)));
        for (const part of missing) known.add(part);
      };
      await makeRoom();
      try {
        return await work();
      } catch (error) {
        if ((error as {code?: unknown} | null)?.code !== NO_PARTITION) throw error;
        // Old entries go by dropping theirs. A transaction of somebody else's has failed by now.
        known.clear();
        if (on.isTransaction) throw error;
        await makeRoom();
        return work();
      }
    },
  };
};

// SQLSTATE of a row that no partition, and no check, allows; there are no checks.
const NO_PARTITION = '23514';

const addPartitions = async (trx: Kysely<Tables>, parts: readonly number[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  for (const part of parts) {
    const name = sql.table(`error_log_part_${part}`.replace('-', 'before_'));
    const [from, to] = [sql.raw(String(part * PARTITION)), sql.raw(String((part + 1) * PARTITION))];
    await sql`create table if not exists ${name} partition of error_log for values from (${from}) to (${to})`.execute(
      trx,
    );
  }
};

/** Gives ids from a block of this server's own; a new block costs one update, whatever else is under way. */
const entryIds = (): Engine['entryIds'] => {
  let [next, end] = [0, 0];
  return async (db, size) => {
    // Undone with the transaction, ids must not be left in a block that outlives it.
    if (db.isTransaction) return takeIds(db, size);
    while (next + size > end) {
      const take = Math.max(size, BLOCK);
      const first = await takeIds(db, take);
      [next, end] = [first, first + take];
    }
    next += size;
    return next - size;
  };
};

const takeIds = async (db: Kysely<Tables>, size: number): Promise<number> => {
  const {rows} = await sql<{next: number}>`
    update id_block set next = next + ${size} where name = 'error_log' returning next`.execute(db);
  if (!rows[0]) throw new Error('the table id_block has lost its row');
  return rows[0].next - size;
};
