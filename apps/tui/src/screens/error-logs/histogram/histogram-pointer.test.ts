import {expect, test} from 'vitest';
import type {PointerEvent} from '../../../core/pointer-event.ts';
import {anyLog} from '../../../logs/filter.ts';
import {barColumns, cellWidths, MARGIN_LEFT} from './cells.ts';
import {pointedInHistogram} from './histogram-commands.ts';
import {histogramCells, initialHistogram} from './state.ts';

const now = 1_768_046_400_000;
const state = {data: {histogram: initialHistogram, filter: {...anyLog, range: {from: now / 1000 - 3599}}}};

const drag = (from: number, to: number, {columns = 120, kind = 'drag' as PointerEvent['kind']} = {}) =>
  pointedInHistogram(
    state,
    {kind, column: to, row: 1, from: {column: from, row: 1}},
    {
      ...{now, size: {columns, rows: 31}, connection: undefined},
    },
  );

const spanOf = (first: number, last: number, columns = 120) => {
  const cells = histogramCells(state, {now, columns});
  const [from, to] = [cells[first]?.from, cells[last]?.to];
  expect([typeof from, typeof to]).toEqual(['number', 'number']);
  return {action: {kind: 'histogram.select', span: {from, to}}};
};

test.each([220, 120, 80, 60])(
  'a press on any column of a histogram bar selects the time range of the bar, at %d columns',
  columns => {
    const widths = cellWidths(histogramCells(state, {now, columns}).length, columns);
    const cells = widths.flatMap((width, cell) => Array.from({length: width}, () => cell));
    expect(cells.length).toBeLessThanOrEqual(barColumns(columns));
    for (const [at, cell] of cells.entries()) {
      const column = MARGIN_LEFT + at;
      expect(drag(column, column, {columns, kind: 'press'}), `${column}`).toEqual(spanOf(cell, cell, columns));
    }
  },
);

test('a drag selects the histogram bars from its start to its end, in either direction and beyond the edges', () => {
  const widths = cellWidths(histogramCells(state, {now, columns: 120}).length, 120);
  const last = widths.length - 1;
  const begin = (cell: number) => widths.slice(0, cell).reduce((sum, width) => sum + width, MARGIN_LEFT);
  expect(drag(begin(3), begin(9))).toEqual(spanOf(3, 9));
  expect(drag(begin(9), begin(3))).toEqual(spanOf(3, 9));
  expect(drag(begin(9), -5)).toEqual(spanOf(0, 9));
  expect(drag(begin(9), 500)).toEqual(spanOf(9, last));
});

test('a press beside the bars selects nothing, and a second press on a bar does what Enter does', () => {
  expect([drag(0, 0), drag(0, 20), drag(119, 20)]).toEqual([undefined, undefined, undefined]);
  expect(drag(5, 5, {kind: 'double'})).toBe('enter');
  expect(drag(0, 0, {kind: 'double'})).toBeUndefined();
});
