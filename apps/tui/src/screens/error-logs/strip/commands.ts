import type {Command} from '../../../commands/command.ts';
import type {LogsAction, LogsState} from '../model/state.ts';

const hasSpan = ({list, data: {strip}}: LogsState): boolean => strip.span !== undefined && !list.open;

const hidden = ({list, data: {strip}}: LogsState): string | undefined => {
  if (list.open) return '{error-logs.close} goes back to the list, where the strip is';
  return strip.shown ? undefined : '{error-logs.strip} shows the strip';
};

const noSpan = (state: LogsState): string | undefined =>
  hidden(state) ?? (hasSpan(state) ? undefined : '{error-logs.span-older} selects a span of time first');

/** The commands of the severity strip. While a span is selected in it, Enter and Esc act on the span. */
export const stripCommands: readonly Command<LogsState, LogsAction>[] = [
  {
    id: 'span-show',
    title: 'Show the entries of the selected span',
    keys: ['enter'],
    group: 'Strip',
    footer: 'show the span',
    action: {kind: 'strip-zoom-in'},
    when: hasSpan,
  },
  {
    id: 'span-clear',
    title: 'Select no span of time',
    keys: ['esc'],
    group: 'Strip',
    action: {kind: 'strip-clear'},
    when: hasSpan,
  },
  {
    id: 'span-older',
    title: 'Select a span, or an older one',
    keys: ['{'],
    group: 'Strip',
    action: {kind: 'strip-span', change: {kind: 'move', by: -1}},
    disabledReason: hidden,
  },
  {
    id: 'span-newer',
    title: 'Select a span, or a newer one',
    keys: ['}'],
    group: 'Strip',
    action: {kind: 'strip-span', change: {kind: 'move', by: 1}},
    disabledReason: hidden,
  },
  {
    id: 'span-spike',
    title: 'Select the span with the most entries',
    keys: ['*'],
    group: 'Strip',
    action: {kind: 'strip-spike'},
    disabledReason: hidden,
  },
  {
    id: 'span-longer',
    title: 'Make the span longer',
    keys: [')'],
    group: 'Strip',
    action: {kind: 'strip-span', change: {kind: 'resize', by: 1}},
    disabledReason: noSpan,
  },
  {
    id: 'span-shorter',
    title: 'Make the span shorter',
    keys: ['('],
    group: 'Strip',
    action: {kind: 'strip-span', change: {kind: 'resize', by: -1}},
    disabledReason: noSpan,
  },
  {
    id: 'zoom-in',
    title: 'Zoom in to the span',
    keys: ['+'],
    group: 'Strip',
    action: {kind: 'strip-zoom-in'},
    disabledReason: noSpan,
  },
  {
    id: 'zoom-out',
    title: 'Zoom out to the range before',
    keys: ['-'],
    group: 'Strip',
    action: {kind: 'strip-zoom-out'},
    disabledReason: ({data: {strip}}) => (strip.outer.length === 0 ? 'nothing was zoomed in' : undefined),
  },
  {
    id: 'strip',
    title: 'Show or hide entries over time',
    keys: ['S'],
    group: 'Strip',
    action: {kind: 'strip-toggle'},
  },
];
