import {StoreUnavailable} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Engine} from '../sql/engine.ts';
import type {Tables} from '../tables.ts';
import {retrySerialization} from './pool.ts';

const PARTITION = 30 * 86_400;

// Key of the advisory lock, an arbitrary number.
const LOCK = 6_205_021_971;

export const postgresEngine = (): Engine => {
  const existing = new Set<number>();
  return {
    partitioned: true,
    rows: (types, rows) => {
      const columns = types.map((type, at) => sql`${rows.map(row => row[at])}::${sql.raw(type)}[]`);
      return sql`select * from unnest(${sql.join(columns)})`;
    },
    transaction: (on, work) => (on.isTransaction ? work(on) : retrySerialization(() => on.transaction().execute(work))),
    async assertWritable(db) {
      const {rows} = await sql<{transaction_read_only: string}>`show transaction_read_only`.execute(db);
      if (rows[0]?.transaction_read_only === 'on') throw new StoreUnavailable('the database is read-only');
    },
    async lock(trx) {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    },
    async clear(trx, tables) {
      await sql`truncate ${sql.join(tables.map(table => sql.table(table)))} restart identity`.execute(trx);
    },
    async withPartitions(on, times, work) {
      const parts = [...new Set(times.map(time => Math.floor(time / PARTITION)))];
      const createMissing = async () => {
        const missing = parts.filter(part => !existing.has(part));
        if (missing.length === 0) return;
        // Does not add the new partitions to `existing`, because the caller may roll back the transaction.
        if (on.isTransaction) return addPartitions(on, missing);
        await retrySerialization(() => on.transaction().execute(trx => addPartitions(trx, missing)));
        for (const part of missing) existing.add(part);
      };
      await createMissing();
      try {
        return await work();
      } catch (error) {
        if ((error as {code?: unknown} | null)?.code !== NO_PARTITION) throw error;
        // An administrator dropped a partition to delete old entries, so `existing` may list partitions that are gone.
        existing.clear();
        if (on.isTransaction) throw error;
        await createMissing();
        return work();
      }
    },
  };
};

// SQLSTATE check_violation: there is no partition for a row.
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
