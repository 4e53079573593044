import {failureFlash, flash} from '../../core/screen.ts';
import {withList} from '../../list/list.ts';
import {changeOwn, withOwn} from '../../list/loaded/spec.ts';
import {agentIds, withRecent} from '../../saved/agent-preferences.ts';
import {sanitise} from '../../text/sanitise.ts';
import {agentName, agentOptions, neighbour, saveRecent} from './agents/agent-choice.ts';
import {agentPicker} from './agents/agent-picker.ts';
import {
  type ApplicationsAction,
  type ApplicationsContext,
  type ApplicationsState,
  type ApplicationsStep,
  rowKey,
  withoutChanges,
} from './applications.ts';
import {changesDialog} from './changes/changes-dialog.ts';
import {withAllSeen} from './changes/remember.ts';
import {compareAgents, compareDialog} from './compare/compare-dialog.ts';
import {updateConditions} from './conditions/condition-update.ts';

export const updateApplications = (
  state: ApplicationsState,
  action: ApplicationsAction,
  context: ApplicationsContext,
): ApplicationsStep => {
  const {own} = state.data;
  const {selected} = context;
  const [first] = own.shown;
  switch (action.kind) {
    case 'agents':
      return agentsKnown(changeOwn(state, {...action.known, agents: action.known.agents ?? own.agents}), context);
    case 'saved-agents': {
      const {saved, recent = []} = action.known;
      return [changeOwn(state, {saved, recent: withRecent(recent, own.recent)})];
    }
    case 'saved-failed':
    case 'compare-failed':
      return [state, failureFlash(action.failure)];
    case 'recent-saved':
      return [state];
    case 'ask-agent':
      return [state, picker(state, 'show', first)];
    case 'picked': {
      const {picked, by} = action;
      if (picked.kind === 'agents') return [changeOwn(state, {agents: picked.agents, agentsFailure: undefined})];
      if (picked.kind === 'saved') return [changeOwn(state, {saved: picked.saved})];
      if (by === 'show') return chosen(state, {agents: picked.agents}, context);
      return compare(state, picked.agents[0]);
    }
    case 'show':
      return withAgents(state, action.agents, agents => chosen(state, {...action, agents}, context));
    case 'step-agent': {
      const next = neighbour(own, action.by);
      return next === undefined ? [state] : chosen(state, {agents: [next]}, context);
    }
    case 'online':
      return context.reload(changeOwn(state, {onlineOnly: !own.onlineOnly}));
    case 'ask-compare':
      return [state, picker(state, 'compare', own.shown[1] ?? neighbour(own, 1))];
    case 'compare':
      return withAgents(state, [action.agent], ([agent]) => compare(state, agent));
    case 'compared':
      return [state, compareDialog(action.compared)];
    case 'seen': {
      const {rows} = state.data;
      const cleared = 'data' in rows ? {...rows, data: withoutChanges(rows.data)} : rows;
      return context.reload(changeOwn({...state, data: {...state.data, rows: cleared}}, withAllSeen(own)));
    }
    case 'changes':
      return selected === undefined ? [state] : [state, changesDialog(selected, own.changes ?? [])];
    case 'condition.ask':
    case 'condition.value':
    case 'condition.edit':
      return updateConditions(state, action, selected);
    case 'logs':
      if (selected === undefined) return [state];
      return [state, {kind: 'goto', screen: 'error-logs', params: {app: String(selected.id)}}];
    default:
      return action satisfies never;
  }
};

const PICKER_TITLES = {show: 'Choose agents', compare: 'Compare with another agent'};

const picker = ({data}: ApplicationsState, by: keyof typeof PICKER_TITLES, first: string | undefined) =>
  agentPicker(
    {title: PICKER_TITLES[by], choice: data.own, first, many: by === 'show'},
    (picked): ApplicationsAction => ({kind: 'picked', picked, by}),
  );

const agentsKnown = (state: ApplicationsState, context: ApplicationsContext): ApplicationsStep => {
  const {own} = state.data;
  const [first] = agentOptions(own);
  return own.shown.length > 0 || first === undefined ? [state] : show(state, {agents: [first.id]}, context);
};

type Choice = {readonly agents: readonly string[]; readonly application?: number};

const show = (state: ApplicationsState, choice: Choice, context: ApplicationsContext): ApplicationsStep => {
  const {agents, application} = choice;
  const [agent] = agents;
  const recent = withRecent(state.data.own.recent, agents);
  const own = {...state.data.own, shown: agents, recent, received: new Map()};
  // Clears the filters, because the requested application may be offline or may fail the conditions.
  const next = withOwn(state, application === undefined ? own : {...own, onlineOnly: false, conditions: []});
  return context.reload(
    withList(next, {search: state.list.search}),
    application === undefined || agent === undefined ? undefined : rowKey({agent, id: application}),
  );
};

const chosen = (state: ApplicationsState, choice: Choice, context: ApplicationsContext): ApplicationsStep => [
  ...show(state, choice, context),
  saveRecent(choice.agents),
];

const withAgents = (
  state: ApplicationsState,
  given: readonly string[],
  step: (agents: readonly string[]) => ApplicationsStep,
): ApplicationsStep => {
  const {saved, agents = []} = state.data.own;
  const ids = agentIds(given, [...saved, ...agents]);
  if (typeof ids !== 'string') return step(ids);
  return [state, flash('error', `${sanitise(ids)}.`, '{applications.agent} lists them.')];
};

const compare = (state: ApplicationsState, other: string | undefined): ApplicationsStep => {
  const {own} = state.data;
  const [first] = own.shown;
  if (first === undefined || other === undefined) return [state];
  return [state, compareAgents([first, other], [agentName(own, first), agentName(own, other)])];
};
