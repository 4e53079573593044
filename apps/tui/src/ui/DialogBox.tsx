import {Box} from 'ink';
import {cellWidth, truncate} from '../text/width.ts';
import {useUi} from './context.ts';
import {Lines} from './Lines.tsx';

const WIDEST = 84;

/** Cells for the text of a dialog in a pane of a width. */
export const dialogCells = (columns: number): number => Math.min(WIDEST, columns - 2) - 4;

/** Rows for the text of a dialog in a pane of a height. */
export const dialogRows = (rows: number): number => Math.max(1, rows - 2);

/** A framed box over the pane. Lines are cut to its width, and those that do not fit in height are left out at the end. */
export const DialogBox = ({
  title,
  lines,
  danger = false,
}: {
  title: string;
  lines: readonly string[];
  danger?: boolean;
}) => {
  const {paint, glyphs, columns, rows} = useUi();
  const cells = dialogCells(columns);
  const shown = lines.slice(0, dialogRows(rows));
  const token = danger ? 'status.error' : 'accent';
  const side = paint(token, glyphs.side);
  const head = truncate(` ${title} `, cells);
  const top =
    paint(token, `${glyphs.cornerTopLeft}${glyphs.rule}`) +
    paint('title', head) +
    paint(token, `${glyphs.rule.repeat(Math.max(0, cells + 1 - cellWidth(head)))}${glyphs.cornerTopRight}`);
  const bottom = paint(token, `${glyphs.cornerBottomLeft}${glyphs.rule.repeat(cells + 2)}${glyphs.cornerBottomRight}`);
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
