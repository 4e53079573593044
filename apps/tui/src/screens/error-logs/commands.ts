import type {Command} from '../../commands/command.ts';
import {motionCommands} from '../../commands/motions.ts';
import {filterFields, filterOf, rangeFields, rangeOf} from './dialogs.ts';
import {searchField} from './search-update.ts';
import {selectedEntry} from './selection.ts';
import type {ErrorLogsAction, ErrorLogsState} from './state.ts';

type LogCommand = Command<ErrorLogsState, ErrorLogsAction>;

const nothingSelected = (state: ErrorLogsState): string | undefined =>
  selectedEntry(state) === undefined ? 'no entry is selected' : undefined;

export const errorLogsCommands: readonly LogCommand[] = [
  {
    id: 'close',
    title: 'Go back to the list',
    keys: ['esc'],
    group: 'View',
    footer: 'back to the list',
    action: {kind: 'detail', to: 'close'},
    when: ({detail}) => detail === 'full',
  },
  ...motionCommands<ErrorLogsState, ErrorLogsAction>(motion => ({kind: 'move', motion})),
  {
    id: 'open',
    title: 'Show the details',
    keys: ['enter'],
    group: 'View',
    footer: 'details',
    action: {kind: 'detail', to: 'open'},
    when: ({detail}) => detail !== 'full',
    disabledReason: nothingSelected,
  },
  {
    id: 'filter',
    title: 'Filter the entries',
    keys: ['f'],
    group: 'Filter',
    footer: 'filter',
    args: {fields: filterFields, action: values => ({kind: 'filter', filter: filterOf(values)})},
    action: {kind: 'ask-filter'},
  },
  {
    id: 'range',
    title: 'Choose the time range',
    keys: ['T'],
    group: 'Filter',
    footer: 'time range',
    args: {fields: rangeFields, action: (values, now) => ({kind: 'range', range: rangeOf(values, now)})},
    action: {kind: 'ask-range'},
  },
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
    id: 'search',
    title: 'Search the messages',
    keys: ['/'],
    group: 'Search',
    footer: 'search',
    args: {fields: [searchField], action: ({text = ''}) => ({kind: 'search', text})},
    action: {kind: 'ask-search'},
  },
  {
    id: 'next-match',
    title: 'Go to the next match',
    keys: ['n'],
    group: 'Search',
    action: {kind: 'search-step', by: 1},
  },
  {
    id: 'previous-match',
    title: 'Go to the previous match',
    keys: ['N'],
    group: 'Search',
    action: {kind: 'search-step', by: -1},
  },
  {
    id: 'stop-search',
    title: 'End the search',
    keys: ['esc'],
    group: 'Search',
    footer: 'end the search',
    action: {kind: 'search-stop'},
    when: ({search, detail}) => search !== undefined && detail !== 'full',
  },
  {id: 'next-error', title: 'Go to the next error', keys: ['e'], group: 'Move', action: {kind: 'jump-error', by: 1}},
  {
    id: 'previous-error',
    title: 'Go to the previous error',
    keys: ['E'],
    group: 'Move',
    action: {kind: 'jump-error', by: -1},
  },
  {
    id: 'detail-pane',
    title: 'Show or hide the detail pane',
    keys: ['p'],
    group: 'View',
    action: {kind: 'detail', to: 'toggle'},
  },
  {
    id: 'right',
    title: 'Scroll the messages right',
    keys: ['l', 'right'],
    group: 'Move',
    action: {kind: 'sideways', by: 16},
  },
  {
    id: 'left',
    title: 'Scroll the messages left',
    keys: ['h', 'left'],
    group: 'Move',
    action: {kind: 'sideways', by: -16},
  },
  {
    id: 'times',
    title: 'Show local, UTC or relative times',
    keys: ['t'],
    group: 'View',
    action: {kind: 'times'},
  },
  {
    id: 'copy',
    title: 'Copy the message',
    keys: ['y'],
    group: 'Entry',
    action: {kind: 'copy', what: 'message'},
    disabledReason: nothingSelected,
  },
  {
    id: 'copy-json',
    title: 'Copy the entry as JSON',
    keys: ['Y'],
    group: 'Entry',
    action: {kind: 'copy', what: 'json'},
    disabledReason: nothingSelected,
  },
  {id: 'refresh', title: 'Refresh', keys: ['r'], group: 'View', action: {kind: 'refresh'}},
];
