import type {Patch, Shape} from './read-twin.ts';

type Value = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const patched = (value: Value, {remove = [], text = [], set = {}}: Patch = {}): Value => ({
  ...Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      remove.includes(name) ? [] : [[name, text.includes(name) ? String(field) : field]],
    ),
  ),
  ...set,
});

/**
 * Changes a response of this server to the format of the recorded gateway, which `shapes` describe. In `rows` of a
 * shape, each key is `idPrefix` followed by the id of a row.
 */
export const reshape = (body: Value, shapes: readonly Shape[], idPrefix: string): Value => {
  const rowOf = (row: unknown): unknown =>
    isObject(row)
      ? shapes.reduce((value, {row: all, rows}) => patched(patched(value, all), rows[`${idPrefix}${row.id}`]), row)
      : row;
  const {data, ...fields} = body;
  const envelope = shapes.reduce<Value>((value, shape) => patched(value, shape.envelope), fields);
  const rowsIn = shapes.find(shape => shape.rowsIn !== undefined)?.rowsIn;
  if (data === undefined || rowsIn === 'nothing') return envelope;
  const rows = isObject(data) && 'data' in data ? data.data : data;
  if (!Array.isArray(rows)) return {...envelope, data: rowOf(data)};
  const listed = rows.map(rowOf);
  const isPage = isObject(data) && 'meta' in data;
  if ((rowsIn ?? (isPage ? 'data.data' : 'data')) === 'data') return {...envelope, data: listed};
  const meta = shapes.reduce<Value>(
    (value, shape) => patched(value, shape.meta),
    isPage && isObject(data.meta) && !shapes.some(({countsPage}) => countsPage) ? data.meta : {count: rows.length},
  );
  return {...envelope, data: {data: listed, ...(Object.keys(meta).length > 0 && {meta})}};
};
