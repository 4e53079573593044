import {listItems} from '../../commands/arguments.ts';
import {type Command, inGroup} from '../../commands/command.ts';
import {dataOf} from '../../core/remote.ts';
import type {ListEvent, NeedsRow} from '../../list/list.ts';
import type {Loaded} from '../../list/loaded/spec.ts';
import {agentField} from './agents/agent-choice.ts';
import type {ApplicationRow, ApplicationsAction, ApplicationsOwn, ApplicationsState} from './applications.ts';
import {conditionCommands} from './conditions/condition-update.ts';

const agent = inGroup<ApplicationsState, ApplicationsAction>('Agent');

export const applicationCommands = (
  needsRow: NeedsRow<ApplicationRow, Loaded<ApplicationRow, ApplicationsOwn>>,
): readonly Command<ApplicationsState, ListEvent | ApplicationsAction>[] => [
  ...conditionCommands,
  agent({
    id: 'agent',
    title: 'Choose agents',
    keys: ['a'],
    footer: 'agents',
    args: {fields: [agentField], action: ({agent = ''}) => ({kind: 'show', agents: listItems(agent)})},
    action: {kind: 'ask-agent'},
  }),
  agent({
    id: 'next-agent',
    title: 'Go to the next agent',
    keys: ['n'],
    footer: 'next agent',
    action: {kind: 'step-agent', by: 1},
  }),
  agent({id: 'previous-agent', title: 'Go to the previous agent', keys: ['N'], action: {kind: 'step-agent', by: -1}}),
  agent({
    id: 'compare',
    title: 'Compare with another agent',
    keys: ['c'],
    footer: 'compare',
    args: {fields: [agentField], action: ({agent = ''}) => ({kind: 'compare', agent: agent.trim()})},
    action: {kind: 'ask-compare'},
    disabledReason: ({data}) =>
      data.own.shown.length === 0 ? 'no agent is chosen; {applications.agent} chooses one' : undefined,
  }),
  agent({
    id: 'online',
    title: 'Show online applications only, or all',
    keys: ['o'],
    footer: 'online only',
    action: {kind: 'online'},
  }),
  agent({
    id: 'seen',
    title: 'Clear the change marks',
    keys: ['m'],
    footer: 'all seen',
    action: {kind: 'seen'},
    when: ({data}) => dataOf(data.rows)?.some(({change}) => change !== undefined) === true,
  }),
  agent({
    id: 'changes',
    title: 'Show the changes of the application',
    keys: ['H'],
    footer: 'changes',
    action: {kind: 'changes'},
    disabledReason: needsRow,
  }),
  agent({
    id: 'logs',
    title: 'Show the error logs of the application',
    keys: ['L'],
    footer: 'its error logs',
    action: {kind: 'logs'},
    disabledReason: needsRow,
  }),
];
