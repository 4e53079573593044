import {plainPaint} from '../theme/theme.ts';
import {type Column, headText, placeColumns, rowText} from './columns.ts';
import type {Ui} from './context.ts';

export interface TableRows<T> {
  readonly columns: readonly Column<T>[];
  readonly count: number;
  /** First row in view and rows in view. */
  readonly top: number;
  readonly height: number;
  readonly selected: number;
  readonly rowAt: (index: number) => T | undefined;
  /** Said in place of rows when there are none. */
  readonly empty: readonly string[];
}

const MARGIN = 3;

/** A table of any length as its heads and the rows in view. A row that is not there yet shows a dot. */
export const tableLines = <T>(
  {columns, count, top, height, selected, rowAt, empty}: TableRows<T>,
  ui: Ui,
): string[] => {
  const {paint, glyphs} = ui;
  const placed = placeColumns(columns, ui.columns - MARGIN - 1);
  const line = (index: number): string => {
    const row = rowAt(index);
    // The selected row is reversed as a whole; colours inside it would tear it apart.
    const look = index === selected ? {paint: plainPaint, glyphs} : ui;
    const text = row === undefined ? glyphs.dot : rowText(placed, row, look);
    if (index !== selected) return `${' '.repeat(MARGIN)}${text}`;
    return ` ${paint('accent', glyphs.selection)}${paint('selection', ` ${text}`)}`;
  };
  const shown = Math.max(0, Math.min(height, count - top));
  const rows = count === 0 ? empty : Array.from({length: shown}, (_, at) => line(top + at));
  const heads = paint('muted', `${' '.repeat(MARGIN)}${headText(placed)}`);
  return [heads, ...Array.from({length: height}, (_, at) => rows[at] ?? '')];
};
