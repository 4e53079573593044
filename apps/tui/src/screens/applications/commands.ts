import type {Command} from '../../commands/command.ts';
import {motionCommands} from '../../commands/motions.ts';
import {agentField} from './dialogs.ts';
import type {ApplicationsAction, ApplicationsState} from './state.ts';
import {selectedApplication} from './update.ts';

const nothingSelected = (state: ApplicationsState): string | undefined =>
  selectedApplication(state) === undefined ? 'no application is selected' : undefined;

export const applicationsCommands: readonly Command<ApplicationsState, ApplicationsAction>[] = [
  ...motionCommands<ApplicationsState, ApplicationsAction>(motion => ({kind: 'move', motion})),
  {
    id: 'open',
    title: 'Show the details',
    keys: ['enter'],
    group: 'View',
    footer: 'details',
    action: {kind: 'detail', open: true},
    when: ({detail}) => !detail,
    disabledReason: nothingSelected,
  },
  {
    id: 'close',
    title: 'Go back to the list',
    keys: ['esc'],
    group: 'View',
    footer: 'back to the list',
    action: {kind: 'detail', open: false},
    when: ({detail}) => detail,
  },
  {
    id: 'agent',
    title: 'Choose an agent',
    keys: ['a'],
    group: 'Agent',
    footer: 'agent',
    args: {fields: [agentField], action: ({agent = ''}) => ({kind: 'agent', agent: agent.trim()})},
    action: {kind: 'ask-agent'},
  },
  {
    id: 'next-agent',
    title: 'Go to the next agent',
    keys: ['n'],
    group: 'Agent',
    footer: 'next agent',
    action: {kind: 'step-agent', by: 1},
  },
  {
    id: 'previous-agent',
    title: 'Go to the previous agent',
    keys: ['N'],
    group: 'Agent',
    action: {kind: 'step-agent', by: -1},
  },
  {
    id: 'online',
    title: 'Show only what is online, or all',
    keys: ['o'],
    group: 'View',
    footer: 'online only',
    action: {kind: 'online'},
  },
  {
    id: 'logs',
    title: 'Show its error logs',
    keys: ['L'],
    group: 'Application',
    footer: 'its error logs',
    action: {kind: 'logs'},
    disabledReason: nothingSelected,
  },
  {
    id: 'copy',
    title: 'Copy the application as JSON',
    keys: ['Y'],
    group: 'Application',
    action: {kind: 'copy'},
    disabledReason: nothingSelected,
  },
  {id: 'refresh', title: 'Refresh', keys: ['r'], group: 'View', action: {kind: 'refresh'}},
];
