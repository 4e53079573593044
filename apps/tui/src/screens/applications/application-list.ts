import type {Application} from '@edge-console/schema';
import {inGroup} from '../../commands/command.ts';
import type {Failure} from '../../core/failure.ts';
import {type Effect, effect, type Subject} from '../../core/screen.ts';
import {withList} from '../../list/list.ts';
import {loadedScreen} from '../../list/loaded/loaded-screen.ts';
import {changeOwn, type LoadedContext, type LoadedState, type LoadedStep, withOwn} from '../../list/loaded/spec.ts';
import {agentFields, applicationFields} from '../../output/row-fields.ts';
import {valuesOf} from '../../output/view.ts';
import {type AgentChoice, agentDialog, agentField, agentName, choose, neighbour} from './agents.ts';
import {applicationColumns} from './application-columns.ts';
import {applicationLines} from './application-details.ts';
import {type Compared, compareAgents, compareDialog} from './compare-dialog.ts';

/** The agent whose applications are shown, and whether only online applications are shown. */
export interface ApplicationsOwn extends AgentChoice {
  readonly onlineOnly: boolean;
}

export type ApplicationsState = LoadedState<Application, ApplicationsOwn>;

export type ApplicationsAction =
  | {readonly kind: 'agents'; readonly known: Pick<AgentChoice, 'agents' | 'agentsFailure'>}
  | {readonly kind: 'ask-agent' | 'online' | 'logs' | 'ask-compare'}
  | {readonly kind: 'compare'; readonly agent: string}
  | {readonly kind: 'compared'; readonly compared: Compared}
  | {readonly kind: 'compare-failed'; readonly failure: Failure}
  /** Shows the applications of an agent, with `application` selected. */
  | {readonly kind: 'agent'; readonly agent: string; readonly application?: number}
  | {readonly kind: 'step-agent'; readonly by: 1 | -1};

type Step = LoadedStep<Application, ApplicationsOwn, ApplicationsAction>;
type Context = LoadedContext<Application, ApplicationsOwn, ApplicationsAction>;

const PAGE_SIZE = 100;
const REFRESH_MS = 15_000;

const update = (state: ApplicationsState, action: ApplicationsAction, context: Context): Step => {
  const {own} = state.data;
  switch (action.kind) {
    case 'agents':
      return agentsKnown(changeOwn(state, action.known), context);
    case 'ask-agent':
      return [state, agentDialog(own, (agent): ApplicationsAction => ({kind: 'agent', agent}))];
    case 'agent':
      return show(state, action, context);
    case 'step-agent': {
      const next = neighbour(own, action.by);
      return next === undefined ? [state] : show(state, {agent: next}, context);
    }
    case 'online':
      return context.reload(changeOwn(state, {onlineOnly: !own.onlineOnly}));
    case 'ask-compare': {
      const other = neighbour(own, 1);
      const asked = {...own, agent: other ?? own.agent};
      return [state, agentDialog(asked, (agent): ApplicationsAction => ({kind: 'compare', agent}), COMPARE)];
    }
    case 'compare':
      return own.agent === undefined
        ? [state]
        : [state, compareAgents([own.agent, action.agent], [agentName(own), agentName({...own, agent: action.agent})])];
    case 'compared':
      return [state, compareDialog(action.compared)];
    case 'compare-failed':
      return [state, {kind: 'flash', tone: 'error', text: action.failure.message, hint: action.failure.hint}];
    case 'logs': {
      const {selected} = context;
      if (selected === undefined) return [state];
      return [state, {kind: 'goto', screen: 'error-logs', params: {app: String(selected.id)}}];
    }
    default:
      return action satisfies never;
  }
};

const COMPARE = {title: 'Compare with another agent', submitLabel: 'compare'};

const agentsKnown = (state: ApplicationsState, context: Context): Step => {
  const {agents: [first] = [], agent} = state.data.own;
  return agent !== undefined || first === undefined ? [state] : show(state, {agent: String(first.id)}, context);
};

const show = (
  state: ApplicationsState,
  {agent, application}: {readonly agent: string; readonly application?: number},
  {reload}: Context,
): Step => {
  const chosen = choose(state.data.own, agent);
  // The requested application may be offline, so offline applications are shown too.
  const next = withOwn(state, application === undefined ? chosen : {...chosen, onlineOnly: false});
  return reload(withList(next, {search: state.list.search}), application);
};

const loadAgents = (): Effect<ApplicationsAction> =>
  effect<ApplicationsAction>(
    'agents',
    async ({client}, signal) => ({
      kind: 'agents',
      known: {agents: await client().applications.agents({signal}), agentsFailure: undefined},
    }),
    failure => ({kind: 'agents', known: {agents: undefined, agentsFailure: failure}}),
  );

/** If reading the agents fails with one of these codes, the gateway's console may still have a list of agents. */
const INCONCLUSIVE = new Set([
  ...['network', 'timeout', 'tls', 'aborted', 'rate_limited', 'server'],
  ...['unauthenticated', 'forbidden', 'invalid_request'],
]);

export const emptyLines = ({agent, agents, agentsFailure, onlineOnly}: ApplicationsOwn): readonly string[] => {
  if (agent !== undefined) {
    return onlineOnly
      ? ['No application of this agent is online. {applications.online} shows the offline ones too.']
      : ['This agent has no applications.'];
  }
  if (agents !== undefined) return ['The console knows no agents.'];
  return agentsFailure !== undefined && !INCONCLUSIVE.has(agentsFailure.code)
    ? ['This console offers no list of agents. {applications.agent} asks for an agent id.', '']
    : [];
};

const agent = inGroup<ApplicationsState, ApplicationsAction>('Agent');

const listOfApplications = loadedScreen<Application, ApplicationsOwn, ApplicationsAction>({
  title: 'Applications',
  noun: ['application', 'applications'],
  own: {agents: undefined, agentsFailure: undefined, agent: undefined, recent: [], onlineOnly: false},
  refreshMs: REFRESH_MS,
  key: application => application.id,
  subject: {
    scope: 'application',
    fields: [...Object.keys(applicationFields), 'agent'],
    of: (row, {own}) => ({...valuesOf({fields: applicationFields}, row), agent: own.agent}),
  },
  columns: applicationColumns,
  detail: applicationLines,
  load: ({agent, onlineOnly}) =>
    agent === undefined
      ? undefined
      : async function* ({client}, signal) {
          const query = {_pagesize: PAGE_SIZE, ...(onlineOnly && {online: 1})};
          for await (const page of client().applications.pages(agent, query, {signal})) {
            // The gateway's console may ignore the `online` parameter.
            yield onlineOnly ? {...page, items: page.items.filter(({online}) => online)} : page;
          }
        },
  alongside: ({agents}) => (agents === undefined ? [loadAgents()] : []),
  status: own => ({
    before: [
      {text: own.agent === undefined ? 'no agent chosen' : `agent ${agentName(own)}`, set: true, restricts: true},
    ],
    after: [
      {text: own.onlineOnly ? 'online only' : 'online and offline', set: own.onlineOnly, restricts: own.onlineOnly},
    ],
  }),
  asCommand: ({agent, onlineOnly}, arranged) =>
    agent === undefined
      ? ['agents', 'list']
      : ['apps', 'list', '--agent', agent, ...(onlineOnly ? ['--online'] : []), ...arranged],
  asRequest: ({data}) => {
    const {agent, onlineOnly} = data.own;
    if (agent === undefined) return {site: 'console', path: '/api/agents', query: {detail: 1}};
    const query = {_page: 1, _pagesize: PAGE_SIZE, ...(onlineOnly && {online: 1})};
    return {site: 'console', path: `/api/agents/${encodeURIComponent(agent)}/applications`, query};
  },
  empty: emptyLines,
  failure: ({agent, agentsFailure}) => (agent === undefined ? agentsFailure : undefined),
  update,
  open: ({agent, application}) => {
    if (agent === undefined) return 'An agent id is needed.';
    return {kind: 'agent', agent, ...(application !== undefined && {application: Number(application)})};
  },
  commands: needsRow => [
    agent({
      id: 'agent',
      title: 'Choose an agent',
      keys: ['a'],
      footer: 'agent',
      args: {fields: [agentField], action: ({agent = ''}) => ({kind: 'agent', agent: agent.trim()})},
      action: {kind: 'ask-agent'},
    }),
    agent({
      id: 'next-agent',
      title: 'Go to the next agent',
      keys: ['n'],
      footer: 'next agent',
      action: {kind: 'step-agent', by: 1},
    }),
    agent({
      id: 'previous-agent',
      title: 'Go to the previous agent',
      keys: ['N'],
      action: {kind: 'step-agent', by: -1},
    }),
    agent({
      id: 'compare',
      title: 'Compare with another agent',
      keys: ['c'],
      footer: 'compare',
      args: {fields: [agentField], action: ({agent = ''}) => ({kind: 'compare', agent: agent.trim()})},
      action: {kind: 'ask-compare'},
      disabledReason: ({data}) =>
        data.own.agent === undefined ? 'no agent is chosen; {applications.agent} chooses one' : undefined,
    }),
    agent({
      id: 'online',
      title: 'Show online applications only, or all',
      keys: ['o'],
      footer: 'online only',
      action: {kind: 'online'},
    }),
    agent({
      id: 'logs',
      title: 'Show the error logs of the application',
      keys: ['L'],
      footer: 'its error logs',
      action: {kind: 'logs'},
      disabledReason: needsRow,
    }),
  ],
});

const agentSubject: Subject<ApplicationsState> = {
  fields: Object.keys(agentFields),
  of: ({data}) => {
    const {agent, agents} = data.own;
    return agent === undefined ? undefined : {id: agent, name: agents?.find(({id}) => String(id) === agent)?.name};
  },
};

export const applicationsScreen = {
  ...listOfApplications,
  subjects: {...listOfApplications.subjects, agent: agentSubject},
};
