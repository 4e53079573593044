import {expect} from 'vitest';
import type {Driver} from '../../support/console/driver.ts';
import {similar} from '../../support/similar.ts';

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

export const SIZES: readonly Size[] = sizes('80x24', '120x36', '40x12', '200x50');

/** The screen row, counted from 0. */
export const statusRow = (rows: number): number => (rows < 20 ? 2 : 3);
const WIDEST_DIALOG = 84;

export const lineAt = (console: Driver, y: number): string => console.screen()[y] ?? '';

/** Patterns of header, tabs and footer. A message covers the footer for 5 s. */
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

/** Waits until {@link checkFrame} passes, such as after a message that covers the footer. */
export const waitForFrame = async (console: Driver): Promise<void> => {
  await console.see(({screen}) => FRAME.every(([row, expected]) => expected.test(screen().at(row) ?? '')));
  checkFrame(console);
};

/**
 * Returns the lines without blank ones. Expects the border of the dialog to be complete, with blank cells on both sides.
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

/** The lines are joined by single spaces. */
export const dialogText = (console: Driver, size: Size): string =>
  dialog(console, size).join(' ').replaceAll(/\s+/g, ' ');

/** The message is near the bottom of the screen, and may be wrapped. */
export const flashed = (console: Driver, message: string) =>
  console.see(({screen}) => screen().slice(-4).join(' ').replaceAll(/\s+/g, ' ').includes(message));

export const run = (console: Driver, line: string) =>
  console.press('global.command-line').see('─ Command').type(line).press('dialog.run').gone('─ Command');

/** Leaves out the cells that change with time: the age of the data, and the histogram of the logs, which ends now. */
export const stillCells = (console: Driver, {rows}: Size): string => {
  const at = statusRow(rows);
  const titles = console.screen().findIndex(row => /level .*message/.test(row));
  // The list keeps the pages that were read, so the numbers of rows and matches read may differ after going back.
  const status = lineAt(console, at)
    .replace(/(?:just now|\d\S* ago).*$/, '')
    .replace(/ [\d,/]+(?: found)? of [\d,]+ read/, ' read');
  const cells = console.frame().map(row => row.map(({chars, fg, bold, inverse}) => `${chars}${fg}${bold}${inverse}`));
  return JSON.stringify([cells.toSpliced(at, Math.max(1, titles - at)), status.replaceAll(/\s+/g, ' ')]);
};
