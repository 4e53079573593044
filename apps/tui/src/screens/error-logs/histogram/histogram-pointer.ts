import type {Pointed, PointerEvent} from '../../../core/pointer-event.ts';
import type {Env} from '../../../core/screen.ts';
import {barColumns, cellWidths, MARGIN_LEFT} from './cells.ts';
import {type HistogramAction, histogramCells, type WithHistogram} from './state.ts';

export const pointedInHistogram = (
  state: WithHistogram,
  {kind, column, from}: PointerEvent,
  {now, size: {columns}}: Env,
): Pointed<HistogramAction> | undefined => {
  const cells = histogramCells(state, {now, columns}).slice(-barColumns(columns));
  let end = MARGIN_LEFT;
  const ends = cellWidths(cells.length, columns).map(width => (end += width));
  const start = ends.findIndex(each => from.column < each);
  if (from.column < MARGIN_LEFT || start === -1) return undefined;
  if (kind === 'double') return 'enter';
  const at = ends.findIndex(each => column < each);
  const last = at === -1 ? cells.length - 1 : at;
  const [older, newer] = [cells[Math.min(start, last)], cells[Math.max(start, last)]];
  if (older === undefined || newer === undefined) return undefined;
  return {action: {kind: 'histogram.select', span: {from: older.from, to: newer.to}}};
};
