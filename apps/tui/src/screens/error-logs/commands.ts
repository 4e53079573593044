import type {ErrorLogEntry} from '@edge-console/schema';
import {argumentName} from '../../commands/arguments.ts';
import type {Command} from '../../commands/command.ts';
import {exportCommand} from '../../exports/form.ts';
import {parseSeconds} from '../../format/parse-time.ts';
import type {NeedsRow} from '../../list/list.ts';
import {FILTER_FIELDS, filterForm} from '../../logs/fields.ts';
import {checkedFields, rangeFields, rangeOf, timeFields} from './dialogs.ts';
import {EXPLAIN_KEYS} from './explain.ts';
import {histogramCommands} from './histogram/commands.ts';
import {keptCommands} from './kept/commands.ts';
import {isFold} from './model/folding.ts';
import type {LogData, LogsAction, LogsState} from './model/state.ts';

/** The commands of the error logs beside those of any list. */
export const logCommands = (needsRow: NeedsRow<ErrorLogEntry, LogData>): readonly Command<LogsState, LogsAction>[] => [
  {
    id: 'unfold',
    title: 'Show the entries of the fold',
    keys: ['enter'],
    group: 'View',
    footer: 'unfold',
    action: {kind: 'unfold'},
    when: state => isFold(state) && state.data.histogram.span === undefined && !state.list.open,
  },
  ...histogramCommands,
  {
    id: 'filter',
    title: 'Filter the entries',
    keys: ['f'],
    group: 'Filter',
    footer: 'filter',
    args: {fields: filterForm, action: values => ({kind: 'filter', filter: checkedFields(values)})},
    action: {kind: 'ask-filter'},
  },
  {
    id: 'range',
    title: 'Choose the time range',
    keys: ['T'],
    group: 'Filter',
    footer: 'time range',
    args: {
      fields: rangeFields,
      read: text => ({preset: 'typed', typed: text}),
      action: (values, now) => ({kind: 'range', range: rangeOf(values, now)}),
    },
    action: {kind: 'ask-range'},
  },
  ...filterForm.map(partCommand),
  ...keptCommands(needsRow),
  {
    id: 'pivot',
    title: 'Show all entries of the same request',
    keys: ['o'],
    group: 'Explore',
    action: {kind: 'pivot'},
    disabledReason: needsRow,
  },
  {
    id: 'application',
    title: 'Show the application that wrote the entry',
    keys: ['a'],
    group: 'Explore',
    action: {kind: 'application'},
    disabledReason: state => (state.data.filter.req === undefined ? needsRow(state) : undefined),
  },
  {
    id: 'explain',
    title: 'Explain the pattern of the entry',
    keys: EXPLAIN_KEYS,
    group: 'Explore',
    footer: 'explain',
    action: {kind: 'explain'},
    disabledReason: needsRow,
  },
  {
    id: 'patterns',
    title: 'Show the patterns of these entries',
    keys: ['P'],
    group: 'Explore',
    footer: 'patterns',
    action: {kind: 'explore', screen: 'patterns'},
  },
  {
    id: 'changes',
    title: 'Show what changed in this range',
    keys: ['W'],
    group: 'Explore',
    footer: 'what changed',
    action: {kind: 'explore', screen: 'changes'},
  },
  {
    id: 'facets',
    title: 'Show the commonest values',
    keys: ['v'],
    group: 'Explore',
    footer: 'facets',
    action: {kind: 'explore', screen: 'facets'},
  },
  {id: 'fold', title: 'Fold entries of one pattern, or not', keys: ['z'], group: 'View', action: {kind: 'fold'}},
  {id: 'clear-filter', title: 'Clear the filter', keys: ['F'], group: 'Filter', action: {kind: 'clear-filter'}},
  {
    id: 'follow',
    title: 'Pause or follow',
    keys: ['='],
    group: 'View',
    footer: 'pause or follow',
    action: {kind: 'follow'},
  },
  {
    id: 'next-match',
    title: 'Go to the next match',
    keys: ['n'],
    group: 'Search',
    action: {kind: 'search-step', by: 1, target: 'text'},
  },
  {
    id: 'previous-match',
    title: 'Go to the previous match',
    keys: ['N'],
    group: 'Search',
    action: {kind: 'search-step', by: -1, target: 'text'},
  },
  {
    id: 'next-error',
    title: 'Go to the next error',
    keys: ['e'],
    group: 'Move',
    action: {kind: 'search-step', by: 1, target: 'error'},
  },
  {
    id: 'previous-error',
    title: 'Go to the previous error',
    keys: ['E'],
    group: 'Move',
    action: {kind: 'search-step', by: -1, target: 'error'},
  },
  {
    id: 'at',
    title: 'Go to a time',
    keys: [],
    group: 'Move',
    args: {
      fields: timeFields,
      read: time => ({time}),
      action: ({time = ''}, now) => ({kind: 'at', time: parseSeconds(time, now) ?? 0}),
    },
    action: {kind: 'ask-time'},
    disabledReason: needsRow,
  },
  exportCommand('rows', values => ({kind: 'export', values})),
  {id: 'times', title: 'Show local, UTC or relative times', keys: ['t'], group: 'View', action: {kind: 'times'}},
  {
    id: 'copy',
    title: 'Copy the message, or the marked entries',
    keys: ['y'],
    group: 'Copy',
    action: {kind: 'copy'},
    disabledReason: state => (state.list.marked.size > 0 ? undefined : needsRow(state)),
  },
];

/** A command for one field of the filter: without a value, any. */
const partCommand = (field: (typeof filterForm)[number]): Command<LogsState, LogsAction> => ({
  id: argumentName(field),
  title: `Show ${FILTER_FIELDS[field.name].shows}`,
  keys: [],
  group: 'Filter',
  args: {fields: [field], action: values => ({kind: 'narrow', part: field.name, filter: checkedFields(values)})},
  action: {kind: 'ask-filter'},
});
