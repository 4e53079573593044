import {Box} from 'ink';
import {plainPaint} from '../theme/theme.ts';
import {type Column, headText, placeColumns, rowText} from './columns.ts';
import {useUi} from './context.ts';
import {Line, Lines} from './Lines.tsx';

export interface TableProps<T> {
  readonly columns: readonly Column<T>[];
  readonly count: number;
  /** First row in view and rows in view. */
  readonly top: number;
  readonly height: number;
  readonly selected: number;
  readonly rowAt: (index: number) => T | undefined;
  /** Said in place of rows when there are none. */
  readonly empty: readonly string[];
}

const MARGIN = 3;

/** A table of any length: only the rows in view are made. A row that is not there yet shows a dot. */
export const Table = <T,>({columns, count, top, height, selected, rowAt, empty}: TableProps<T>) => {
  const ui = useUi();
  const {paint, glyphs} = ui;
  const placed = placeColumns(columns, ui.columns - MARGIN - 1);
  const line = (index: number): string => {
    const row = rowAt(index);
    // The selected row is reversed as a whole; colours inside it would tear it apart.
    const look = index === selected ? {paint: plainPaint, glyphs} : ui;
    const text = row === undefined ? glyphs.dot : rowText(placed, row, look);
    if (index !== selected) return `${' '.repeat(MARGIN)}${text}`;
    return ` ${paint('accent', glyphs.selection)}${paint('selection', ` ${text}`)}`;
  };
  const shown = Math.max(0, Math.min(height, count - top));
  const lines = count === 0 ? empty : Array.from({length: shown}, (_, at) => line(top + at));
  return (
    <Box flexDirection="column">
      <Line text={paint('muted', `${' '.repeat(MARGIN)}${headText(placed)}`)} />
      <Lines lines={lines} height={height} />
    </Box>
  );
};
