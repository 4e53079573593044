import {sanitise} from '../text/sanitise.ts';
import {cellWidth} from '../text/width.ts';
import {charset} from '../theme/glyphs.ts';
import {plainPaint} from '../theme/theme.ts';
import {type Column, headText, placeColumns, rowText, type TableContext} from '../ui/table.ts';
import {type RowsOptions, type RowWriter, SEPARATOR} from './row-writer.ts';
import type {Sink} from './sink.ts';
import {fieldText, type TableColumns, type View} from './view.ts';

/** Number of rows that determine the column widths with `--fields`. Later rows are cut to these widths. */
const MEASURED_ROWS = 200;
const MAX_CELLS = 60;

export const tableWriter = <T, D>(
  view: View<T, D>,
  {columns: own, data}: TableColumns<T, D>,
  {sink, ...options}: RowsOptions & {readonly sink: Sink},
): RowWriter<T> => {
  const {glyphs} = charset(!options.isUnicode);
  const context: TableContext<D> = {now: options.now, glyphs, data, paint: plainPaint};
  const held: T[] = [];
  /** Indices of the rows before which rows were skipped. */
  const gaps = new Set<number>();
  let write: ((row: T) => Promise<void>) | undefined;
  const start = async (): Promise<void> => {
    const columns =
      options.fields === undefined
        ? own.filter(({given}) => given === undefined || held.some(row => given(row, data)))
        : measured(view, options.fields, held);
    const placed = placeColumns(columns, sink.width, context);
    write = row => sink.write(`${rowText(placed, row, context).trimEnd()}\n`);
    await sink.write(`${headText(placed, context).trimEnd()}\n`);
    for (const [at, row] of held.splice(0).entries()) {
      if (gaps.has(at)) await sink.write(SEPARATOR);
      await write(row);
    }
  };
  return {
    async row(row) {
      if (write) return write(row);
      held.push(row);
      if (options.fields === undefined || held.length >= MEASURED_ROWS) await start();
    },
    async separate() {
      if (write) await sink.write(SEPARATOR);
      else gaps.add(held.length);
    },
    async end() {
      if (!write) await start();
    },
  };
};

/** The last column gets the remaining width. */
const measured = <T, D>(view: View<T, D>, names: readonly string[], rows: readonly T[]): readonly Column<T, D>[] =>
  names.map((name, at) => {
    const text = (row: T): string => sanitise(fieldText(view, name, row));
    const cells = Math.min(MAX_CELLS, Math.max(cellWidth(name), ...rows.map(row => cellWidth(text(row)))));
    return {id: name, cells, grow: at === names.length - 1, priority: at, text};
  });
