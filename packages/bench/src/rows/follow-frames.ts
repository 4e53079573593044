import {feedNumber} from '../fixtures/feed-entry.ts';
import {SELECTION} from '../measure/log-list.ts';
import type {Frame} from '../measure/recording.ts';

/** A key, when it was pressed, and the row of the list that is selected when it has worked. */
export interface Pressed {
  readonly at: number;
  readonly row: number;
}

/** Row of the screen with the first entry of the list: header, tabs, two rules, status and heads are above. */
const FIRST_ROW = 6;
/** Behind margin, time, level and count: the detail pane has no row like this. */
const LIST_ROW = /^ [ ▌] .{14} {2}[A-Z]+ +\d+ {2}entry \d+ of the feed/;

const selectedRow = ({rows}: Frame): number => rows.findIndex(row => row.startsWith(` ${SELECTION}`)) - FIRST_ROW;

/**
 * Milliseconds from each key to the first frame that shows what it does: frames come for other reasons, too. Rows must
 * not come back within the keys that one frame may answer.
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

/** Numbers of the feed on a screen, top to bottom, with their rows. */
const numbersOf = ({rows}: Frame): {readonly row: number; readonly number: number}[] =>
  rows.flatMap((text, row) => {
    const number = LIST_ROW.test(text) ? feedNumber(text) : undefined;
    return number === undefined ? [] : [{row, number}];
  });

/** Whether the rows on screen are a piece of the feed: each number one less than the one above, none twice, none left out. */
export const isSeamless = (frame: Frame): boolean =>
  numbersOf(frame).every(({row, number}, at, all) => {
    const above = all[at - 1];
    return above === undefined || above.number - number === row - above.row;
  });

/** All numbers of the feed that some frame showed. */
export const numbersIn = (frames: readonly Frame[]): ReadonlySet<number> =>
  new Set(frames.flatMap(frame => numbersOf(frame).map(({number}) => number)));

/** The total that the console shows. */
export const totalOf = ({rows}: Frame): number => {
  const [, digits = ''] = /([\d,]+) entries/.exec(rows.join('\n')) ?? [];
  return Number(digits.replaceAll(',', ''));
};
