import {fit, slice} from '../text/width.ts';
import type {Glyphs} from '../theme/glyphs.ts';
import {type Paint, plainPaint, type Role} from '../theme/theme.ts';

/** What a cell depends on beside its row. `data` is the screen's own state. */
export interface CellLook<D = unknown> {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly glyphs: Glyphs;
  readonly data: D;
}

/** A column of a table. */
export interface Column<T, D = unknown> {
  readonly id: string;
  readonly title: string | ((look: CellLook<D>) => string);
  readonly cells: number | ((look: CellLook<D>) => number);
  /** Takes the remaining width, and scrolls sideways; one column of a table. */
  readonly grow?: boolean;
  readonly align?: 'left' | 'right';
  /** 0 stays longest; in a narrow table the highest number is dropped first. */
  readonly priority: number;
  /** Shown only while the growing column keeps this many cells; the lowest priority number comes first. */
  readonly leaves?: number;
  /** A text search looks in it, and marks what it finds. */
  readonly searched?: boolean;
  /** The cell's text: sanitised, one line. */
  text(row: T, look: CellLook<D>): string;
  role?(row: T, look: CellLook<D>): Role | undefined;
  /** What rows are sorted by; absent: the column does not sort. */
  sort?(row: T): string | number;
}

/** How a table is drawn now. */
export interface TableLook<D = unknown> extends CellLook<D> {
  readonly paint: Paint;
  /** First cell shown of the column that grows. */
  readonly sideways?: number;
  readonly sort?: {readonly column: string; readonly descending: boolean} | undefined;
  /** Marks what a search found; must not change the width. */
  readonly highlight?: ((text: string) => string) | undefined;
}

export interface PlacedColumn<T, D = unknown> {
  readonly column: Column<T, D>;
  readonly cells: number;
}

const GAP = 2;

/** The columns that fit a width; the growing one takes what is left. */
export const placeColumns = <T, D>(
  columns: readonly Column<T, D>[],
  width: number,
  look: CellLook<D>,
): readonly PlacedColumn<T, D>[] => {
  const all = columns.map(column => ({column, cells: resolve(column.cells, look)}));
  let placed = all.filter(({column}) => column.leaves === undefined);
  const wanted = (): number => placed.reduce((sum, {cells}) => sum + cells + GAP, -GAP);
  while (placed.length > 1 && wanted() > width) {
    const last = placed.reduce((worst, each) => (each.column.priority >= worst.column.priority ? each : worst));
    placed = placed.filter(each => each !== last);
  }
  const grown = placed.find(({column}) => column.grow === true)?.cells ?? 0;
  for (const extra of all.filter(({column}) => column.leaves !== undefined).toSorted(byPriority)) {
    if (width - wanted() - extra.cells - GAP + grown < (extra.column.leaves ?? 0)) break;
    placed = all.filter(each => each === extra || placed.includes(each));
  }
  const spare = Math.max(0, width - wanted());
  return placed.map(({column, cells}) => ({
    column,
    cells: Math.min(width, cells + (column.grow === true ? spare : 0)),
  }));
};

const byPriority = <T, D>(one: PlacedColumn<T, D>, other: PlacedColumn<T, D>): number =>
  one.column.priority - other.column.priority;

const resolve = <V, D>(value: V | ((look: CellLook<D>) => V), look: CellLook<D>): V =>
  typeof value === 'function' ? (value as (look: CellLook<D>) => V)(look) : value;

export const headText = <T, D>(placed: readonly PlacedColumn<T, D>[], look: TableLook<D>): string =>
  placed
    .map(({column, cells}) => {
      const {sort, sideways = 0, glyphs} = look;
      const arrow = sort?.column === column.id ? ` ${sort.descending ? glyphs.descending : glyphs.ascending}` : '';
      const moved = column.grow === true && sideways > 0 ? ` +${sideways}` : '';
      return fit(`${resolve(column.title, look)}${arrow}${moved}`, cells, {align: column.align ?? 'left'});
    })
    .join('  ');

/** One row as one string: a string per row keeps drawing fast. */
export const rowText = <T, D>(placed: readonly PlacedColumn<T, D>[], row: T, look: TableLook<D>): string =>
  placed
    .map(({column, cells}) => {
      const whole = column.text(row, look);
      const from = column.grow === true ? (look.sideways ?? 0) : 0;
      const fitted = fit(from === 0 ? whole : slice(whole, from, cells), cells, {
        align: column.align ?? 'left',
        ellipsis: look.glyphs.ellipsis,
      });
      const text = column.searched === true ? (look.highlight?.(fitted) ?? fitted) : fitted;
      const role = column.role?.(row, look);
      return role === undefined ? text : look.paint(role, text);
    })
    .join('  ');

export interface TableRows<T, D> {
  readonly columns: readonly Column<T, D>[];
  readonly count: number;
  /** First row in view and rows in view. */
  readonly top: number;
  readonly height: number;
  readonly selected: number;
  /** Undefined for a row that is not loaded yet: it shows a dot. */
  rowAt(index: number): T | undefined;
  isMarked(row: T): boolean;
  /** Whether a row has odd fields; a mark is shown instead. */
  isOdd(row: T): boolean;
  /** Shown instead of rows when there are none. */
  readonly empty: readonly string[];
}

/** Cells before the first column: the mark, the selection and a space. */
const MARGIN = 3;

/** Heads and visible rows of a table of any length. */
export const tableLines = <T, D>(rows: TableRows<T, D>, look: TableLook<D>, width: number): string[] => {
  const {count, top, height, selected, empty} = rows;
  const {paint, glyphs} = look;
  const placed = placeColumns(rows.columns, width - MARGIN - 1, look);
  // The selected row is reversed as a whole; other styles inside would break it up.
  const plain: TableLook<D> = {...look, paint: plainPaint, highlight: undefined};
  const line = (index: number): string => {
    const row = rows.rowAt(index);
    const mark =
      row === undefined
        ? ' '
        : rows.isMarked(row)
          ? paint('accent', glyphs.mark)
          : rows.isOdd(row)
            ? paint('status.warn', '!')
            : ' ';
    const text = row === undefined ? glyphs.dot : rowText(placed, row, index === selected ? plain : look);
    return index === selected
      ? `${mark}${paint('accent', glyphs.selection)}${paint('selection', ` ${text}`)}`
      : `${mark}  ${text}`;
  };
  const shown = Math.max(0, Math.min(height, count - top));
  const body = count === 0 ? empty : Array.from({length: shown}, (_, at) => line(top + at));
  const heads = paint('muted', `${' '.repeat(MARGIN)}${headText(placed, look)}`);
  return [heads, ...Array.from({length: height}, (_, at) => body[at] ?? '')];
};
