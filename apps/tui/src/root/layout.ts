import type {Size} from '../core/screen.ts';

/** Below this the console says what it needs instead of drawing. */
export const SMALLEST: Size = {columns: 40, rows: 12};
const RULED_ROWS = 20;

export const fits = (terminal: Size): boolean => terminal.columns >= SMALLEST.columns && terminal.rows >= SMALLEST.rows;

/** Rules are the first thing that a small terminal goes without. */
export const hasRules = (terminal: Size): boolean => terminal.rows >= RULED_ROWS;

/** What is left for a screen: header, tabs and footer take a row each, the two rules another. */
export const paneOf = (terminal: Size): Size => ({
  columns: terminal.columns,
  rows: Math.max(1, terminal.rows - (hasRules(terminal) ? 5 : 3)),
});
