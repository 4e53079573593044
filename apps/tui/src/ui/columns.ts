import {fit, slice} from '../text/width.ts';
import type {Token} from '../theme/theme.ts';
import type {Ui} from './context.ts';

/** A column of a table: what it shows of a row and how much room it wants. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  readonly cells: number;
  /** Takes the room that is left; one column of a table does. */
  readonly grow?: boolean;
  readonly align?: 'left' | 'right';
  /** 0 stays longest; where room is short, the highest number goes first. */
  readonly priority: number;
  /** First cell shown, for scrolling sideways. */
  readonly from?: number;
  /** Sanitised text of one line. */
  text(row: T): string;
  /** Styles for parts of the text that is shown; must not change its width. */
  decorate?(text: string): string;
  token?(row: T): Token | undefined;
}

export interface PlacedColumn<T> {
  readonly column: Column<T>;
  readonly cells: number;
}

const GAP = 2;

/** Chooses the columns that fit a width and gives the rest of the room to the one that grows. */
export const placeColumns = <T>(columns: readonly Column<T>[], width: number): readonly PlacedColumn<T>[] => {
  let shown = [...columns];
  const wanted = (): number => shown.reduce((sum, column) => sum + column.cells + GAP, -GAP);
  while (shown.length > 1 && wanted() > width) {
    const last = shown.reduce((worst, column) => (column.priority >= worst.priority ? column : worst));
    shown = shown.filter(column => column !== last);
  }
  const spare = Math.max(0, width - wanted());
  return shown.map(column => ({
    column,
    cells: Math.min(width, column.cells + (column.grow === true ? spare : 0)),
  }));
};

export const headText = <T>(placed: readonly PlacedColumn<T>[]): string =>
  placed.map(({column, cells}) => fit(column.title, cells, {align: column.align ?? 'left'})).join('  ');

/** One row as one string: a string a row is what keeps drawing fast. */
export const rowText = <T>(placed: readonly PlacedColumn<T>[], row: T, ui: Pick<Ui, 'paint' | 'glyphs'>): string =>
  placed
    .map(({column, cells}) => {
      const whole = column.text(row);
      const wanted = column.from === undefined || column.from === 0 ? whole : slice(whole, column.from, cells);
      const fitted = fit(wanted, cells, {align: column.align ?? 'left', ellipsis: ui.glyphs.ellipsis});
      const text = column.decorate?.(fitted) ?? fitted;
      const token = column.token?.(row);
      return token === undefined ? text : ui.paint(token, text);
    })
    .join('  ');
