import type {Page} from '@edge-console/server/store';
import {CompiledQuery, type Kysely, sql} from 'kysely';
import type {Tables} from '../tables.ts';

/**
 * A page from rows that repeat the list's total. An empty page joined to its total is one row with a null `id`.
 */
export const pageOf = <T extends {readonly id: number; readonly total: number}>(
  rows: readonly T[],
): Page<Omit<T, 'total'>> => ({
  rows: (rows[0]?.id ?? null) === null ? [] : rows.map(({total, ...row}) => row),
  count: rows[0]?.total ?? 0,
});

/** A limit that is a parameter: SQLite prepares a statement again for every value bound to a plain `limit ?`. */
export const limitTo = (rows: number) => sql<number>`${rows} + 0`;

/** Runs read-only `work` in a snapshot. */
export const readSnapshot = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** A parameter of a compiled query, in place of its value. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** A query compiled once, for any values. */
export type Prepared<V, T> = (values: V) => CompiledQuery<T>;

/**
 * Compiles a query once, for other values later: building and compiling it takes longer than running it. `build` gets
 * placeholders and may pass them to the database only.
 */
export const prepareQuery = <V extends object, T>(
  names: readonly (keyof V & string)[],
  build: (values: V) => {compile(): CompiledQuery<T>},
): Prepared<V, T> => {
  const compile = (): CompiledQuery => {
    const slots = Object.fromEntries(names.map(name => [name, new Slot(name)])) as V;
    const {sql, parameters} = build(slots).compile();
    // A raw query does not retain the syntax tree.
    return CompiledQuery.raw(sql, [...parameters]);
  };
  let compiled: CompiledQuery | undefined;
  return values => {
    compiled ??= compile();
    const parameters = compiled.parameters.map(value =>
      value instanceof Slot ? (values as Values)[value.name] : value,
    );
    return {...compiled, parameters} as CompiledQuery<T>;
  };
};
