import type {Agent} from '@edge-console/schema';
import type {Failure} from '../../core/failure.ts';
import type {Intent} from '../../core/screen.ts';
import type {PlaceSource} from '../../dialogs/command-line/candidates.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {sanitise} from '../../text/sanitise.ts';

/** The known agents, and the agent shown. */
export interface AgentChoice {
  /** Undefined until they are known; some consoles have no such list (`docs/field-facts.md#15`). */
  readonly agents: readonly Agent[] | undefined;
  /** Why the agents could not be read. */
  readonly agentsFailure: Failure | undefined;
  /** The agent shown, as text, since it may be typed. */
  readonly agent: string | undefined;
  /** Ids of agents that were shown, the most recent first. */
  readonly recent: readonly string[];
}

const MAX_RECENT = 10;
const TYPED = 'another';

export const agentField: FieldSpec = {
  kind: 'text',
  name: 'agent',
  label: 'Agent id',
  check: value => (value.trim() === '' ? 'an agent id is needed' : undefined),
};

export const choose = <C extends AgentChoice>(choice: C, agent: string): C => ({
  ...choice,
  agent,
  recent: [agent, ...choice.recent.filter(id => id !== agent)].slice(0, MAX_RECENT),
});

/** The agent before or after the one shown, with wraparound; among the recent ones if there is no list. */
export const neighbour = ({agents, agent, recent}: AgentChoice, by: 1 | -1): string | undefined => {
  const ids = agents?.map(({id}) => String(id)) ?? recent;
  const at = ids.indexOf(agent ?? '');
  return ids[at === -1 && by === -1 ? ids.length - 1 : (at + by + ids.length) % ids.length];
};

export const agentName = ({agents, agent}: AgentChoice): string => {
  const offered = agents?.find(({id}) => String(id) === agent);
  return [agent ?? '', offered?.name ?? ''].map(sanitise).join(' ').trim();
};

/** Chooses an agent from the console's list, from the recent ones, or by id. */
export const agentDialog = <A>(choice: AgentChoice, chosen: (agent: string) => A): Intent<A> => {
  const known = options(choice);
  const typed = (values: Values): boolean => known.length === 0 || values.known === TYPED;
  const list: FieldSpec = {
    kind: 'choice',
    name: 'known',
    label: 'Agent',
    options: [...known, {value: TYPED, label: 'by id'}],
  };
  return formDialog(
    {
      title: 'Choose an agent',
      fields: [...(known.length === 0 ? [] : [list]), {...agentField, shown: typed}],
      given: givenOf(choice.agent, known),
      submitLabel: 'show',
      submit: async values => (typed(values) ? values.agent : values.known)?.trim() ?? '',
    },
    chosen,
  );
};

/** Places in the palette: the applications of each agent. */
export const agentPlaces: PlaceSource = async ({client}, signal) =>
  (
    await client()
      .applications.agents({signal})
      .catch(() => [])
  ).map(({id, name}) => ({
    title: sanitise(`Go to the applications of agent ${id}${name === undefined ? '' : ` ${name}`}`),
    screen: 'applications',
    params: {agent: String(id)},
  }));

const givenOf = (agent: string | undefined, known: ReturnType<typeof options>): Values => {
  if (agent === undefined) return {};
  return known.some(({value}) => value === agent) ? {known: agent} : {known: TYPED, agent};
};

const options = ({agents = [], recent}: AgentChoice) => {
  const offered = agents.map(({id, name}) => ({
    value: String(id),
    label: sanitise(name === undefined ? `agent ${id}` : `${id} ${name}`),
  }));
  const values = new Set(offered.map(({value}) => value));
  return [...offered, ...recent.filter(id => !values.has(id)).map(id => ({value: id, label: sanitise(id)}))];
};
