import {
  type FieldSpec,
  type Form,
  focusedSpec,
  focusField,
  moveFocus,
  recall,
  setField,
  turnChoice,
} from '../form/form.ts';
import type {TextField, TextTarget} from '../form/text-field.ts';
import {type Command, inGroup} from './command.ts';

export type FormAction =
  | {readonly kind: 'edit'; readonly field: TextField}
  | {readonly kind: 'focus'; readonly by: number}
  | {readonly kind: 'focus-field'; readonly name: string}
  | {readonly kind: 'turn'; readonly by: number};

export const updateForm = (
  specs: readonly FieldSpec[],
  form: Form,
  {action, now}: {action: FormAction; now: number},
): Form => {
  switch (action.kind) {
    case 'edit':
      return form.focus === undefined ? form : setField(form, form.focus, action.field);
    case 'focus':
      return recall(specs, form, action.by) ?? moveFocus(specs, form, {by: action.by, now});
    case 'focus-field':
      return focusField(specs, form, {name: action.name, now});
    case 'turn':
      return turnChoice(specs, form, action.by);
    default:
      return action satisfies never;
  }
};

export const formCommands = <S, A>(
  make: (action: FormAction) => A,
  disabledReason: (state: S) => string | undefined = () => undefined,
): readonly Command<S, A>[] => {
  const form = inGroup<S, A>('Form');
  const focus = (by: number): A => make({kind: 'focus', by});
  const turn = (by: number) => ({action: make({kind: 'turn', by}), disabledReason});
  return [
    form({
      id: 'next-field',
      title: 'Go to the next field',
      keys: ['tab', 'down'],
      footer: 'next field',
      action: focus(1),
    }),
    form({id: 'previous-field', title: 'Go to the previous field', keys: ['shift-tab', 'up'], action: focus(-1)}),
    form({id: 'next-choice', title: 'Take the next choice', keys: ['right', 'space'], ...turn(1)}),
    form({id: 'previous-choice', title: 'Take the previous choice', keys: ['left'], ...turn(-1)}),
  ];
};

export const formTextTarget = <A>(
  specs: readonly FieldSpec[],
  form: Form,
  make: (action: FormAction) => A,
): TextTarget<A> | undefined => {
  const spec = focusedSpec(specs, form);
  const field = spec === undefined ? undefined : form.fields[spec.name];
  if (spec?.kind !== 'text' || field === undefined) return undefined;
  return {field, changed: edited => make({kind: 'edit', field: edited})};
};
