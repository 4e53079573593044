import {type Command, inGroup} from '../../../commands/command.ts';
import type {LogsState} from '../log-state.ts';
import type {SpanChange} from './cells.ts';
import type {HistogramAction} from './state.ts';

/** Zooming changes the range of the filter. */
export type ZoomAction = {readonly kind: 'filter.zoom-in' | 'filter.zoom-out'};

type Action = HistogramAction | ZoomAction;
type HistogramCommand = Omit<Command<LogsState, Action>, 'group'>;

const hasSpan = ({list, data: {histogram}}: LogsState): boolean => histogram.span !== undefined && !list.open;

const hidden = ({list, data: {histogram}}: LogsState): string | undefined => {
  if (list.open) return '{error-logs.close} goes back to the list, where the histogram is';
  return histogram.shown ? undefined : '{error-logs.histogram} shows the histogram';
};

const noSpan = (state: LogsState): string | undefined =>
  hidden(state) ?? (hasSpan(state) ? undefined : '{error-logs.span-older} selects a span of time first');

const change = (kind: SpanChange['kind'], by: 1 | -1): Action => ({kind: 'histogram.span', change: {kind, by}});

const onSelectedSpan: readonly HistogramCommand[] = [
  {
    id: 'span-show',
    title: 'Show the entries of the selected span',
    keys: ['enter'],
    footer: 'show the span',
    action: {kind: 'filter.zoom-in'},
  },
  {id: 'span-clear', title: 'Select no span of time', keys: ['esc'], action: {kind: 'histogram.clear'}},
];

const onHistogram: readonly HistogramCommand[] = [
  {id: 'span-older', title: 'Select a span, or an older one', keys: ['{'], action: change('move', -1)},
  {id: 'span-newer', title: 'Select a span, or a newer one', keys: ['}'], action: change('move', 1)},
  {id: 'span-spike', title: 'Select the span with the most entries', keys: ['*'], action: {kind: 'histogram.spike'}},
];

const onSpan: readonly HistogramCommand[] = [
  {id: 'span-longer', title: 'Make the span longer', keys: [')'], action: change('resize', 1)},
  {id: 'span-shorter', title: 'Make the span shorter', keys: ['('], action: change('resize', -1)},
  {id: 'zoom-in', title: 'Zoom in to the span', keys: ['+'], action: {kind: 'filter.zoom-in'}},
];

const all: readonly HistogramCommand[] = [
  ...onSelectedSpan.map(each => ({...each, when: hasSpan})),
  ...onHistogram.map(each => ({...each, disabledReason: hidden})),
  ...onSpan.map(each => ({...each, disabledReason: noSpan})),
  {
    id: 'zoom-out',
    title: 'Zoom out to the range before',
    keys: ['-'],
    action: {kind: 'filter.zoom-out'},
    disabledReason: ({data: {histogram}}) => (histogram.outer.length === 0 ? 'nothing was zoomed in' : undefined),
  },
  {id: 'histogram', title: 'Show or hide entries over time', keys: ['S'], action: {kind: 'histogram.toggle'}},
];

/** The commands of the severity histogram. While a span is selected in it, Enter and Esc act on the span. */
export const histogramCommands = all.map(inGroup('Histogram'));
