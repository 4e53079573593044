import {asciiRow} from '../text/ascii.ts';

/** Characters of the console, in Unicode and in ASCII. */
const table = {
  selection: ['▌', '>'],
  ellipsis: ['…', '~'],
  rule: ['─', '-'],
  dot: ['·', '.'],
  brand: ['◆', '*'],
  online: ['●', '+'],
  offline: ['○', 'o'],
  separator: ['·', '|'],
  /** Drawn before a number that is not exact. */
  about: ['≈ ', '~'],
  playing: ['▶', '>'],
  paused: ['‖', '='],
  mask: ['•', '*'],
  atLeast: ['≥', '>='],
  plusMinus: ['±', '+-'],
  times: ['×', 'x'],
  mark: ['●', '+'],
  ascending: ['↑', '^'],
  descending: ['↓', 'v'],
  branch: ['├─', '|-'],
  lastBranch: ['└─', '`-'],
  side: ['│', '|'],
  /** A cell of a horizontal bar. */
  bar: ['▄', '='],
  /** Heights of a bar, the lowest first. */
  bars: ['▁▂▃▄▅▆▇█', '12345678'],
  /** Drawn after a bar whose count may still grow. */
  open: ['┆', ':'],
  /** Drawn before a row that is pinned above the others, and before one with a bookmark. */
  pinned: ['↑', '^'],
  bookmark: ['◆', '*'],
  cornerTopLeft: ['╭', '+'],
  cornerTopRight: ['╮', '+'],
  cornerBottomLeft: ['╰', '+'],
  cornerBottomRight: ['╯', '+'],
} as const satisfies Readonly<Record<string, readonly [unicode: string, ascii: string]>>;

export type Glyphs = {readonly [Name in keyof typeof table]: string};

const glyphsOf = (at: 0 | 1): Glyphs =>
  Object.fromEntries(Object.entries(table).map(([name, glyph]) => [name, glyph[at]])) as Glyphs;

export const unicodeGlyphs = glyphsOf(0);

/** `finish` converts each finished row to the characters of the terminal. */
export interface Charset {
  readonly glyphs: Glyphs;
  readonly finish: (row: string) => string;
}

export const charset = (ascii: boolean): Charset =>
  ascii ? {glyphs: glyphsOf(1), finish: asciiRow} : {glyphs: unicodeGlyphs, finish: row => row};
