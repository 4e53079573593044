import {type Command, inGroup} from '../../commands/command.ts';
import type {FieldSpec} from '../../form/form.ts';
import {sanitise} from '../../text/sanitise.ts';
import {type Condition, readExpression, unknownField} from './condition.ts';
import {inputProblem} from './entry-test.ts';
import {type ConditionEdit, effectWords} from './scope.ts';

export type ConditionAction =
  | {readonly kind: 'condition.ask'}
  /** Adds a condition for the selected row's value. */
  | {readonly kind: 'condition.value'; readonly verb: Condition['verb']}
  | ({readonly kind: 'condition.edit'} & ConditionEdit);

/** The field for a condition's expression. The command determines the verb. */
export const expressionField = (verb: Condition['verb']): FieldSpec => ({
  kind: 'text',
  name: 'expression',
  label: 'Expression',
  placeholder: 'a text, a /regex/ or field:value',
  check: text => inputProblem({verb, text: text.trim()}),
  note: text =>
    typeof readExpression(text) === 'string' ? undefined : sanitise(unknownField(text) ?? effectWords({verb, text})),
});

const TITLES = {keep: 'Keep only', drop: 'Drop'} as const;
const KEYS = {keep: '+', drop: '-'} as const;

/**
 * Returns the commands of a view that set conditions. `what` names the value in the commands' titles, such as `this
 * pattern`.
 */
export const conditionCommandsOf = <S>(what: string): readonly Command<S, ConditionAction>[] => {
  const filter = inGroup<S, ConditionAction>('Filter');
  const verbs = (['keep', 'drop'] as const).map(verb =>
    filter({
      id: verb,
      title: `${TITLES[verb]} ${what}`,
      keys: [KEYS[verb]],
      args: {
        fields: [expressionField(verb)],
        read: expression => ({expression}),
        action: ({expression = ''}) => ({kind: 'condition.edit', added: {verb, text: expression.trim()}}),
      },
      action: {kind: 'condition.value', verb},
    }),
  );
  return [
    filter({
      id: 'conditions',
      title: 'Keep or drop what matches',
      keys: ['&'],
      footer: 'keep or drop',
      action: {kind: 'condition.ask'},
    }),
    ...verbs,
  ];
};
