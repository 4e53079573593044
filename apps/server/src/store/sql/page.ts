import type {Kysely} from 'kysely';
import type {Page} from '../store.ts';
import type {Tables} from '../tables.ts';

/** A page of rows that each tell the total of their list; a list joined with an empty page gives one row without an id. */
export const pageOf = <T extends {readonly id: number; readonly total: number}>(
  found: readonly T[],
): Page<Omit<T, 'total'>> => ({
  rows: (found[0]?.id ?? null) === null ? [] : found.map(({total, ...row}) => row),
  count: found[0]?.total ?? 0,
});

/** Runs `work`, which only reads, on data that do not change meanwhile. */
export const atOneMoment = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
