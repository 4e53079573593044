import type {Agent} from '@edge-console/schema';
import type {Failure} from '../../core/failure.ts';
import type {Intent} from '../../core/screen.ts';
import type {PlaceSource} from '../../dialogs/command-line/candidates.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {sanitise} from '../../text/sanitise.ts';

export interface AgentChoice {
  /** All agents. Undefined until they are read, or if the gateway's console has no list (`docs/field-facts.md#15`). */
  readonly agents: readonly Agent[] | undefined;
  readonly agentsFailure: Failure | undefined;
  /** Id of the chosen agent. It is a string, because the operator can type it. */
  readonly agent: string | undefined;
  /** Ids of the agents shown most recently, newest first. */
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

/** Returns the next or previous agent id, and wraps around. Without a list of agents, uses the recent agents. */
export const neighbour = ({agents, agent, recent}: AgentChoice, by: 1 | -1): string | undefined => {
  const ids = agents?.map(({id}) => String(id)) ?? recent;
  const at = ids.indexOf(agent ?? '');
  return ids[at === -1 && by === -1 ? ids.length - 1 : (at + by + ids.length) % ids.length];
};

export const agentName = ({agents, agent}: AgentChoice): string => {
  const offered = agents?.find(({id}) => String(id) === agent);
  return [agent ?? '', offered?.name ?? ''].map(sanitise).join(' ').trim();
};

const CHOOSE = {title: 'Choose an agent', submitLabel: 'show'};

export const agentDialog = <A>(choice: AgentChoice, chosen: (agent: string) => A, words = CHOOSE): Intent<A> => {
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
      ...words,
      fields: [...(known.length === 0 ? [] : [list]), {...agentField, shown: typed}],
      given: givenOf(choice.agent, known),
      submit: async values => (typed(values) ? values.agent : values.known)?.trim() ?? '',
    },
    chosen,
  );
};

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
