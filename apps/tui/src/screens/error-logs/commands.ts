import {listKeys} from '../../commands/motions.ts';
import type {Binding} from '../../core/screen.ts';
import {selectedEntry} from './selection.ts';
import type {ErrorLogsAction, ErrorLogsState} from './state.ts';

type LogBinding = Binding<ErrorLogsState, ErrorLogsAction>;

const nothingSelected = (state: ErrorLogsState): string | undefined =>
  selectedEntry(state) === undefined ? 'no entry is selected' : undefined;

export const errorLogsKeys: readonly LogBinding[] = [
  {
    id: 'close',
    keys: ['esc'],
    label: 'back to the list',
    action: {kind: 'detail', to: 'close'},
    footer: true,
    when: ({detail}) => detail === 'full',
  },
  ...listKeys<ErrorLogsState, ErrorLogsAction>(motion => ({kind: 'move', motion})),
  {
    id: 'open',
    keys: ['enter'],
    label: 'details',
    action: {kind: 'detail', to: 'open'},
    footer: true,
    when: ({detail}) => detail !== 'full',
    disabledReason: nothingSelected,
  },
  {id: 'filter', keys: ['f'], label: 'filter', action: {kind: 'ask-filter'}, footer: true},
  {id: 'range', keys: ['T'], label: 'time range', action: {kind: 'ask-range'}, footer: true},
  {id: 'clear-filter', keys: ['F'], label: 'clear the filter', action: {kind: 'clear-filter'}},
  {id: 'follow', keys: ['='], label: 'pause or follow', action: {kind: 'follow'}, footer: true},
  {id: 'search', keys: ['/'], label: 'search', action: {kind: 'ask-search'}, footer: true},
  {id: 'next-match', keys: ['n'], label: 'next match', action: {kind: 'search-step', by: 1}},
  {id: 'previous-match', keys: ['N'], label: 'previous match', action: {kind: 'search-step', by: -1}},
  {
    id: 'stop-search',
    keys: ['esc'],
    label: 'end the search',
    action: {kind: 'search-stop'},
    footer: true,
    when: ({search, detail}) => search !== undefined && detail !== 'full',
  },
  {id: 'next-error', keys: ['e'], label: 'next error', action: {kind: 'jump-error', by: 1}},
  {id: 'previous-error', keys: ['E'], label: 'previous error', action: {kind: 'jump-error', by: -1}},
  {id: 'detail-pane', keys: ['p'], label: 'detail pane on or off', action: {kind: 'detail', to: 'toggle'}},
  {id: 'right', keys: ['l', 'right'], label: 'scroll messages right', action: {kind: 'sideways', by: 16}},
  {id: 'left', keys: ['h', 'left'], label: 'scroll messages left', action: {kind: 'sideways', by: -16}},
  {id: 'times', keys: ['t'], label: 'local, UTC or relative times', action: {kind: 'times'}},
  {
    id: 'copy',
    keys: ['y'],
    label: 'copy the message',
    action: {kind: 'copy', what: 'message'},
    disabledReason: nothingSelected,
  },
  {
    id: 'copy-json',
    keys: ['Y'],
    label: 'copy the entry as JSON',
    action: {kind: 'copy', what: 'json'},
    disabledReason: nothingSelected,
  },
  {id: 'refresh', keys: ['r'], label: 'refresh', action: {kind: 'refresh'}},
];
