import type {Size} from '../core/screen.ts';

/** Smallest terminal that is drawn on. */
export const SMALLEST: Size = {columns: 40, rows: 12};
const RULED_ROWS = 20;

export const fits = (terminal: Size): boolean => terminal.columns >= SMALLEST.columns && terminal.rows >= SMALLEST.rows;

/** Small terminals have no rules. */
export const hasRules = (terminal: Size): boolean => terminal.rows >= RULED_ROWS;

/** Pane size for a terminal size: without header, tabs, footer and the two rules. */
export const paneOf = (terminal: Size): Size => ({
  columns: terminal.columns,
  rows: Math.max(1, terminal.rows - (hasRules(terminal) ? 5 : 3)),
});
