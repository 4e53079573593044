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
  /** If the dialog is higher than the pane, other lines are removed first. */
  readonly foot?: readonly string[];
  readonly list?: DialogList;
}

type HeadAndFoot = Required<Pick<DialogText, 'head' | 'foot'>>;

/** The first `count` lines are items. Other lines may follow. */
export interface DialogList {
  readonly lines: readonly string[];
  /** Index of the item in the first line. */
  readonly top: number;
  readonly count: number;
  readonly selected: number | undefined;
}

export const moreText = ({top, count}: Pick<DialogList, 'top' | 'count'>, total: number): string => {
  const arrows = `${top > 0 ? '↑' : ''}${top + count < total ? '↓' : ''}`;
  return arrows === '' ? '' : ` (more ${arrows})`;
};

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

/** If there are too many lines, drops blank lines, then the end of `head`, then the end of `foot`. */
export const fitLines = (text: HeadAndFoot, rows: number): readonly string[] => {
  const whole = [...text.head, ...text.foot];
  return fittedIndexes(text, rows).map(index => whole[index] ?? '');
};

const fittedIndexes = ({head, foot}: HeadAndFoot, rows: number): readonly number[] => {
  const whole = [...head, ...foot];
  const all = [...whole.keys()];
  if (whole.length <= rows) return all;
  const written = all.filter(index => whole[index] !== '');
  const [inHead, inFoot] = [written.filter(at => at < head.length), written.filter(at => at >= head.length)];
  return [...inHead.slice(0, Math.max(0, rows - inFoot.length)), ...inFoot].slice(0, rows);
};

type Pane = Pick<Ui, 'columns' | 'rows'>;
type Cell = {readonly column: number; readonly row: number};

const boxPlace = (lines: number, {columns, rows}: Pane) => {
  const isPadded = rows > lines + 4;
  const height = Math.min(lines, dialogRows(rows)) + (isPadded ? 4 : 2);
  return {
    isPadded,
    left: Math.max(0, Math.floor((columns - dialogCells(columns) - 4) / 2)),
    top: Math.max(0, Math.floor((rows - height) / 3)),
  };
};

export const dialogCellAt = ({head, foot = []}: DialogText, {column, row}: Cell, size: Pane) => {
  const indexes = fittedIndexes({head, foot}, dialogRows(size.rows));
  const {isPadded, left, top} = boxPlace(indexes.length, size);
  const index = indexes[row - top - (isPadded ? 2 : 1)];
  const inLine = column - left - 2;
  if (index === undefined || inLine < 0 || inLine >= dialogCells(size.columns)) return undefined;
  return {line: [...head, ...foot][index] ?? '', index, column: inLine};
};

export const dialogItemAt = (text: DialogText, cell: Cell, size: Pane): number | undefined => {
  const {head, list} = text;
  const index = dialogCellAt(text, cell, size)?.index;
  if (index === undefined || list === undefined) return undefined;
  const line = index - (head.length - list.lines.length);
  return line >= 0 && line < list.count ? list.top + line : undefined;
};

const DialogBox = ({title, lines, danger}: {title: string; lines: readonly string[]; danger: boolean}) => {
  const {paint, glyphs, columns, rows, tag} = useUi();
  const cells = dialogCells(columns);
  const shown = lines.slice(0, dialogRows(rows));
  const role = danger ? 'status.error' : 'accent';
  const side = paint(role, glyphs.side);
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
  // A blank cell on both sides of the box hides the selection mark of the screen.
  const margin = ' '.repeat(Math.min(1, place.left));
  return (
    <Box position="absolute" marginLeft={place.left - margin.length} marginTop={place.top}>
      <Lines lines={frame.map(line => `${margin}${line}${margin}`)} />
    </Box>
  );
};
