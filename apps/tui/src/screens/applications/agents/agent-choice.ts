import type {Agent} from '@edge-console/schema';
import {listItems} from '../../../commands/arguments.ts';
import {type Failure, toFailure} from '../../../core/failure.ts';
import type {Preferences} from '../../../core/preferences.ts';
import {type Effect, effect} from '../../../core/screen.ts';
import type {PlaceSource} from '../../../dialogs/command-line/candidates.ts';
import type {FieldSpec} from '../../../form/form.ts';
import {
  agentPreferences,
  forgetRecentAgents,
  readAgents,
  readRecentAgents,
  type SavedAgent,
  saveRecentAgents,
} from '../../../saved/agent-preferences.ts';
import {sanitise} from '../../../text/sanitise.ts';

export interface AgentChoice {
  /** Undefined until the list is read, or if the gateway refuses to list its agents (`docs/field-facts.md#15`). */
  readonly agents?: readonly Agent[] | undefined;
  readonly agentsFailure?: Failure | undefined;
  readonly saved: readonly SavedAgent[];
  /** Ids of the agents whose applications are shown. Ids are strings, because the operator may type any text. */
  readonly shown: readonly string[];
  readonly recent: readonly string[];
  readonly refused: readonly string[];
}

export const noAgents: AgentChoice = {saved: [], shown: [], recent: [], refused: []};

export type AgentsAction =
  | {readonly kind: 'agents'; readonly known: Pick<AgentChoice, 'agents' | 'agentsFailure'>}
  | {readonly kind: 'saved-agents'; readonly known: Pick<AgentChoice, 'saved'> & Partial<Pick<AgentChoice, 'recent'>>}
  | {readonly kind: 'saved-failed'; readonly failure: Failure}
  | {readonly kind: 'recent-saved'};

export const agentField: FieldSpec = {
  kind: 'text',
  name: 'agent',
  label: 'Agent id',
  check: value => (listItems(value).length === 0 ? 'an agent id is needed' : undefined),
};

export interface AgentOption {
  readonly id: string;
  /** The operator's and the gateway's name for the agent, such as `Frankfurt (fra-1)`. Not sanitised, may be empty. */
  readonly name: string;
  readonly isFavourite: boolean;
}

/** Favourites come first, then the gateway's agents, then recent agents that the gateway does not list. */
export const agentOptions = (choice: AgentChoice): readonly AgentOption[] => {
  const {agents = [], saved, recent} = choice;
  const favourites = new Set(saved.filter(({isFavourite}) => isFavourite === true).map(({id}) => id));
  const listed = agents.map(({id}) => String(id));
  const ids = new Set([...listed.filter(id => favourites.has(id)), ...favourites, ...listed, ...recent]);
  return [...ids].map(id => ({id, name: nameOf(choice, id), isFavourite: favourites.has(id)}));
};

/** The gateway's name for the agent. Not sanitised. */
export const givenName = ({agents}: Pick<AgentChoice, 'agents'>, agent: string): string | undefined =>
  agents?.find(({id}) => String(id) === agent)?.name;

export const savedOf = ({saved}: Pick<AgentChoice, 'saved'>, agent: string): SavedAgent =>
  saved.find(({id}) => id === agent) ?? {id: agent};

const nameOf = (choice: AgentChoice, agent: string): string => {
  const given = givenName(choice, agent) ?? '';
  const own = savedOf(choice, agent).name ?? given;
  return own === given || given === '' ? own : `${own} (${given})`;
};

export const agentName = (choice: AgentChoice, agent: string): string =>
  sanitise(`${agent} ${nameOf(choice, agent)}`).trim();

export const agentTitle = (choice: AgentChoice, agent: string): string =>
  sanitise(savedOf(choice, agent).name ?? givenName(choice, agent) ?? agent);

/**
 * Returns the id of the agent after the shown one, or of the one before if `by` is -1. Skips favourites and recent
 * agents that the gateway does not list, unless the gateway refuses to list agents.
 */
export const neighbour = (choice: AgentChoice, by: 1 | -1): string | undefined => {
  const listed = choice.agents && new Set(choice.agents.map(({id}) => String(id)));
  const ids = agentOptions(choice)
    .map(({id}) => id)
    .filter(id => listed === undefined || listed.has(id));
  const at = ids.indexOf(choice.shown[0] ?? '');
  return ids[at === -1 && by === -1 ? ids.length - 1 : (at + by + ids.length) % ids.length];
};

export const loadAgents = (): Effect<AgentsAction> =>
  effect<AgentsAction>(
    'agents',
    async (context, signal, report) => {
      try {
        const preferences = agentPreferences(context);
        const [saved, recent] = [await readAgents(preferences), await readRecentAgents(preferences)];
        report({kind: 'saved-agents', known: {saved, recent}});
      } catch (error) {
        report({kind: 'saved-failed', failure: toFailure(error)});
      }
      const agents = await context.client().applications.agents({signal});
      return {kind: 'agents', known: {agents, agentsFailure: undefined}};
    },
    failure => ({kind: 'agents', known: {agents: undefined, agentsFailure: failure}}),
  );

const changeRecent = (name: string, change: (preferences: Preferences) => Promise<void>): Effect<AgentsAction> => ({
  kind: 'effect',
  name,
  background: true,
  run: async context => {
    await change(agentPreferences(context));
    return {kind: 'recent-saved'};
  },
  failed: failure => ({kind: 'saved-failed', failure}),
});

export const saveRecent = (ids: readonly string[]): Effect<AgentsAction> =>
  changeRecent('save-recent', preferences => saveRecentAgents(preferences, ids));

export const forgetRecent = (ids: readonly string[]): Effect<AgentsAction> =>
  changeRecent('forget-recent', preferences => forgetRecentAgents(preferences, ids));

export const agentPlaces: PlaceSource = async (context, signal) => {
  const {applications} = context.client();
  const [agents, saved] = await Promise.all([
    applications.agents({signal}).catch(() => []),
    readAgents(agentPreferences(context)).catch(() => []),
  ]);
  const choice = {...noAgents, agents, saved};
  return agentOptions(choice).map(({id}) => ({
    title: `Go to the applications of agent ${agentName(choice, id)}`,
    screen: 'applications',
    params: {agent: id},
  }));
};
