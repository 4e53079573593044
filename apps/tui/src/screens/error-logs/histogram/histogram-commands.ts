import {type Command, inGroup} from '../../../commands/command.ts';
import type {Pointed, PointerEvent} from '../../../core/pointer-event.ts';
import type {Env} from '../../../core/screen.ts';
import type {LogsState} from '../log-state.ts';
import {barColumns, cellWidths, MARGIN_LEFT, type SpanChange} from './cells.ts';
import {type HistogramAction, histogramCells, type WithHistogram} from './state.ts';

/** The names begin with `filter` because these actions change the time range of the filter. */
export type ZoomAction = {readonly kind: 'filter.zoom-in' | 'filter.zoom-out'};

type Action = HistogramAction | ZoomAction;

const hasSpan = ({list, data: {histogram}}: LogsState): boolean => histogram.span !== undefined && !list.open;

const hidden = ({list, data: {histogram}}: LogsState): string | undefined => {
  if (list.open) return '{error-logs.close} goes back to the list, where the histogram is';
  return histogram.shown ? undefined : '{error-logs.histogram} shows the histogram';
};

const notZoomed = ({data: {histogram}}: LogsState): string | undefined =>
  histogram.outer.length === 0 ? 'nothing was zoomed in' : undefined;

const noSpan = (state: LogsState): string | undefined =>
  hidden(state) ?? (hasSpan(state) ? undefined : '{error-logs.span-older} selects a span of time first');

const change = (kind: SpanChange['kind'], by: 1 | -1): Action => ({kind: 'histogram.span', change: {kind, by}});

const histogram = inGroup<LogsState, Action>('Histogram');
const onSelectedSpan = inGroup<LogsState, Action>('Histogram', {when: hasSpan});
const onHistogram = inGroup<LogsState, Action>('Histogram', {disabledReason: hidden});
const onSpan = inGroup<LogsState, Action>('Histogram', {disabledReason: noSpan});

export const histogramCommands: readonly Command<LogsState, Action>[] = [
  onSelectedSpan({
    id: 'span-show',
    title: 'Zoom in to the selected span',
    keys: ['enter'],
    footer: 'show the span',
    action: {kind: 'filter.zoom-in'},
  }),
  onSelectedSpan({id: 'span-clear', title: 'Select no span of time', keys: ['esc'], action: {kind: 'histogram.clear'}}),
  onHistogram({id: 'span-older', title: 'Select a span, or an older one', keys: ['{'], action: change('move', -1)}),
  onHistogram({id: 'span-newer', title: 'Select a span, or a newer one', keys: ['}'], action: change('move', 1)}),
  onHistogram({
    id: 'span-spike',
    title: 'Select the span with the most entries',
    keys: ['*'],
    action: {kind: 'histogram.spike'},
  }),
  onSpan({id: 'span-longer', title: 'Make the span longer', keys: [')'], action: change('resize', 1)}),
  onSpan({id: 'span-shorter', title: 'Make the span shorter', keys: ['('], action: change('resize', -1)}),
  histogram({
    id: 'zoom-out',
    title: 'Zoom out to the range before',
    keys: ['Z'],
    footerOf: state => (notZoomed(state) === undefined ? 'zoom out' : undefined),
    action: {kind: 'filter.zoom-out'},
    disabledReason: notZoomed,
  }),
  onHistogram({
    id: 'histogram-scale',
    title: 'Linear or logarithmic scale',
    keys: ['H'],
    action: {kind: 'histogram.scale'},
  }),
  onHistogram({
    id: 'histogram-pattern',
    title: 'Histogram of one pattern, or of all',
    keys: ['D'],
    action: {kind: 'histogram.pattern'},
  }),
  histogram({
    id: 'histogram',
    title: 'Show or hide entries over time',
    keys: ['S'],
    action: {kind: 'histogram.toggle'},
  }),
];

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
