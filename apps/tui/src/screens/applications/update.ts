import type {Application} from '@edge-console/schema';
import {fitList, moveList, scrollsText, scrollText} from '../../core/list.ts';
import {begin, dataOf, fail, idle, succeed} from '../../core/remote.ts';
import type {Env, Next} from '../../core/screen.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {plainPaint} from '../../theme/theme.ts';
import {listLayout} from '../../ui/list-layout.ts';
import {applicationLines} from './detail-lines.ts';
import {agentDialog} from './dialogs.ts';
import {loadAgents, loadApplications, refreshLater} from './effects.ts';
import type {Agents, ApplicationsAction, ApplicationsState} from './state.ts';

type Step = Next<ApplicationsState, ApplicationsAction>;

export const updateApplications = (state: ApplicationsState, action: ApplicationsAction, env: Env): Step => {
  switch (action.kind) {
    case 'enter':
      return enter(state, env);
    case 'leave':
      // The list under way, too: when it comes, it asks for the next one.
      return [state, {kind: 'cancel', name: 'refresh'}, {kind: 'cancel', name: 'load'}];
    case 'refresh':
      return enter(state, env);
    case 'agents':
      return agentsKnown(state, action.agents, env);
    case 'ask-agent':
      return [state, agentDialog(state.agents, state.recent, state.agent)];
    case 'agent':
      return show(state, action.agent, env);
    case 'step-agent':
      return step(state, action.by, env);
    case 'online':
      return load({...state, onlineOnly: !state.onlineOnly}, env);
    case 'resized':
      return [{...state, position: fitList(state.position, extent(state, env))}];
    case 'loaded':
      return [loaded(state, action, env), refreshLater()];
    case 'failed':
      return [{...state, applications: fail(state.applications, action.failure, env.now)}, refreshLater()];
    case 'move':
      if (state.detail && scrollsText(action.motion)) {
        return [{...state, detailTop: scrollText(state.detailTop, action.motion, detailExtent(state, env))}];
      }
      return [{...state, detailTop: 0, position: moveList(state.position, action.motion, extent(state, env))}];
    case 'detail':
      return [{...state, detail: action.open, detailTop: 0}];
    case 'logs': {
      const application = selectedApplication(state);
      if (application === undefined) return [state];
      return [state, {kind: 'goto', screen: 'error-logs', params: {appId: String(application.id)}}];
    }
    case 'copy': {
      const application = selectedApplication(state);
      return application === undefined
        ? [state]
        : [state, {kind: 'copy', text: JSON.stringify(application), what: 'the application as JSON'}];
    }
    default:
      return action satisfies never;
  }
};

const enter = (state: ApplicationsState, env: Env): Step => {
  const [next, ...tasks] = load(state, env);
  return state.agents.kind === 'offered' ? [next, ...tasks] : [next, ...tasks, loadAgents()];
};

/** The first agent on offer is shown until the operator chooses another. */
const agentsKnown = (state: ApplicationsState, agents: Agents, env: Env): Step => {
  const next = {...state, agents};
  // Without an agent there is nothing to refresh but the list of agents itself.
  if (agents.kind === 'unoffered' && state.agent === undefined) return [next, refreshLater()];
  if (state.agent !== undefined) return [next];
  const [first] = agents.kind === 'offered' ? agents.agents : [];
  return first === undefined ? [next] : show(next, String(first.id), env);
};

const show = (state: ApplicationsState, agent: string, env: Env): Step => {
  const recent = [agent, ...state.recent.filter(id => id !== agent)].slice(0, 10);
  return load({...state, agent, recent, applications: idle, position: {selected: 0, top: 0}, detail: false}, env);
};

const step = (state: ApplicationsState, by: 1 | -1, env: Env): Step => {
  const ids = state.agents.kind === 'offered' ? state.agents.agents.map(({id}) => String(id)) : [...state.recent];
  const at = ids.indexOf(state.agent ?? '');
  const next = ids[at === -1 && by === -1 ? ids.length - 1 : (at + by + ids.length) % ids.length];
  return next === undefined ? [state] : show(state, next, env);
};

const load = (state: ApplicationsState, env: Env): Step => {
  if (state.agent === undefined) return [state];
  return [
    {...state, applications: begin(state.applications, env.now)},
    loadApplications(state.agent, state.onlineOnly),
  ];
};

interface Loaded {
  readonly applications: readonly Application[];
  readonly at: number;
  readonly ms: number;
}

/** The selection stays on its application, wherever that is now. */
const loaded = (state: ApplicationsState, {applications, at, ms}: Loaded, env: Env): ApplicationsState => {
  const before = selectedApplication(state);
  const found = applications.findIndex(({id}) => id === before?.id);
  const position = found === -1 ? state.position : {...state.position, selected: found};
  const next = {...state, applications: succeed(applications, at, ms), detail: state.detail && found !== -1};
  return {...next, position: fitList(position, extent(next, env))};
};

/** The selected application in full: its rows, and how many of them are in view. */
const detailExtent = (state: ApplicationsState, {size, now}: Env) => {
  const application = selectedApplication(state);
  const ui = {paint: plainPaint, glyphs: unicodeGlyphs, columns: size.columns};
  const lines = application === undefined ? 0 : applicationLines(application, {ui, now}).length;
  return {lines, height: listLayout(size.rows).listRows + 1};
};

const extent = (state: ApplicationsState, env: Env) => ({
  count: dataOf(state.applications)?.length ?? 0,
  height: listLayout(env.size.rows).listRows,
});

export const selectedApplication = (state: ApplicationsState): Application | undefined =>
  dataOf(state.applications)?.[state.position.selected];
