import {sanitise} from '../text/sanitise.ts';
import {cellWidth, fit, slice} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import type {Glyphs} from '../theme/glyphs.ts';
import {type Paint, plainPaint, type Role} from '../theme/theme.ts';

export interface CellContext<D = unknown> {
  readonly now: number;
  readonly glyphs: Glyphs;
  readonly data: D;
}

export interface RowContext<T, D = unknown> extends CellContext<D> {
  /** The rows of a group that is drawn as one row. Absent if the row is drawn alone. */
  readonly run?: readonly T[] | undefined;
  /** Set only if the column has {@link stretch}. */
  readonly cells?: number;
}

export interface Column<T, D = unknown> {
  readonly id: string;
  readonly title?: string | ((context: CellContext<D> & {readonly top?: T | undefined}) => string);
  /** Width in cells. If {@link fits} is set, the maximum width. */
  readonly cells: number | ((context: CellContext<D>) => number);
  /** Minimum width of a column that is as wide as its widest text in view. If absent, the width is fixed. */
  readonly fits?: number;
  /** In a narrow table, the gap after the column is one cell instead of two. */
  readonly tight?: boolean;
  /** The column takes the remaining width and can be scrolled sideways. A table has one such column. */
  readonly grow?: boolean;
  /** Maximum width of the growing column. Applies only if other columns have {@link stretch}. */
  readonly most?: number;
  /** Whether the column gets the width that the growing column does not need. */
  readonly stretch?: boolean;
  readonly align?: 'left' | 'right';
  /** If the table is too narrow for all columns, the one with the highest `priority` is hidden first. */
  readonly priority: number;
  /** The column is shown only if the growing column is then at least this wide. Lower priorities are added first. */
  readonly leaves?: number;
  /** Whether the row has a value in this column. A column without any value is hidden. Default: true. */
  given?(row: T, data: D): boolean;
  readonly searched?: boolean;
  /** Sanitised, on one line. */
  text(row: T, context: RowContext<T, D>): string;
  role?(row: T, context: RowContext<T, D>): Role | undefined;
  sort?(row: T): string | number;
}

export const valueColumn = <T>(
  column: Omit<Column<T>, 'text' | 'sort'>,
  read: (row: T) => string | number,
): Column<T> => ({...column, text: row => sanitise(String(read(row))), sort: read});

export interface TableContext<D = unknown> extends CellContext<D> {
  readonly paint: Paint;
  readonly sideways?: number;
  readonly wrap?: boolean;
  readonly sort?: {readonly column: string; readonly descending: boolean} | undefined;
  /** Styles the matches in a text, without changing the width of the text. */
  readonly highlight?: ((text: string) => string) | undefined;
}

export interface PlacedColumn<T, D = unknown> {
  readonly column: Column<T, D>;
  readonly cells: number;
  readonly gap: number;
}

const GAP = 2;
const TIGHT_CELLS = 100;

export const placeColumns = <T, D>(columns: readonly Column<T, D>[], width: number, context: CellContext<D>) => {
  const all = columns.map(column => ({
    ...{column, cells: resolve(column.cells, context)},
    gap: column.tight === true && width <= TIGHT_CELLS ? 1 : GAP,
  }));
  let placed = all.filter(({column}) => column.leaves === undefined);
  const wanted = (): number => widthOf(placed) - (placed.at(-1)?.gap ?? 0);
  while (placed.length > 1 && wanted() > width) {
    const last = placed.reduce((worst, each) => (each.column.priority >= worst.column.priority ? each : worst));
    placed = placed.filter(each => each !== last);
  }
  const grown = placed.find(({column}) => column.grow === true)?.cells ?? 0;
  for (const extra of all.filter(({column}) => column.leaves !== undefined).toSorted(byPriority)) {
    if (width - wanted() - extra.cells - extra.gap + grown < (extra.column.leaves ?? 0)) break;
    placed = all.filter(each => each === extra || placed.includes(each));
  }
  const spare = Math.max(0, width - wanted());
  const stretching = placed.filter(({column}) => column.stretch === true).length;
  const most = placed.find(({column}) => column.grow === true)?.column.most ?? Number.POSITIVE_INFINITY;
  const each = stretching === 0 ? 0 : Math.floor(Math.max(0, spare - Math.max(0, most - grown)) / stretching);
  const added = ({grow, stretch}: Column<T, D>): number =>
    grow === true ? spare - each * stretching : stretch === true ? each : 0;
  return placed.map(({column, cells, gap}, at) => ({
    column,
    cells: Math.min(width, cells + added(column)),
    gap: at === placed.length - 1 ? 0 : gap,
  }));
};

const widthOf = <T, D>(placed: readonly PlacedColumn<T, D>[]): number =>
  placed.reduce((sum, {cells, gap}) => sum + cells + gap, 0);

const fittedColumns = <T, D>(
  columns: readonly Column<T, D>[],
  items: readonly TableItem<T>[],
  context: TableContext<D>,
) => {
  const runs = items.map(({rows}) => rows.flatMap(row => row ?? [])).filter(run => run.length > 0);
  const head = {...context, top: runs[0]?.[0]};
  return columns.map(column => {
    const title = resolve(column.title ?? column.id, head);
    const {fits = column.most, most} = column;
    // If long texts wrap, the widths are fixed, because the height of a row must not depend on the other rows in view.
    if (fits === undefined || context.wrap === true) return {...column, title};
    const widths = runs.map(run => widthIn(column, run, context));
    if (most !== undefined) return {...column, title, most: Math.min(most, Math.max(0, ...widths))};
    const longest = Math.max(fits, cellWidth(title), ...widths);
    return {...column, title, cells: Math.min(resolve(column.cells, context), longest)};
  });
};

const widthIn = <T, D>(column: Column<T, D>, run: readonly T[], context: TableContext<D>): number => {
  const [row] = run;
  return row === undefined ? 0 : cellWidth(column.text(row, {...context, run: run.length > 1 ? run : undefined}));
};

const byPriority = <T, D>(one: PlacedColumn<T, D>, other: PlacedColumn<T, D>): number =>
  one.column.priority - other.column.priority;

const resolve = <V, L>(value: V | ((context: L) => V), context: L): V =>
  typeof value === 'function' ? (value as (context: L) => V)(context) : value;

export const headText = <T, D>(placed: readonly PlacedColumn<T, D>[], context: TableContext<D>): string =>
  placed
    .map(({column, cells, gap}) => {
      const {sort, sideways = 0, glyphs} = context;
      const arrow = sort?.column === column.id ? ` ${sort.descending ? glyphs.descending : glyphs.ascending}` : '';
      const moved = column.grow === true && sideways > 0 ? ` +${sideways}` : '';
      const title = `${resolve(column.title ?? column.id, context)}${arrow}${moved}`;
      return fit(title, cells, {align: column.align ?? 'left'}) + ' '.repeat(gap);
    })
    .join('');

/** One string for a row is drawn faster by Ink than separate cells. `grown` is the text of the growing column. */
export const rowText = <T, D>(
  placed: readonly PlacedColumn<T, D>[],
  row: T,
  context: TableContext<D> & RowContext<T, D>,
  grown?: string,
): string =>
  placed
    .map(({column, cells, gap}) => {
      const isGrown = column.grow === true;
      const drawn = column.stretch === true ? {...context, cells} : context;
      const whole = isGrown && grown !== undefined ? grown : column.text(row, drawn);
      const from = isGrown && grown === undefined ? (context.sideways ?? 0) : 0;
      const fitted = fit(from === 0 ? whole : slice(whole, from, cells), cells, {
        align: column.align ?? 'left',
        ellipsis: context.glyphs.ellipsis,
      });
      const text = highlighted(column, fitted, context);
      const role = column.role?.(row, context);
      return (role === undefined ? text : context.paint(role, text)) + ' '.repeat(gap);
    })
    .join('');

const highlighted = <T, D>({searched}: Column<T, D>, text: string, {highlight}: TableContext<D>): string =>
  searched === true && highlight !== undefined ? highlight(text) : text;

const MAX_WRAPPED_LINES = 6;

/** The last of at most 6 lines may be wider than `cells`. It is truncated when it is drawn. */
export const wrapCell = (text: string, cells: number): readonly string[] => {
  const lines = wrap(text, cells);
  if (lines.length <= MAX_WRAPPED_LINES) return lines;
  return [...lines.slice(0, MAX_WRAPPED_LINES - 1), lines.slice(MAX_WRAPPED_LINES - 1).join(' ')];
};

const rowLines = <T, D>(placed: readonly PlacedColumn<T, D>[], row: T, context: TableContext<D> & RowContext<T, D>) => {
  const at = placed.findIndex(({column}) => column.grow === true);
  const grown = placed[at];
  if (context.wrap !== true || grown === undefined || context.run !== undefined) return [rowText(placed, row, context)];
  const [first = '', ...rest] = wrapCell(grown.column.text(row, context), grown.cells);
  const before = widthOf(placed.slice(0, at));
  const fitted = rest.map(text => fit(text, grown.cells, {ellipsis: context.glyphs.ellipsis}));
  const below = fitted.map(text => ' '.repeat(before) + highlighted(grown.column, text, context));
  return [rowText(placed, row, context, first), ...below];
};

/** Rows that are drawn as one. An undefined row is not loaded yet. */
export interface TableItem<T> {
  readonly rows: readonly [T | undefined, ...(T | undefined)[]];
  readonly isSelected: boolean;
  readonly above?: string | undefined;
}

export interface TableRows<T, D> {
  readonly columns: readonly Column<T, D>[];
  readonly pinned?: readonly T[];
  readonly items: readonly TableItem<T>[];
  readonly height: number;
  isMarked(row: T): boolean;
  isOdd(row: T): boolean;
  isFlagged?(row: T): boolean;
  isHighlighted?(row: T): boolean;
  readonly empty: readonly string[];
}

/** Cells left of the first column: one for a symbol such as a bookmark, one for the selection symbol and one blank. */
const MARGIN = 3;

export const placeTable = <T, D>(columns: readonly Column<T, D>[], width: number, context: CellContext<D>) =>
  placeColumns(columns, width - MARGIN - 1, context);

export const placeRows = <T, D>(
  {columns, items, pinned = []}: Pick<TableRows<T, D>, 'columns' | 'items' | 'pinned'>,
  context: TableContext<D>,
  width: number,
): readonly PlacedColumn<T, D>[] => {
  const drawn = [...items, ...pinned.map(row => ({rows: [row], isSelected: false}) as const)];
  return placeTable(fittedColumns(columns, drawn, context), width, context);
};

export const columnAt = <T, D>(
  cell: number,
  rows: Parameters<typeof placeRows<T, D>>[0],
  {context, width}: {readonly context: TableContext<D>; readonly width: number},
): Column<T, D> | undefined => {
  let from = MARGIN;
  for (const {column, cells, gap} of placeRows(rows, context, width)) {
    if (cell >= from && cell < from + cells) return column;
    from += cells + gap;
  }
  return undefined;
};

export const tableLines = <T, D>(rows: TableRows<T, D>, context: TableContext<D>, width: number): string[] => {
  const {items, height, empty, pinned = []} = rows;
  const {paint, glyphs} = context;
  const placed = placeRows(rows, context, width);
  // The texts of the selected row have no styles, because the end of a style would also end the style of the row.
  const plain: TableContext<D> = {...context, paint: plainPaint, highlight: undefined};
  const markOf = (row: T): string => {
    if (rows.isMarked(row)) return paint('accent', glyphs.mark);
    if (rows.isOdd(row)) return paint('status.warn', '!');
    return rows.isFlagged?.(row) === true ? paint('accent', glyphs.bookmark) : ' ';
  };
  const linesOf = ({rows: [row, ...others], isSelected, above}: TableItem<T>): readonly string[] => {
    const run = others.length === 0 ? undefined : [row, ...others].flatMap(each => each ?? []);
    const isPlain = row === undefined || rows.isHighlighted?.(row) === false;
    const drawn = {...(isSelected ? plain : isPlain ? {...context, highlight: undefined} : context), run};
    const texts = row === undefined ? [glyphs.dot] : rowLines(placed, row, drawn);
    const mark = row === undefined ? ' ' : markOf(row);
    const selected = (text: string): string => paint('accent', glyphs.selection) + paint('selection', ` ${text}`);
    const lines = texts.map((text, at) => (at === 0 ? mark : ' ') + (isSelected ? selected(text) : `  ${text}`));
    return above === undefined ? lines : [paint('muted', `${' '.repeat(MARGIN)}${above}`), ...lines];
  };
  const body = items.length === 0 ? empty : items.flatMap(linesOf);
  const heads = paint('muted', `${' '.repeat(MARGIN)}${headText(placed, context)}`);
  const pins = pinned.map(row => `${paint('accent', glyphs.pinned)}  ${rowText(placed, row, context)}`);
  return [heads, ...pins, ...Array.from({length: height}, (_, at) => body[at] ?? '')];
};
