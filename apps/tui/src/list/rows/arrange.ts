import {unicodeGlyphs} from '../../theme/glyphs.ts';
import type {Column} from '../../ui/table.ts';
import type {ListState} from '../list.ts';
import {matchesAny} from './search.ts';

export type Arrangement = Pick<ListState<never>, 'search' | 'sort'>;

type Sort = Arrangement['sort'];

/** After the last of the `columns`, returns undefined, which restores the gateway's order. */
export const nextSort = (sort: Sort, columns: readonly string[]): Sort => {
  const column = columns[sort === undefined ? 0 : columns.indexOf(sort.column) + 1];
  return column === undefined ? undefined : {column, descending: false};
};

export const sortedBy = (column: string, sort: Sort): Sort => ({
  column,
  descending: sort?.column === column && !sort.descending,
});

export const reversedSort = (before: Sort, columns: readonly string[]): Sort => {
  const sort = before ?? nextSort(before, columns);
  return sort && {...sort, descending: !sort.descending};
};

interface RowTexts<T, D> {
  readonly columns: readonly Column<T, D>[];
  readonly data: D;
  readonly unseen?: ((row: T) => readonly string[]) | undefined;
}

export const arrangeRows = <T, D>(
  all: readonly T[],
  {search, sort}: Arrangement,
  {columns, data, unseen}: RowTexts<T, D>,
): readonly T[] => {
  const context = {now: 0, glyphs: unicodeGlyphs, data};
  const searched = columns.filter(column => column.searched === true);
  const found =
    search === undefined
      ? all
      : all.filter(row =>
          matchesAny(search, [...searched.map(column => column.text(row, context)), ...(unseen?.(row) ?? [])]),
        );
  const by = columns.find(({id}) => id === sort?.column)?.sort;
  return sort === undefined || by === undefined ? found : found.toSorted(comparing(by, sort.descending));
};

const comparing = <T>(by: (row: T) => string | number, descending: boolean) => {
  // Loading the collation data would slow down every start, so it is created on first use.
  const collator = new Intl.Collator('en', {numeric: true});
  return (one: T, other: T): number => {
    const [left, right] = [by(one), by(other)];
    if (left === right) return 0;
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right));
    return descending ? -order : order;
  };
};
