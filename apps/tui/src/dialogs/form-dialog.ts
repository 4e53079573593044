import type {Failure} from '../core/failure.ts';
import {mount} from '../core/mount.ts';
import {type Binding, type DialogIntent, type EffectContext, effect, type Next, type Screen} from '../core/screen.ts';
import {
  checkForm,
  createForm,
  type FieldSpec,
  type Form,
  hasProblems,
  moveFocus,
  type Values,
  valuesOf,
} from '../form/form.ts';
import {type FormAction, formKeys, formTextTarget, updateForm} from '../form/form-keys.ts';
import {formDialogView} from './form-dialog-view.tsx';

export interface FormDialogOptions<R> {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly given?: Values;
  readonly submitLabel: string;
  /** Carries the form out. While it runs the form stays, and it stays filled in when it fails. */
  submit(values: Values, context: EffectContext, signal: AbortSignal): Promise<R>;
}

export interface FormDialogState {
  readonly form: Form;
  readonly submitting: number | undefined;
  readonly failure: Failure | undefined;
}

type FormDialogAction<R> =
  | {readonly kind: 'enter'}
  | {readonly kind: 'form'; readonly action: FormAction}
  | {readonly kind: 'submit'}
  | {readonly kind: 'close'}
  | {readonly kind: 'done'; readonly result: R}
  | {readonly kind: 'failed'; readonly failure: Failure};

/** Opens a form over the screen. What `submit` gives reaches the screen through `done`. */
export const formDialog = <R, A>(options: FormDialogOptions<R>, done: (result: R) => A): DialogIntent<A> => ({
  kind: 'dialog',
  open: (host, reply) => mount(formScreen(options), host, result => reply(done(result))),
});

const formScreen = <R>(options: FormDialogOptions<R>): Screen<FormDialogState, FormDialogAction<R>, R> => {
  const {fields} = options;
  type Action = FormDialogAction<R>;
  type Step = Next<FormDialogState, Action, R>;

  const submit = (state: FormDialogState, now: number): Step => {
    if (state.submitting !== undefined) return [state];
    const form = checkForm(fields, state.form, now);
    if (hasProblems(form)) return [{...state, form, failure: undefined}];
    return [
      {form, submitting: now, failure: undefined},
      effect<Action>(
        'submit',
        async (context, signal) => ({kind: 'done', result: await options.submit(valuesOf(form), context, signal)}),
        failure => ({kind: 'failed', failure}),
      ),
    ];
  };

  return {
    title: options.title,
    initial: {form: createForm(fields, options.given), submitting: undefined, failure: undefined},
    enter: {kind: 'enter'},
    update: (state, action, {now}): Step => {
      switch (action.kind) {
        case 'enter':
          return [{...state, form: moveFocus(fields, state.form, {by: 1, now})}];
        case 'form':
          if (state.submitting !== undefined) return [state];
          return [{...state, form: updateForm(fields, state.form, {action: action.action, now})}];
        case 'submit':
          return submit(state, now);
        case 'close':
          return [state, {kind: 'close'}];
        case 'done':
          return [state, {kind: 'close'}, {kind: 'reply', out: action.result}];
        case 'failed':
          return [{...state, submitting: undefined, failure: action.failure}];
        default:
          return action satisfies never;
      }
    },
    keys: dialogKeys<R>(options.submitLabel),
    textTarget: state => formTextTarget<Action>(fields, state.form, action => ({kind: 'form', action})),
    View: formDialogView(options.title, fields),
  };
};

const dialogKeys = <R>(submitLabel: string): readonly Binding<FormDialogState, FormDialogAction<R>>[] => [
  {id: 'submit', keys: ['enter'], label: submitLabel, action: {kind: 'submit'}, footer: true},
  ...formKeys<FormDialogState, FormDialogAction<R>>(
    action => ({kind: 'form', action}),
    () => undefined,
  ),
  {id: 'close', keys: ['esc'], label: 'cancel', action: {kind: 'close'}, footer: true},
];
