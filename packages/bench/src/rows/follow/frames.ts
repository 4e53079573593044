import {feedNumber} from '../../fixtures/entries.ts';
import {SELECTION} from '../../measure/log-list.ts';
import type {Frame} from '../../measure/recording.ts';

/** A key: when it was pressed, and the row of the list that it selects. */
export interface Pressed {
  readonly at: number;
  readonly row: number;
}

/** The heads of the columns, above the first entry. */
const HEADS = /^ +time +level /;
/** Margin, time, level, count and text, which rows of the detail pane do not have. */
const LIST_ROW = /^ [ ▌] .{14} {2}[A-Z]+ +\d+ {2}entry \d+ of the feed/;

/** A line between two entries that are far apart: `· 14 min ·`. */
const GAP = /^ +· .+ ·$/;

/** Entries on the screen above the selected one; -1 without one. */
export const selectedRow = ({rows}: Frame): number => {
  const first = rows.findIndex(row => HEADS.test(row)) + 1;
  const selected = rows.findIndex(row => row.startsWith(` ${SELECTION}`));
  return selected < first ? -1 : rows.slice(first, selected).filter(row => !GAP.test(row.trimEnd())).length;
};

/**
 * Milliseconds from each key to the first frame with its row selected. Keys that one frame may answer must select
 * different rows.
 */
export const latencies = (frames: readonly Frame[], keys: readonly Pressed[]): readonly number[] => {
  const found: number[] = [];
  for (const frame of frames) {
    const row = selectedRow(frame);
    const answered = keys.findIndex((key, at) => at >= found.length && key.at <= frame.at && key.row === row);
    while (found.length <= answered) found.push(frame.at - (keys[found.length]?.at ?? 0));
  }
  return found;
};

/** Feed numbers on a screen, top to bottom, with their rows. */
const numbersOf = ({rows}: Frame): {readonly row: number; readonly number: number}[] =>
  rows.flatMap((text, row) => {
    const number = LIST_ROW.test(text) ? feedNumber(text) : undefined;
    return number === undefined ? [] : [{row, number}];
  });

/** Whether the feed numbers on a screen are consecutive, descending from row to row. */
export const isSeamless = (frame: Frame): boolean =>
  numbersOf(frame).every(({row, number}, at, all) => {
    const above = all[at - 1];
    return above === undefined || above.number - number === row - above.row;
  });

/** All feed numbers in frames. */
export const numbersIn = (frames: readonly Frame[]): ReadonlySet<number> =>
  new Set(frames.flatMap(frame => numbersOf(frame).map(({number}) => number)));

/** The number of entries in the status line. */
export const totalOf = ({rows}: Frame): number => {
  const [, digits = ''] = /([\d,]+) entries/.exec(rows.join('\n')) ?? [];
  return Number(digits.replaceAll(',', ''));
};
