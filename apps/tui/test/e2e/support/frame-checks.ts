import {expect} from 'vitest';
import {similar} from '../../support/similar.ts';
import type {Driver} from './driver.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** Returns {@link similar} terminal sizes. */
export const sizes = (...all: readonly `${number}x${number}`[]): readonly Size[] =>
  similar(all).map(size => {
    const [cols = 0, rows = 0] = size.split('x').map(Number);
    return {cols, rows};
  });

/** Terminal sizes of the screen tests. */
export const SIZES: readonly Size[] = sizes('80x24', '120x36', '40x12', '200x50');

/** Returns the screen row of the status line. */
export const statusRow = (rows: number): number => (rows < 20 ? 2 : 3);
const WIDEST_DIALOG = 84;

export const lineAt = (console: Driver, y: number): string => console.screen()[y] ?? '';

/** The header, the tabs and the footer, by their row; a message covers the footer for 5 s. */
const FRAME = [
  [0, /^ ◆ (?:127\.0\.0\.1|t\d+) .* {3}no TLS$/],
  [1, /^ 1.* 4/],
  [-1, / (?:q|\^C) quit$/],
] as const;

/** Expects the header, the tabs and the footer in their rows, and no garbled characters. */
export const checkFrame = (console: Driver): void => {
  const lines = console.screen();
  for (const [row, expected] of FRAME) expect(lines.at(row)).toMatch(expected);
  expect(console.text()).not.toMatch(/\uFFFD/);
};

/** Waits until {@link checkFrame} holds, such as after the message of a change of profile. */
export const waitForFrame = async (console: Driver): Promise<void> => {
  await console.see(({screen}) => FRAME.every(([row, expected]) => expected.test(screen().at(row) ?? '')));
  checkFrame(console);
};

/**
 * Returns the lines of the dialog without blank lines. Expects the border of the dialog to be complete, with blank cells
 * on both sides.
 */
export const dialog = (console: Driver, {cols}: Size): readonly string[] => {
  const [left, top, bottom] = [console.find('╭─').x, console.find('╭─').y, console.find('╰─').y];
  const right = left + Math.min(WIDEST_DIALOG, cols - 2) - 1;
  const frame = console.frame();
  const charsAt = (y: number) => [left - 1, left, right, right + 1].map(x => frame[y]?.[x]?.chars || ' ').join('');
  expect([charsAt(top), charsAt(bottom)]).toEqual([' ╭╮ ', ' ╰╯ ']);
  const inside = frame.slice(top + 1, bottom);
  expect(inside.map((_, at) => charsAt(top + 1 + at))).toEqual(inside.map(() => ' ││ '));
  const lines = inside.map(row => row.slice(left + 1, right).map(({chars}) => chars || ' '));
  return lines.map(line => line.join('').trim()).filter(line => line !== '');
};

/** Returns the text of the dialog, with single spaces. */
export const dialogText = (console: Driver, size: Size): string =>
  dialog(console, size).join(' ').replaceAll(/\s+/g, ' ');

/** Waits for a message near the bottom of the screen, which may be wrapped. */
export const flashed = (console: Driver, message: string) =>
  console.see(({screen}) => screen().slice(-4).join(' ').replaceAll(/\s+/g, ' ').includes(message));

export const run = (console: Driver, line: string) =>
  console.press('global.command-line').see('─ Command').type(line).press('dialog.run').gone('─ Command');

/**
 * Returns all cells except those that change with time: the age of the data, and the histogram of the logs, which ends
 * now.
 */
export const stillCells = (console: Driver, {rows}: Size): string => {
  const at = statusRow(rows);
  const titles = console.screen().findIndex(row => /level .*message/.test(row));
  // Going back keeps pages that were read since, so the numbers of rows and matches read may differ.
  const status = lineAt(console, at)
    .replace(/(?:just now|\d\S* ago).*$/, '')
    .replace(/ [\d,/]+(?: found)? of [\d,]+ read/, ' read');
  const cells = console.frame().map(row => row.map(({chars, fg, bold, inverse}) => `${chars}${fg}${bold}${inverse}`));
  return JSON.stringify([cells.toSpliced(at, Math.max(1, titles - at)), status.replaceAll(/\s+/g, ' ')]);
};
