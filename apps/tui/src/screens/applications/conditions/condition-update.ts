import {editedConditions} from '../../../core/condition.ts';
import {dataOf} from '../../../core/remote.ts';
import {flash} from '../../../core/screen.ts';
import {byCount} from '../../../list/conditions/completion.ts';
import {type ConditionAction, conditionCommandsOf} from '../../../list/conditions/condition-commands.ts';
import {createValueChooser} from '../../../list/conditions/value-chooser.ts';
import {conditionDialog} from '../../../list/dialogs/condition-dialog.ts';
import {changeOwn} from '../../../list/loaded/spec.ts';
import {agentTitle} from '../agents/agent-choice.ts';
import type {ApplicationRow, ApplicationsOwn, ApplicationsState, ApplicationsStep} from '../applications.ts';
import {applicationTest, conditionProblem, effectWords, offeredValues} from './application-conditions.ts';
import {type ApplicationField, syntax} from './application-fields.ts';

const language = {syntax, problem: conditionProblem, effect: effectWords};

export const conditionCommands = conditionCommandsOf<ApplicationsState>('those with one of its values', language);

const chooser = createValueChooser<ApplicationField>({
  prefix: 'application-value',
  rows: 'those',
  keys: {
    ...{name: 'n', id: 'i', state: 's', agent: 'a', pid: 'p', port: 'o'},
    ...{version: 'v', command: 'c', exe: 'e', directory: 'd', change: 'h'},
  },
});

export const applicationValueCommands = chooser.commands;

export const shownTest = (own: ApplicationsOwn): ((row: ApplicationRow) => boolean) =>
  applicationTest(own.conditions, agent => [
    agentTitle(own, agent),
    ...(own.agents ?? []).flatMap(({id, name}) => (String(id) === agent && name !== undefined ? [name] : [])),
  ]);

export const updateConditions = (
  state: ApplicationsState,
  action: ConditionAction,
  selected: ApplicationRow | undefined,
): ApplicationsStep => {
  const {conditions} = state.data.own;
  switch (action.kind) {
    case 'condition.ask': {
      const options = {rows: 'applications', language, conditions, seen: expressionsIn(state)};
      return [state, conditionDialog(options)];
    }
    case 'condition.value': {
      if (selected === undefined)
        return [state, flash('warn', 'No application is selected whose value could be taken.')];
      return [state, chooser.open(action.verb, offeredValues(selected))];
    }
    case 'condition.edit':
      return [changeOwn(state, {conditions: editedConditions(conditions, action)})];
    default:
      return action satisfies never;
  }
};

const MAX_ROWS = 2_000;

const expressionsIn = ({data}: ApplicationsState): readonly string[] =>
  byCount(
    (dataOf(data.rows) ?? [])
      .slice(0, MAX_ROWS)
      .flatMap(row => [...offeredValues(row)].map(([field, value]) => `${field}:${value}`)),
  );
