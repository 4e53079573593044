import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../form/form.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Agents, ApplicationsAction} from './state.ts';

const TYPED = 'another';

export const agentField: FieldSpec = {
  kind: 'text',
  name: 'agent',
  label: 'Agent id',
  check: value => (value.trim() === '' ? 'an agent id is needed' : undefined),
};

/** Chooses an agent: from those that the console offers, the recent ones, or by id. */
export const agentDialog = (
  agents: Agents,
  recent: readonly string[],
  current: string | undefined,
): Intent<ApplicationsAction> => {
  const known = choices(agents, recent);
  const fields: readonly FieldSpec[] = [
    ...(known.length === 0
      ? []
      : [
          {
            kind: 'choice',
            name: 'known',
            label: 'Agent',
            options: [...known, {value: TYPED, label: 'by id'}],
          } as const,
        ]),
    {...agentField, shown: values => known.length === 0 || values.known === TYPED},
  ];
  return formDialog(
    {
      title: 'Choose an agent',
      fields,
      given:
        current === undefined
          ? {}
          : known.some(({value}) => value === current)
            ? {known: current}
            : {known: TYPED, agent: current},
      submitLabel: 'show',
      submit: async values => (known.length > 0 && values.known !== TYPED ? values.known : values.agent)?.trim() ?? '',
    },
    (agent): ApplicationsAction => ({kind: 'agent', agent}),
  );
};

const choices = (
  agents: Agents,
  recent: readonly string[],
): readonly {readonly value: string; readonly label: string}[] => {
  const offered =
    agents.kind === 'offered'
      ? agents.agents.map(({id, name}) => ({
          value: String(id),
          label: sanitise(name === undefined ? `agent ${id}` : `${id} ${name}`),
        }))
      : [];
  const values = new Set(offered.map(({value}) => value));
  return [...offered, ...recent.filter(id => !values.has(id)).map(id => ({value: id, label: sanitise(id)}))];
};
