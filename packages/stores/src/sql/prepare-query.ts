import {CompiledQuery, type Kysely, sql} from 'kysely';
import type {Tables} from '../tables.ts';

/** Without `+ 0`, SQLite would prepare the statement again for every new value. */
export const limitTo = (rows: number) => sql<number>`${rows} + 0`;

export const readSnapshot = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** A placeholder for a parameter of a compiled query. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles the query only once, because compiling takes longer than running. `build` receives placeholders for the
 * values named in `names`, to use only as parameters of the query.
 */
export const prepareQuery = <V extends object, T>(
  names: readonly (keyof V & string)[],
  build: (values: V) => {compile(): CompiledQuery<T>},
): ((values: V) => CompiledQuery<T>) => {
  const compile = (): CompiledQuery => {
    const slots = Object.fromEntries(names.map(name => [name, new Slot(name)])) as V;
    const {sql, parameters} = build(slots).compile();
    return CompiledQuery.raw(sql, [...parameters]);
  };
  let compiled: CompiledQuery | undefined;
  return values => {
    compiled ??= compile();
    const parameters = compiled.parameters.map(value =>
      value instanceof Slot ? (values as Record<string, unknown>)[value.name] : value,
    );
    return {...compiled, parameters} as CompiledQuery<T>;
  };
};

const MAX_VALUES = 200;

/** If the cache is full, all its values are dropped. */
export const memoize = <T>(): ((key: string, create: () => T) => T) => {
  const values = new Map<string, T>();
  return (key, create) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = create();
    if (values.size >= MAX_VALUES) values.clear();
    values.set(key, value);
    return value;
  };
};
