import type {Command} from '../../commands/command.ts';
import type {Condition} from '../../core/condition.ts';
import type {DialogIntent} from '../../core/screen.ts';
import type {FieldSpec} from '../../form/form.ts';
import {
  type ConditionAction,
  type ConditionLanguage,
  conditionCommandsOf,
  expressionFieldOf,
} from '../../list/conditions/condition-commands.ts';
import {type ConditionOptions, conditionDialog} from '../../list/dialogs/condition-dialog.ts';
import {syntax} from './entry-condition.ts';
import {inputProblem} from './entry-test.ts';
import {effectWords} from './scope.ts';

const language: ConditionLanguage = {syntax, problem: inputProblem, effect: effectWords};

export const expressionField = (verb: Condition['verb']): FieldSpec => expressionFieldOf(verb, language);

export const entryConditionCommands = <S>(what: string): readonly Command<S, ConditionAction>[] =>
  conditionCommandsOf(what, language);

export const entryConditionDialog = (
  options: Pick<ConditionOptions, 'conditions' | 'seen'>,
): DialogIntent<ConditionAction> => conditionDialog({...options, rows: 'entries', language});
