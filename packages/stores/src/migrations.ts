import {StoreUnavailable} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Engine} from './sql/engine.ts';
import {ALL_APPS, DAY, GRAINS} from './sql/error-logs/rollup.ts';
import type {Tables} from './tables.ts';

/**
 * For each version, the SQL statements that migrate a database to that version. Append versions; never change released
 * ones.
 */
export type Layouts = readonly (readonly string[])[];

/**
 * Migrates the database to the last layout in `layouts`, in one transaction. Only one server migrates at a time. If the
 * database existed before, records that it was opened again (see `Store.isShared`). Rejects if the database has a newer
 * layout.
 */
export const migrate = async (db: Kysely<Tables>, engine: Engine, layouts: Layouts): Promise<void> =>
  engine.transaction(db, async trx => {
    await engine.lock(trx);
    await sql`create table if not exists schema_version (version integer primary key not null)`.execute(trx);
    const {rows} = await sql<{version: number | null}>`select max(version) as version from schema_version`.execute(trx);
    const current = rows[0]?.version ?? 0;
    assertKnownLayout(current, layouts);
    for (const [index, statements] of layouts.entries()) {
      if (index < current) continue;
      for (const statement of statements) await sql.raw(statement).execute(trx);
      await sql`insert into schema_version (version) values (${index + 1})`.execute(trx);
    }
    if (current > 0) await markShared(trx);
  });

/** Throws if the database has a newer layout, `current`, than the last one in `layouts`. */
export const assertKnownLayout = (current: number, layouts: Layouts): void => {
  if (current <= layouts.length) return;
  throw new Error(
    `written by a newer edge-server (layout ${current}; this one reads up to ${layouts.length}): update edge-server, or ` +
      'use another database',
  );
};

/**
 * Records that the database was opened again after its creation, so that other processes may use it too. The record is
 * never deleted, because rows that such a process wrote stay in the database after the process ends.
 */
const markShared = async (trx: Kysely<Tables>): Promise<void> => {
  try {
    await trx
      .insertInto('opened_again')
      .values({id: 1})
      .onConflict(conflict => conflict.doNothing())
      .execute();
  } catch (error) {
    // Ignore the error. A process that cannot write adds no rows, so other processes need not know of it.
    if (!(error instanceof StoreUnavailable && error.reason === 'read-only')) throw error;
  }
};

export const ADD_OPENED_AGAIN: readonly string[] = ['create table opened_again (id integer primary key not null)'];

/**
 * Returns SQL statements that fill the empty table of counts. They count all entries for each time span of `GRAINS` up
 * to a day. `startOf` returns an SQL expression: the start of the time span of `seconds` in which an entry is.
 */
export const fillRollup = (table: string, startOf: (seconds: number) => string): readonly string[] =>
  GRAINS.filter(({size}) => size <= DAY.size).flatMap(({size, perApp, allApps}) => [
    fillGrain(table, {grain: allApps, app: String(ALL_APPS), start: startOf(size)}),
    ...(perApp === undefined ? [] : [fillGrain(table, {grain: perApp, app: 'app_id', start: startOf(size)})]),
  ]);

const fillGrain = (table: string, {grain, app, start}: {grain: number; app: string; start: string}): string =>
  `insert into ${table} (grain, app_id, start, node_type, node_id, level, entries)
    select ${grain}, ${app}, ${start}, node_type, node_id, level, count(*) from error_log group by 1, 2, 3, 4, 5, 6`;

/**
 * Adds counts per 30 days to the table of counts, and renames the table. A running server of an older version then
 * fails to add entries, because it does not find the table. Under the old name, it would add entries without updating
 * the new counts.
 */
export const ADD_30_DAY_GRAIN: readonly string[] = [
  'alter table error_log_rollup rename to error_log_counts',
  `insert into error_log_counts (grain, app_id, start, node_type, node_id, level, entries)
    select grain + 5, app_id, cast(floor(start / 2592000.0) as bigint) * 2592000, node_type, node_id, level, sum(entries)
    from error_log_counts where grain in (0, 1) group by 1, 2, 3, 4, 5, 6`,
];
