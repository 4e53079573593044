import type {Page} from '@edge-console/server/store';
import {CompiledQuery, type Kysely, sql} from 'kysely';
import type {Tables} from '../tables.ts';

/**
 * Converts the rows of a query to a page. Each row also has the total number of rows of the list. For an empty page,
 * the query returns one row, whose `id` is null, because of the left join with the total.
 */
export const pageOf = <T extends {readonly id: number; readonly total: number}>(
  rows: readonly T[],
): Page<Omit<T, 'total'>> => ({
  rows: (rows[0]?.id ?? null) === null ? [] : rows.map(({total, ...row}) => row),
  count: rows[0]?.total ?? 0,
});

/**
 * Returns a limit that is a parameter of the query. `+ 0` is needed because SQLite prepares a statement again for every
 * new value of a plain `limit ?`.
 */
export const limitTo = (rows: number) => sql<number>`${rows} + 0`;

/** Runs `work` in a read-only transaction whose queries all see the same data. */
export const readSnapshot = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** Placeholder for the value of a parameter in a compiled query. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the query, which is compiled only once, with these parameter values. */
export type Prepared<V, T> = (values: V) => CompiledQuery<T>;

/**
 * Returns a function that compiles a query at the first call, and then only replaces the parameter values: building and
 * compiling a query takes longer than running it. `build` receives placeholders instead of the values named in `names`,
 * and may use them only as parameters of the query.
 */
export const prepareQuery = <V extends object, T>(
  names: readonly (keyof V & string)[],
  build: (values: V) => {compile(): CompiledQuery<T>},
): Prepared<V, T> => {
  const compile = (): CompiledQuery => {
    const slots = Object.fromEntries(names.map(name => [name, new Slot(name)])) as V;
    const {sql, parameters} = build(slots).compile();
    // A raw query does not keep the syntax tree in memory.
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
