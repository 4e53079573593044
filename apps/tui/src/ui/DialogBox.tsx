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
  /** Buttons, problems and hints. Removed last if the dialog is higher than the pane. */
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

/** Shortens a text to `rows` lines: removes first blank lines, then the end of `head`, then the end of `foot`. */
export const fitLines = (
  {head, foot}: {head: readonly string[]; foot: readonly string[]},
  rows: number,
): readonly string[] => {
  const whole = [...head, ...foot];
  if (whole.length <= rows) return whole;
  const [textLines, footLines] = [head, foot].map(lines => lines.filter(line => line !== '')) as [string[], string[]];
  return [...textLines.slice(0, Math.max(0, rows - footLines.length)), ...footLines].slice(0, rows);
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
  // The gateway's label is at the right end of the top line.
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
  const frame = rows > lines.length + 4 ? [top, blank, ...body, blank, bottom] : [top, ...body, bottom];
  return (
    <Box
      position="absolute"
      marginLeft={Math.max(0, Math.floor((columns - cells - 4) / 2))}
      marginTop={Math.max(0, Math.floor((rows - frame.length) / 3))}
    >
      <Lines lines={frame} />
    </Box>
  );
};
