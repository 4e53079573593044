import type {Command} from '../../../commands/command.ts';
import type {LogsAction, LogsState} from '../model/state.ts';

const hasSpan = ({list, data: {histogram}}: LogsState): boolean => histogram.span !== undefined && !list.open;

const hidden = ({list, data: {histogram}}: LogsState): string | undefined => {
  if (list.open) return '{error-logs.close} goes back to the list, where the histogram is';
  return histogram.shown ? undefined : '{error-logs.histogram} shows the histogram';
};

const noSpan = (state: LogsState): string | undefined =>
  hidden(state) ?? (hasSpan(state) ? undefined : '{error-logs.span-older} selects a span of time first');

/** The commands of the severity histogram. While a span is selected in it, Enter and Esc act on the span. */
export const histogramCommands: readonly Command<LogsState, LogsAction>[] = [
  {
    id: 'span-show',
    title: 'Show the entries of the selected span',
    keys: ['enter'],
    group: 'Histogram',
    footer: 'show the span',
    action: {kind: 'histogram-zoom-in'},
    when: hasSpan,
  },
  {
    id: 'span-clear',
    title: 'Select no span of time',
    keys: ['esc'],
    group: 'Histogram',
    action: {kind: 'histogram-clear'},
    when: hasSpan,
  },
  {
    id: 'span-older',
    title: 'Select a span, or an older one',
    keys: ['{'],
    group: 'Histogram',
    action: {kind: 'histogram-span', change: {kind: 'move', by: -1}},
    disabledReason: hidden,
  },
  {
    id: 'span-newer',
    title: 'Select a span, or a newer one',
    keys: ['}'],
    group: 'Histogram',
    action: {kind: 'histogram-span', change: {kind: 'move', by: 1}},
    disabledReason: hidden,
  },
  {
    id: 'span-spike',
    title: 'Select the span with the most entries',
    keys: ['*'],
    group: 'Histogram',
    action: {kind: 'histogram-spike'},
    disabledReason: hidden,
  },
  {
    id: 'span-longer',
    title: 'Make the span longer',
    keys: [')'],
    group: 'Histogram',
    action: {kind: 'histogram-span', change: {kind: 'resize', by: 1}},
    disabledReason: noSpan,
  },
  {
    id: 'span-shorter',
    title: 'Make the span shorter',
    keys: ['('],
    group: 'Histogram',
    action: {kind: 'histogram-span', change: {kind: 'resize', by: -1}},
    disabledReason: noSpan,
  },
  {
    id: 'zoom-in',
    title: 'Zoom in to the span',
    keys: ['+'],
    group: 'Histogram',
    action: {kind: 'histogram-zoom-in'},
    disabledReason: noSpan,
  },
  {
    id: 'zoom-out',
    title: 'Zoom out to the range before',
    keys: ['-'],
    group: 'Histogram',
    action: {kind: 'histogram-zoom-out'},
    disabledReason: ({data: {histogram}}) => (histogram.outer.length === 0 ? 'nothing was zoomed in' : undefined),
  },
  {
    id: 'histogram',
    title: 'Show or hide entries over time',
    keys: ['S'],
    group: 'Histogram',
    action: {kind: 'histogram-toggle'},
  },
];
