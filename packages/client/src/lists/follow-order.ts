/** What following needs to know of an entry. */
export interface Row {
  readonly id: number;
  readonly count: number;
  readonly log_time: number;
}

/** Where new entries of a list are: at its top, at its end, or anywhere. */
export type ListOrder = 'newest-first' | 'oldest-first' | 'mixed';

const keys: readonly ((row: Row) => number)[] = [row => row.log_time, row => row.id];

const runs = (rows: readonly Row[], key: (row: Row) => number, direction: 1 | -1): boolean =>
  rows.every((row, at) => at === 0 || (key(row) - key(rows[at - 1] ?? row)) * direction >= 0);

/**
 * The order of a list, which the contract does not tell (field fact 18), judged by its first page and, where there is
 * one, its last. By time, or by id where that does not hold or all is of one second.
 */
export const orderOf = (first: readonly Row[], last: readonly Row[] = []): ListOrder => {
  const rows = [...first, ...last];
  const [top, end] = [rows[0], rows.at(-1)];
  if (top === undefined || end === undefined || rows.length < 2) return 'newest-first';
  for (const key of keys) {
    if (key(top) > key(end) && runs(rows, key, -1)) return 'newest-first';
    if (key(top) < key(end) && runs(rows, key, 1)) return 'oldest-first';
  }
  return 'mixed';
};

/** Whether a page can be of a list of this order. */
export const fitsOrder = (rows: readonly Row[], order: 'newest-first' | 'oldest-first'): boolean =>
  keys.some(key => runs(rows, key, order === 'newest-first' ? -1 : 1));
