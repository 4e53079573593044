import {Box} from 'ink';
import type {FC} from 'react';
import {cellWidth, truncate} from '../text/width.ts';
import {tagText} from '../theme/theme.ts';
import {type Ui, useTimed, useUi} from './context.ts';
import {Lines} from './Lines.tsx';

const WIDEST = 84;

export const dialogCells = (columns: number): number => Math.min(WIDEST, columns - 2) - 4;

export const dialogRows = (rows: number): number => Math.max(1, rows - 2);

export interface DialogText {
  readonly title: string;
  readonly head: readonly string[];
  /** Buttons, problems and hints. If the dialog is higher than the pane, they are removed last. */
  readonly foot?: readonly string[];
}

export const dialogView = <S,>(
  textOf: (state: S, ui: Ui, now: number) => DialogText,
  {danger = false}: {danger?: boolean} = {},
): FC<{state: S}> =>
  function DialogView({state}) {
    const ui = useUi();
    const text = useTimed(now => {
      const {title, head, foot = []} = textOf(state, ui, now);
      return [title, ...fitLines({head, foot}, dialogRows(ui.rows))].join('\n');
    });
    const [title = '', ...lines] = text.split('\n');
    return <DialogBox title={title} lines={lines} danger={danger} />;
  };

/** Shortens a text to `rows` lines. First removes blank lines, then the end of `head`, then the end of `foot`. */
export const fitLines = (
  {head, foot}: {head: readonly string[]; foot: readonly string[]},
  rows: number,
): readonly string[] => {
  const whole = [...head, ...foot];
  if (whole.length <= rows) return whole;
  const [textLines, footLines] = [head, foot].map(lines => lines.filter(line => line !== '')) as [string[], string[]];
  return [...textLines.slice(0, Math.max(0, rows - footLines.length)), ...footLines].slice(0, rows);
};

type Pane = Pick<Ui, 'columns' | 'rows'>;

/**
 * Returns the top left cell of the box around `lines` lines, and whether the box has blank lines above and below them.
 */
const boxPlace = (lines: number, {columns, rows}: Pane) => {
  const isPadded = rows > lines + 4;
  const height = Math.min(lines, dialogRows(rows)) + (isPadded ? 4 : 2);
  return {
    isPadded,
    left: Math.max(0, Math.floor((columns - dialogCells(columns) - 4) / 2)),
    top: Math.max(0, Math.floor((rows - height) / 3)),
  };
};

/**
 * Returns the line of a dialog that is under a cell of the pane, and the column in that line. Undefined if the cell is
 * outside of the text.
 */
export const dialogCellAt = (
  {head, foot = []}: Pick<DialogText, 'head' | 'foot'>,
  {column, row}: {readonly column: number; readonly row: number},
  size: Pane,
): {readonly line: string; readonly column: number} | undefined => {
  const lines = fitLines({head, foot}, dialogRows(size.rows));
  const {isPadded, left, top} = boxPlace(lines.length, size);
  const line = lines[row - top - (isPadded ? 2 : 1)];
  return line === undefined ? undefined : {line, column: column - left - 2};
};

interface DialogBoxProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly danger: boolean;
}

const DialogBox = ({title, lines, danger}: DialogBoxProps) => {
  const {paint, glyphs, columns, rows, tag} = useUi();
  const cells = dialogCells(columns);
  const shown = lines.slice(0, dialogRows(rows));
  const role = danger ? 'status.error' : 'accent';
  const side = paint(role, glyphs.side);
  // The label of the gateway is at the right end of the top line.
  const label = tag === undefined ? '' : tagText(tag, paint);
  const head = truncate(` ${title} `, cells - cellWidth(label));
  const rest = glyphs.rule.repeat(Math.max(0, cells - cellWidth(head) - cellWidth(label)));
  const top =
    paint(role, `${glyphs.cornerTopLeft}${glyphs.rule}`) +
    paint('title', head) +
    `${paint(role, rest)}${label}${paint(role, `${glyphs.rule}${glyphs.cornerTopRight}`)}`;
  const bottom = paint(role, `${glyphs.cornerBottomLeft}${glyphs.rule.repeat(cells + 2)}${glyphs.cornerBottomRight}`);
  const blank = `${side}${' '.repeat(cells + 2)}${side}`;
  const body = shown.map(line => `${side} ${line}${' '.repeat(Math.max(0, cells - cellWidth(line)))} ${side}`);
  const place = boxPlace(lines.length, {columns, rows});
  const frame = place.isPadded ? [top, blank, ...body, blank, bottom] : [top, ...body, bottom];
  return (
    <Box position="absolute" marginLeft={place.left} marginTop={place.top}>
      <Lines lines={frame} />
    </Box>
  );
};
