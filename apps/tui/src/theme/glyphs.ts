import {asciiRow} from '../text/ascii.ts';

/** Characters that the console draws with. */
export interface Glyphs {
  readonly selection: string;
  readonly ellipsis: string;
  readonly rule: string;
  readonly dot: string;
  readonly brand: string;
  readonly online: string;
  readonly offline: string;
  readonly separator: string;
  /** Before a number that is not exact. */
  readonly about: string;
  readonly playing: string;
  readonly paused: string;
  readonly mask: string;
  readonly atLeast: string;
  readonly plusMinus: string;
  readonly times: string;
  readonly mark: string;
  readonly ascending: string;
  readonly descending: string;
  readonly branch: string;
  readonly lastBranch: string;
  readonly side: string;
  /** A cell of a bar that lies. */
  readonly bar: string;
  /** Heights of a bar, the lowest first. */
  readonly bars: string;
  /** Before a row that is pinned above the others, and before one with a bookmark. */
  readonly pinned: string;
  readonly bookmark: string;
  /** After a bar whose count still grows. */
  readonly open: string;
  readonly cornerTopLeft: string;
  readonly cornerTopRight: string;
  readonly cornerBottomLeft: string;
  readonly cornerBottomRight: string;
}

export const unicodeGlyphs: Glyphs = {
  selection: '▌',
  ellipsis: '…',
  rule: '─',
  dot: '·',
  brand: '◆',
  online: '●',
  offline: '○',
  separator: '·',
  about: '≈ ',
  playing: '▶',
  paused: '‖',
  mask: '•',
  atLeast: '≥',
  plusMinus: '±',
  times: '×',
  mark: '●',
  ascending: '↑',
  descending: '↓',
  branch: '├─',
  lastBranch: '└─',
  side: '│',
  bar: '▄',
  bars: '▁▂▃▄▅▆▇█',
  open: '┆',
  pinned: '↑',
  bookmark: '◆',
  cornerTopLeft: '╭',
  cornerTopRight: '╮',
  cornerBottomLeft: '╰',
  cornerBottomRight: '╯',
};

const asciiGlyphs: Glyphs = {
  selection: '>',
  ellipsis: '~',
  rule: '-',
  dot: '.',
  brand: '*',
  online: '+',
  offline: 'o',
  separator: '|',
  about: '~',
  playing: '>',
  paused: '=',
  mask: '*',
  atLeast: '>=',
  plusMinus: '+-',
  times: 'x',
  mark: '+',
  ascending: '^',
  descending: 'v',
  branch: '|-',
  lastBranch: '`-',
  side: '|',
  bar: '=',
  bars: '12345678',
  open: ':',
  pinned: '^',
  bookmark: '*',
  cornerTopLeft: '+',
  cornerTopRight: '+',
  cornerBottomLeft: '+',
  cornerBottomRight: '+',
};

/** Characters for a terminal. `finish` converts each finished row. */
export interface Charset {
  readonly glyphs: Glyphs;
  readonly finish: (row: string) => string;
}

export const charset = (ascii: boolean): Charset =>
  ascii ? {glyphs: asciiGlyphs, finish: asciiRow} : {glyphs: unicodeGlyphs, finish: row => row};
