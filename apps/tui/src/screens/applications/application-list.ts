import {listItems} from '../../commands/arguments.ts';
import {conditionOptions} from '../../core/condition.ts';
import type {Subject} from '../../core/screen.ts';
import {count} from '../../format/number.ts';
import {loadedScreen} from '../../list/loaded/loaded-screen.ts';
import {changeOwn} from '../../list/loaded/spec.ts';
import {agentFields, applicationFields} from '../../output/row-fields.ts';
import {valuesOf} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {agentName, forgetRecent, loadAgents, noAgents} from './agents/agent-choice.ts';
import {failedAgents, loadApplications, PAGE_SIZE} from './agents/read-agents.ts';
import {applicationCommands} from './application-commands.ts';
import {applicationLines} from './application-details.ts';
import {updateApplications} from './application-update.ts';
import {
  type ApplicationRow,
  type ApplicationsAction,
  type ApplicationsOwn,
  type ApplicationsState,
  rowKey,
} from './applications.ts';
import {syntax} from './conditions/application-fields.ts';
import {shownTest} from './conditions/condition-update.ts';
import {columnsOfAgents} from './tab-columns.ts';

const REFRESH_MS = 15_000;

/** After one of these errors, it is not known whether the gateway can list its agents. */
const INCONCLUSIVE = new Set([
  ...['network', 'timeout', 'tls', 'aborted', 'rate_limited', 'server'],
  ...['unauthenticated', 'forbidden', 'invalid_request'],
]);

export const emptyLines = (own: ApplicationsOwn): readonly string[] => {
  const {shown, agents, agentsFailure, onlineOnly, conditions} = own;
  if (shown.length > 0) {
    const [whose, have] = shown.length === 1 ? ['this agent', 'This agent has'] : ['these agents', 'These agents have'];
    if (conditions.length > 0) return ['No application meets the conditions. {applications.conditions} changes them.'];
    return onlineOnly
      ? [`No application of ${whose} is online. {applications.online} shows the offline ones too.`]
      : [`${have} no applications.`];
  }
  if (agents !== undefined) return ['The console knows no agents.'];
  return agentsFailure !== undefined && !INCONCLUSIVE.has(agentsFailure.code)
    ? ['This console offers no list of agents. {applications.agent} asks for an agent id.', '']
    : [];
};

const agentsText = (own: ApplicationsOwn): string => {
  const [first, ...others] = own.shown;
  if (first === undefined) return 'no agent chosen';
  if (others.length === 0) return `agent ${agentName(own, first)}`;
  return `${own.shown.length} agents: ${own.shown.map(agent => agentName(own, agent)).join(', ')}`;
};

const countTexts = (own: ApplicationsOwn, rows: readonly ApplicationRow[]): readonly string[] => {
  const shown = rows.filter(shownTest(own));
  const hidden = rows.length - shown.length;
  const changes = (['new', 'changed', 'gone'] as const)
    .map(kind => [shown.filter(({change}) => change?.kind === kind).length, kind] as const)
    .flatMap(([many, kind]) => (many === 0 ? [] : [`${count(many)} ${kind}`]));
  return [...(hidden === 0 ? [] : [`${count(hidden)} hidden`]), ...(changes.length === 0 ? [] : [changes.join(', ')])];
};

const listOfApplications = loadedScreen<ApplicationRow, ApplicationsOwn, ApplicationsAction>({
  title: 'Applications',
  noun: ['application', 'applications'],
  own: {...noAgents, onlineOnly: false, received: new Map(), snapshots: new Map(), changes: undefined, conditions: []},
  refreshMs: REFRESH_MS,
  key: rowKey,
  subject: {
    scope: 'application',
    fields: [...Object.keys(applicationFields), 'agent'],
    of: row => ({...valuesOf({fields: applicationFields}, row), agent: row.agent}),
  },
  columns: columnsOfAgents,
  banner: failedAgents,
  detail: applicationLines,
  load: loadApplications,
  alongside: ({agents}, why) => (agents === undefined || why === 'refresh' ? [loadAgents()] : []),
  shows: shownTest,
  status: (own, {rows}) => ({
    before: [
      {text: agentsText(own), set: true, restricts: true},
      ...own.conditions.map(condition => ({text: sanitise(syntax.words(condition)), set: true, restricts: true})),
    ],
    after: [
      ...countTexts(own, rows).map(text => ({text, set: true})),
      {text: own.onlineOnly ? 'online only' : 'online and offline', set: own.onlineOnly, restricts: own.onlineOnly},
    ],
  }),
  asCommand: ({shown, onlineOnly, conditions}, arranged) =>
    shown.length === 0
      ? ['agents', 'list']
      : [
          ...['apps', 'list', '--agent', shown.join(','), ...(onlineOnly ? ['--online'] : [])],
          ...conditionOptions(conditions),
          ...arranged,
        ],
  asRequest: ({data}) => {
    const {shown, onlineOnly} = data.own;
    if (shown.length === 0) return [{site: 'console', path: '/api/agents', query: {detail: 1}}];
    const query = {_page: 1, _pagesize: PAGE_SIZE, ...(onlineOnly && {online: 1})};
    return shown.map(id => ({site: 'console', path: `/api/agents/${encodeURIComponent(id)}/applications`, query}));
  },
  empty: emptyLines,
  failure: ({shown, agentsFailure}) => (shown.length === 0 ? agentsFailure : undefined),
  update: updateApplications,
  open: ({agent = '', application}) => {
    const agents = listItems(agent);
    if (agents.length === 0) return 'An agent id is needed.';
    return {kind: 'show', agents, ...(application !== undefined && {application: Number(application)})};
  },
  commands: applicationCommands,
});

const agentSubject: Subject<ApplicationsState> = {
  fields: Object.keys(agentFields),
  of: state => {
    const {shown, agents} = state.data.own;
    const row = listOfApplications.subjects?.application?.of(state);
    const agent = row?.agent ?? (shown.length === 1 ? shown[0] : undefined);
    return agent === undefined ? undefined : {id: agent, name: agents?.find(({id}) => String(id) === agent)?.name};
  },
};

const update: typeof listOfApplications.update = (state, action, env) => {
  const [next, ...tasks] = listOfApplications.update(state, action, env);
  if (action.kind !== 'rows-loaded' && action.kind !== 'rows-failed') return [next, ...tasks];
  const {recent: before, refused} = next.data.own;
  const recent = before.filter(agent => !refused.includes(agent));
  if (recent.length === before.length) return [next, ...tasks];
  return [changeOwn(next, {recent}), ...tasks, forgetRecent(refused)];
};

const subjects = {...listOfApplications.subjects, agent: agentSubject};

export const applicationsScreen = {...listOfApplications, update, subjects};
