import type {FieldTypes, JsonPage} from '../store.ts';

interface Column {
  readonly at: number;
  /** Text before the value. */
  readonly key: string;
  readonly isType: (value: unknown) => boolean;
}

const TYPES = {
  integer: Number.isSafeInteger,
  // SQLite writes texts as JSON faster than JavaScript.
  text: (value: unknown) => typeof value === 'string',
} as const;

const columns = new WeakMap<FieldTypes<object>, readonly Column[]>();

const columnsOf = (fields: FieldTypes<object>): readonly Column[] => {
  const known = columns.get(fields);
  if (known) return known;
  const created = Object.entries<keyof typeof TYPES>(fields).map(([name, type], at) => ({
    at,
    key: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    isType: TYPES[type],
  }));
  columns.set(fields, created);
  return created;
};

/** A page of rows whose columns are `fields`, in order, texts as JSON; undefined if a value is not of its type. */
export const jsonPageOf = (
  count: number,
  rows: readonly (readonly unknown[])[],
  fields: FieldTypes<object>,
): JsonPage | undefined => {
  let json = '';
  for (const row of rows) {
    json += json === '' ? '[' : ',';
    for (const {at, key, isType} of columnsOf(fields)) {
      if (!isType(row[at])) return undefined;
      json += key + row[at];
    }
    json += '}';
  }
  return {json: json === '' ? '[]' : `${json}]`, count};
};
