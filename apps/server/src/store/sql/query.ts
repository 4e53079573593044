import {CompiledQuery, type Kysely} from 'kysely';
import type {Page} from '../store.ts';
import type {Tables} from '../tables.ts';
import type {Engine} from './engine.ts';

/**
 * A page from rows that repeat the list's total. An empty page joined to its total is one row with a null `id`.
 */
export const pageOf = <T extends {readonly id: number; readonly total: number}>(
  rows: readonly T[],
): Page<Omit<T, 'total'>> => ({
  rows: (rows[0]?.id ?? null) === null ? [] : rows.map(({total, ...row}) => row),
  count: rows[0]?.total ?? 0,
});

/** Runs read-only `work` in a snapshot. */
export const readSnapshot = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

const MAX_QUERIES = 200;

const queries = new WeakMap<Engine, Map<string, CompiledQuery<unknown>>>();

/** Compiles a query once per `key`, which must be serializable as JSON. Building a page query takes longer than running it. */
export const memoizeQuery = <T>(engine: Engine, key: object, compile: () => CompiledQuery<T>): CompiledQuery<T> => {
  const memo = queries.get(engine) ?? new Map<string, CompiledQuery<unknown>>();
  queries.set(engine, memo);
  const text = JSON.stringify(key);
  const memoized = memo.get(text);
  if (memoized) return memoized as CompiledQuery<T>;
  const {sql, parameters} = compile();
  // Drops the syntax tree.
  const query = CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<T>;
  if (memo.size >= MAX_QUERIES) memo.clear();
  memo.set(text, query);
  return query;
};
