import {type Command, inGroup} from '../../commands/command.ts';
import {type Condition, type ConditionEdit, type ConditionSyntax, VERBS} from '../../core/condition.ts';
import type {FieldSpec} from '../../form/form.ts';
import {sanitise} from '../../text/sanitise.ts';

export interface ConditionLanguage {
  readonly syntax: ConditionSyntax;
  problem(condition: Condition): string | undefined;
  /** Returns a text such as `drops entries that contain "x"`. Not sanitised. */
  effect(condition: Condition): string;
}

export type ConditionAction =
  | {readonly kind: 'condition.ask'}
  | {readonly kind: 'condition.value'; readonly verb: Condition['verb']}
  | ({readonly kind: 'condition.edit'} & ConditionEdit);

export const expressionFieldOf = (
  verb: Condition['verb'],
  {syntax, problem, effect}: ConditionLanguage,
): FieldSpec => ({
  kind: 'text',
  name: 'expression',
  label: 'Expression',
  placeholder: 'a text, a /regex/ or field:value',
  check: text => problem({verb, text: text.trim()}),
  note: text =>
    typeof syntax.parse(text) === 'string' ? undefined : sanitise(syntax.unknownField(text) ?? effect({verb, text})),
});

export const VERB_WORDS = {keep: 'Keep only', drop: 'Drop'} as const;
const KEYS = {keep: '+', drop: '-'} as const;

/** `what` names the selected row's value in the titles, such as `this pattern`. */
export const conditionCommandsOf = <S>(
  what: string,
  language: ConditionLanguage,
): readonly Command<S, ConditionAction>[] => {
  const filter = inGroup<S, ConditionAction>('Filter');
  const verbs = VERBS.map(verb =>
    filter({
      id: verb,
      title: `${VERB_WORDS[verb]} ${what}`,
      keys: [KEYS[verb]],
      args: {
        fields: [expressionFieldOf(verb, language)],
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
