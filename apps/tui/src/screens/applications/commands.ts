import {listKeys} from '../../commands/motions.ts';
import type {Binding} from '../../core/screen.ts';
import type {ApplicationsAction, ApplicationsState} from './state.ts';
import {selectedApplication} from './update.ts';

const nothingSelected = (state: ApplicationsState): string | undefined =>
  selectedApplication(state) === undefined ? 'no application is selected' : undefined;

export const applicationsKeys: readonly Binding<ApplicationsState, ApplicationsAction>[] = [
  ...listKeys<ApplicationsState, ApplicationsAction>(motion => ({kind: 'move', motion})),
  {
    id: 'open',
    keys: ['enter'],
    label: 'details',
    action: {kind: 'detail', open: true},
    footer: true,
    when: ({detail}) => !detail,
    disabledReason: nothingSelected,
  },
  {
    id: 'close',
    keys: ['esc'],
    label: 'back to the list',
    action: {kind: 'detail', open: false},
    footer: true,
    when: ({detail}) => detail,
  },
  {id: 'agent', keys: ['a'], label: 'agent', action: {kind: 'ask-agent'}, footer: true},
  {id: 'next-agent', keys: ['n'], label: 'next agent', action: {kind: 'step-agent', by: 1}, footer: true},
  {id: 'previous-agent', keys: ['N'], label: 'previous agent', action: {kind: 'step-agent', by: -1}},
  {id: 'online', keys: ['o'], label: 'online only', action: {kind: 'online'}, footer: true},
  {
    id: 'logs',
    keys: ['L'],
    label: 'its error logs',
    action: {kind: 'logs'},
    footer: true,
    disabledReason: nothingSelected,
  },
  {id: 'copy', keys: ['Y'], label: 'copy as JSON', action: {kind: 'copy'}, disabledReason: nothingSelected},
  {id: 'refresh', keys: ['r'], label: 'refresh', action: {kind: 'refresh'}},
];
