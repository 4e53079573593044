import {StoreUnavailable} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Engine} from './sql/engine.ts';
import {ALL_APPS, DAY, GRAINS} from './sql/error-logs/rollup.ts';
import type {Tables} from './tables.ts';

/** The SQL statements that migrate to each version. Released versions must not change. */
export type Layouts = readonly (readonly string[])[];

/** Migrates the database to the last layout, in one transaction. Rejects if the database has a newer layout. */
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

export const assertKnownLayout = (current: number, layouts: Layouts): void => {
  if (current <= layouts.length) return;
  throw new Error(
    `written by a newer edge-server (layout ${current}; this one reads up to ${layouts.length}): update edge-server, or ` +
      'use another database',
  );
};

/**
 * Records that the database was opened again after its creation, because another process may then have written rows.
 * The record stays after this process exits, because rows that this process wrote stay too.
 */
const markShared = async (trx: Kysely<Tables>): Promise<void> => {
  try {
    await trx
      .insertInto('opened_again')
      .values({id: 1})
      .onConflict(conflict => conflict.doNothing())
      .execute();
  } catch (error) {
    // A read-only database needs no mark from this process, because this process cannot write rows to it.
    if (!(error instanceof StoreUnavailable && error.reason === 'read-only')) throw error;
  }
};

export const ADD_OPENED_AGAIN: readonly string[] = ['create table opened_again (id integer primary key not null)'];

/** Returns statements that count all entries. `startOf` returns an SQL expression for the start of a time span. */
export const fillRollup = (table: string, startOf: (seconds: number) => string): readonly string[] =>
  GRAINS.filter(({size}) => size <= DAY.size).flatMap(({size, perApp, allApps}) => [
    fillGrain(table, {grain: allApps, app: String(ALL_APPS), start: startOf(size)}),
    ...(perApp === undefined ? [] : [fillGrain(table, {grain: perApp, app: 'app_id', start: startOf(size)})]),
  ]);

const fillGrain = (table: string, {grain, app, start}: {grain: number; app: string; start: string}): string =>
  `insert into ${table} (grain, app_id, start, node_type, node_id, level, entries)
    select ${grain}, ${app}, ${start}, node_type, node_id, level, count(*) from error_log group by 1, 2, 3, 4, 5, 6`;

/**
 * Renames the table of counts, so that writes of a running older server fail. Otherwise an older server would add
 * entries without 30-day counts.
 */
export const ADD_30_DAY_GRAIN: readonly string[] = [
  'alter table error_log_rollup rename to error_log_counts',
  `insert into error_log_counts (grain, app_id, start, node_type, node_id, level, entries)
    select grain + 5, app_id, cast(floor(start / 2592000.0) as bigint) * 2592000, node_type, node_id, level, sum(entries)
    from error_log_counts where grain in (0, 1) group by 1, 2, 3, 4, 5, 6`,
];
