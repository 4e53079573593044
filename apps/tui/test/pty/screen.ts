import headless, {type IBufferCell, type Terminal} from '@xterm/headless';
import {modernWidths} from './unicode.ts';

/** `default`, a palette index 0–255, or `#rrggbb`. */
export type Color = 'default' | number | `#${string}`;

/** One cell of a terminal. The cell behind a wide character has width 0 and no characters. */
export type Cell = {
  chars: string;
  width: number;
  fg: Color;
  bg: Color;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  inverse: boolean;
  strikethrough: boolean;
  invisible: boolean;
};

export const createTerminal = (cols: number, rows: number): Terminal => {
  const terminal = new headless.Terminal({cols, rows, allowProposedApi: true, scrollback: 10_000});
  terminal.unicode.register(modernWidths);
  terminal.unicode.activeVersion = modernWidths.version;
  return terminal;
};

const hex = (rgb: number): Color => `#${rgb.toString(16).padStart(6, '0')}`;

const toCell = (cell: IBufferCell): Cell => ({
  chars: cell.getChars(),
  width: cell.getWidth(),
  fg: cell.isFgRGB() ? hex(cell.getFgColor()) : cell.isFgPalette() ? cell.getFgColor() : 'default',
  bg: cell.isBgRGB() ? hex(cell.getBgColor()) : cell.isBgPalette() ? cell.getBgColor() : 'default',
  bold: cell.isBold() !== 0,
  dim: cell.isDim() !== 0,
  italic: cell.isItalic() !== 0,
  underline: cell.isUnderline() !== 0,
  inverse: cell.isInverse() !== 0,
  strikethrough: cell.isStrikethrough() !== 0,
  invisible: cell.isInvisible() !== 0,
});

/** The cells of one visible row, from the top. */
export const cellsOf = (terminal: Terminal, y: number): Cell[] => {
  const {active} = terminal.buffer;
  const line = active.getLine(active.viewportY + y);
  return Array.from({length: terminal.cols}, (_, x) => line?.getCell(x)).flatMap(cell => (cell ? [toCell(cell)] : []));
};

/** The visible rows as text, without trailing spaces. */
export const rowsOf = (terminal: Terminal): string[] => {
  const {active} = terminal.buffer;
  return Array.from(
    {length: terminal.rows},
    (_, y) =>
      active
        .getLine(active.viewportY + y)
        ?.translateToString()
        .trimEnd() ?? '',
  );
};

/** Everything the primary screen holds, scrollback included, without the empty rows at its end. */
export const scrollbackOf = (terminal: Terminal): string[] => {
  const {normal} = terminal.buffer;
  const rows = Array.from({length: normal.length}, (_, y) => normal.getLine(y)?.translateToString().trimEnd() ?? '');
  return rows.slice(0, rows.findLastIndex(row => row !== '') + 1);
};
