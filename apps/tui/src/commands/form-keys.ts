import type {Binding, TextTarget} from '../core/screen.ts';
import {type FieldSpec, type Form, focusedSpec, moveFocus, setField, turnChoice} from '../form/form.ts';
import type {TextField} from '../form/text-field.ts';

/** What can be done to a form by keys. */
export type FormAction =
  | {readonly kind: 'edit'; readonly field: TextField}
  | {readonly kind: 'focus'; readonly by: number}
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
      return moveFocus(specs, form, {by: action.by, now});
    case 'turn':
      return turnChoice(specs, form, action.by);
    default:
      return action satisfies never;
  }
};

/** The keys of a form: between fields, and within a choice. */
export const formKeys = <S, A>(
  make: (action: FormAction) => A,
  unfocused: (state: S) => string | undefined,
): readonly Binding<S, A>[] => [
  {id: 'next-field', keys: ['tab', 'down'], label: 'next field', action: make({kind: 'focus', by: 1}), footer: true},
  {id: 'previous-field', keys: ['shift-tab', 'up'], label: 'previous field', action: make({kind: 'focus', by: -1})},
  {
    id: 'next-choice',
    keys: ['right', 'space'],
    label: 'next choice',
    action: make({kind: 'turn', by: 1}),
    disabledReason: unfocused,
  },
  {
    id: 'previous-choice',
    keys: ['left'],
    label: 'previous choice',
    action: make({kind: 'turn', by: -1}),
    disabledReason: unfocused,
  },
];

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
