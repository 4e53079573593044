/** The fields of an entry that following uses. */
export interface Row {
  readonly id: number;
  /** Occurrences. An absent count compares equal to any other. */
  readonly count?: number | undefined;
  readonly log_time: number;
}

/** Where new entries appear: `newest-first` at the top, `oldest-first` at the end, `mixed` anywhere. */
type ListOrder = 'newest-first' | 'oldest-first' | 'mixed';

const keys: readonly ((row: Row) => number)[] = [row => row.log_time, row => row.id];

const isSorted = (rows: readonly Row[], key: (row: Row) => number, direction: 1 | -1): boolean =>
  rows.every((row, at) => at === 0 || (key(row) - key(rows[at - 1] ?? row)) * direction >= 0);

/**
 * Detects the order of a list (docs/field-facts.md#18) from its first page. Compares by time, or by id if the times are
 * unsorted or all equal.
 */
export const orderOf = (rows: readonly Row[]): ListOrder => {
  const [top, end] = [rows[0], rows.at(-1)];
  if (top === undefined || end === undefined || rows.length < 2) return 'newest-first';
  for (const key of keys) {
    if (key(top) > key(end) && isSorted(rows, key, -1)) return 'newest-first';
    if (key(top) < key(end) && isSorted(rows, key, 1)) return 'oldest-first';
  }
  return 'mixed';
};

/** By how much the occurrences rose between two states of a row; 0 if one has no count. */
export const riseOf = (
  row: {readonly count?: number | undefined},
  last: {readonly count?: number | undefined},
): number => (row.count === undefined || last.count === undefined ? 0 : row.count - last.count);
