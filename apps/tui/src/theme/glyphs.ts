import {asciiRow} from '../text/ascii.ts';

const table = {
  selection: ['▌', '>'],
  current: ['▸', '>'],
  ellipsis: ['…', '~'],
  rule: ['─', '-'],
  dot: ['·', '.'],
  brand: ['◆', '*'],
  online: ['●', '+'],
  offline: ['○', 'o'],
  separator: ['·', '|'],
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
  bar: ['▄', '='],
  bars: ['▁▂▃▄▅▆▇█', '12345678'],
  /** Follows the newest bar of the histogram, if its count may still grow. */
  open: ['┆', ':'],
  deploy: ['▲', '^'],
  found: ['•', '*'],
  pinned: ['↑', '^'],
  bookmark: ['◆', '*'],
  favourite: ['★', '*'],
  cornerTopLeft: ['╭', '+'],
  cornerTopRight: ['╮', '+'],
  cornerBottomLeft: ['╰', '+'],
  cornerBottomRight: ['╯', '+'],
} as const satisfies Readonly<Record<string, readonly [unicode: string, ascii: string]>>;

export type Glyphs = {readonly [Name in keyof typeof table]: string};

const glyphsOf = (at: 0 | 1): Glyphs =>
  Object.fromEntries(Object.entries(table).map(([name, glyph]) => [name, glyph[at]])) as Glyphs;

export const unicodeGlyphs = glyphsOf(0);

/** `finish` converts a complete row to characters that the terminal can show. */
export interface Charset {
  readonly glyphs: Glyphs;
  readonly finish: (row: string) => string;
}

export const charset = (ascii: boolean): Charset =>
  ascii ? {glyphs: glyphsOf(1), finish: asciiRow} : {glyphs: unicodeGlyphs, finish: row => row};
