import type {Cell, Color} from '../test/pty/screen.ts';

export const BACKGROUND = '#15181e';
export const FOREGROUND = '#d5dae3';

const BASE = [
  ['#2a2f3a', '#f2777a', '#8fca7c', '#e8c06a', '#6cb0f2', '#c794ea', '#5fc9c9', '#c5cbd6'],
  ['#6b7484', '#ff9a9a', '#acdf9a', '#ffd98a', '#93c8ff', '#dcb4f7', '#8ae3e3', '#f4f6fa'],
].flat();

const byte = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
const rgb = (red: number, green: number, blue: number): string => `#${byte(red)}${byte(green)}${byte(blue)}`;

const paletteColor = (index: number): string => {
  if (index < 16) return BASE[index] ?? FOREGROUND;
  if (index >= 232) return rgb(...([0, 0, 0].map(() => 8 + (index - 232) * 10) as [number, number, number]));
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
};

const resolve = (color: Color, fallback: string): string => {
  if (color === 'default') return fallback;
  return typeof color === 'number' ? paletteColor(color) : color;
};

/** A colour between two, at a share of the first. */
const mix = (first: string, second: string, share: number): string => {
  const channel = (at: number) =>
    Number.parseInt(first.slice(at, at + 2), 16) * share + Number.parseInt(second.slice(at, at + 2), 16) * (1 - share);
  return rgb(channel(1), channel(3), channel(5));
};

/** The two colours a cell is painted with, once inverse and dim are worked in. */
export const inkOf = (cell: Cell): {ink: string; paper: string} => {
  const fg = resolve(cell.fg, FOREGROUND);
  const bg = resolve(cell.bg, BACKGROUND);
  const [front, paper] = cell.inverse ? [bg, fg] : [fg, bg];
  return {ink: cell.dim ? mix(front, paper, 0.58) : front, paper};
};
