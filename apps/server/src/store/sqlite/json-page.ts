import type {FieldType, FieldTypes, JsonPage} from '../store.ts';

/** Writes a value as JSON; undefined if it is not of the type. SQLite writes texts as JSON faster than JavaScript. */
const WRITERS: Readonly<Record<FieldType, (value: unknown) => string | undefined>> = {
  integer: value => (Number.isSafeInteger(value) ? String(value) : undefined),
  text: value => (typeof value === 'string' ? value : undefined),
};

/** A page of rows whose columns are `fields`, in order, texts as JSON; undefined if a value is not of its type. */
export const jsonPageOf = (
  count: number,
  rows: readonly (readonly unknown[])[],
  fields: FieldTypes<object>,
): JsonPage | undefined => {
  const columns = Object.entries<FieldType>(fields).map(([name, type], at) => ({
    key: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    write: WRITERS[type],
  }));
  let json = '[';
  for (const row of rows) {
    if (json !== '[') json += ',';
    for (const [at, {key, write}] of columns.entries()) {
      const value = write(row[at]);
      if (value === undefined) return undefined;
      json += key + value;
    }
    json += '}';
  }
  return {json: `${json}]`, count};
};
