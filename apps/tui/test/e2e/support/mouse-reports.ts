import type {Driver} from '../../support/console/driver.ts';

export const LEFT = 0;
export const WHEEL_UP = 64;
export const WHEEL_DOWN = 65;
const DRAG = 32;

interface Cell {
  readonly x: number;
  readonly y: number;
}

/** The terminal's report of a press or wheel step. Cells count from 0. */
export const report = (button: number, {x, y}: Cell, final = 'M'): string =>
  `\u001B[<${button};${x + 1};${y + 1}${final}`;

export const drag = (from: Cell, to: Cell): string =>
  report(LEFT, from) + report(LEFT + DRAG, to) + report(LEFT, to, 'm');

/** Clicks on the first cell of a text on the screen. */
export const click = (console: Driver, text: string): string => {
  const cell = console.find(text);
  return report(LEFT, cell) + report(LEFT, cell, 'm');
};
