import {editedConditions} from '../../../core/condition.ts';
import {dataOf} from '../../../core/remote.ts';
import {flash} from '../../../core/screen.ts';
import {expressionsByCount} from '../../../list/conditions/completion.ts';
import {type ConditionAction, conditionCommandsOf} from '../../../list/conditions/condition-commands.ts';
import {createValueChooser} from '../../../list/conditions/value-chooser.ts';
import {conditionDialog} from '../../../list/dialogs/condition-dialog.ts';
import {changeOwn} from '../../../list/loaded/spec.ts';
import {agentTitle, givenName} from '../agents/agent-choice.ts';
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
  applicationTest(own.conditions, agent => [agentTitle(own, agent), givenName(own, agent)].flatMap(name => name ?? []));

export const updateConditions = (
  state: ApplicationsState,
  action: ConditionAction,
  selected: ApplicationRow | undefined,
): ApplicationsStep => {
  const {conditions} = state.data.own;
  switch (action.kind) {
    case 'condition.ask': {
      const seen = expressionsByCount(dataOf(state.data.rows) ?? [], offeredValues);
      return [state, conditionDialog({rows: 'applications', language, conditions, seen})];
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
