import headless, {type IBufferCell, type Terminal} from '@xterm/headless';
import {modernWidths} from './unicode.ts';

/** `default`, an index 0–255 in the palette, or `#rrggbb`. */
export type Color = 'default' | number | `#${string}`;

/** A wide character has two cells. The second cell has width 0 and no characters. */
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

export type Modes = {
  alternateScreen: boolean;
  cursorHidden: boolean;
  bracketedPaste: boolean;
  mouse: boolean;
  focusReports: boolean;
  synchronised: boolean;
};

export const createTerminal = (cols: number, rows: number): Terminal => {
  const terminal = new headless.Terminal({
    cols,
    rows,
    allowProposedApi: true,
    scrollback: 10_000,
    windowOptions: {pushTitle: true, popTitle: true},
  });
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

/** The top row is 0. */
export const cellOf = (terminal: Terminal, x: number, y: number): Cell | undefined => {
  const {active} = terminal.buffer;
  const cell = x < terminal.cols ? active.getLine(active.viewportY + y)?.getCell(x) : undefined;
  return cell && toCell(cell);
};

export const cellsOf = (terminal: Terminal, y: number): Cell[] =>
  Array.from({length: terminal.cols}, (_, x) => cellOf(terminal, x, y)).filter(cell => cell !== undefined);

/** Visible rows without trailing spaces. After a resize, lines can be longer than the screen is wide. */
export const rowsOf = (terminal: Terminal): string[] => {
  const {active} = terminal.buffer;
  return Array.from(
    {length: terminal.rows},
    (_, y) =>
      active
        .getLine(active.viewportY + y)
        ?.translateToString(false, 0, terminal.cols)
        .trimEnd() ?? '',
  );
};

/** Leaves out empty rows at the end. */
export const scrollbackOf = (terminal: Terminal): string[] => {
  const {normal} = terminal.buffer;
  const rows = Array.from({length: normal.length}, (_, y) => normal.getLine(y)?.translateToString().trimEnd() ?? '');
  return rows.slice(0, rows.findLastIndex(row => row !== '') + 1);
};

/** xterm has no getters for cursor visibility and title, so these are read from the output. */
export const trackModes = (terminal: Terminal): {modes(): Modes; title(): string} => {
  let cursorHidden = false;
  let title = '';
  const setCursor = (hidden: boolean) => (params: (number | number[])[]) => {
    if (params.includes(25)) cursorHidden = hidden;
    return false;
  };
  terminal.parser.registerCsiHandler({prefix: '?', final: 'h'}, setCursor(false));
  terminal.parser.registerCsiHandler({prefix: '?', final: 'l'}, setCursor(true));
  terminal.onTitleChange(text => {
    title = text;
  });
  return {
    title: () => title,
    modes: () => ({
      alternateScreen: terminal.buffer.active.type === 'alternate',
      cursorHidden,
      bracketedPaste: terminal.modes.bracketedPasteMode,
      mouse: terminal.modes.mouseTrackingMode !== 'none',
      focusReports: terminal.modes.sendFocusMode,
      synchronised: terminal.modes.synchronizedOutputMode,
    }),
  };
};

const UPDATE_BEGIN = '\u001B[?2026h';
const UPDATE_END = '\u001B[?2026l';

/**
 * If a synchronised update has no end yet, returns the length of the text before it. Otherwise, returns the whole length.
 */
const wholeLength = (text: string): number => {
  const begin = text.lastIndexOf(UPDATE_BEGIN);
  if (begin > text.lastIndexOf(UPDATE_END)) return begin;
  for (let cut = Math.min(UPDATE_BEGIN.length - 1, text.length); cut > 0; cut--) {
    if (UPDATE_BEGIN.startsWith(text.slice(-cut))) return text.length - cut;
  }
  return text.length;
};

/** xterm would apply a synchronised update in pieces, so output is buffered until the update is complete. */
export const bufferUpdates = (write: (text: string) => void): {push(data: string): void; flush(): void} => {
  let held = '';
  const pass = (length: number) => {
    if (length > 0) write(held.slice(0, length));
    held = held.slice(length);
  };
  return {
    push: data => {
      held += data;
      pass(wholeLength(held));
    },
    flush: () => pass(held.length),
  };
};
