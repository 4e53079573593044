import type {Command} from '../commands/command.ts';
import {type FormAction, formCommands, formTextTarget, updateForm} from '../commands/form-commands.ts';
import type {Failure} from '../core/failure.ts';
import {mount} from '../core/mount.ts';
import {type DialogIntent, type EffectContext, effect, type Next, type Screen} from '../core/screen.ts';
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
import {formDialogView} from './form-dialog-view.tsx';
import {LEAVE_HINT, type Outcome, replyTo} from './unfinished.ts';

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
  readonly hint: string | undefined;
}

type FormDialogAction<R> =
  | {readonly kind: 'enter'}
  | {readonly kind: 'form'; readonly action: FormAction}
  | {readonly kind: 'submit'}
  | {readonly kind: 'close'}
  | {readonly kind: 'done'; readonly result: R}
  | {readonly kind: 'failed'; readonly failure: Failure};

/**
 * Opens a form over the screen. What `submit` gives reaches the screen through `done`; `abandoned` does when the form is
 * left while `submit` is under way.
 */
export const formDialog = <R, A>(
  options: FormDialogOptions<R>,
  done: (result: R) => A,
  abandoned?: A,
): DialogIntent<A> => ({
  kind: 'dialog',
  open: (host, reply) => mount(formScreen(options), host, replyTo(reply, done, abandoned)),
});

const formScreen = <R>(options: FormDialogOptions<R>): Screen<FormDialogState, FormDialogAction<R>, Outcome<R>> => {
  const {fields} = options;
  type Action = FormDialogAction<R>;
  type Step = Next<FormDialogState, Action, Outcome<R>>;

  const submit = (state: FormDialogState, now: number): Step => {
    if (state.submitting !== undefined) return [state];
    const form = checkForm(fields, state.form, now);
    if (hasProblems(form)) return [{...state, form, failure: undefined}];
    return [
      {form, submitting: now, failure: undefined, hint: undefined},
      effect<Action>(
        'submit',
        async (context, signal) => ({kind: 'done', result: await options.submit(valuesOf(form), context, signal)}),
        failure => ({kind: 'failed', failure}),
      ),
    ];
  };

  return {
    title: options.title,
    initial: {form: createForm(fields, options.given), submitting: undefined, failure: undefined, hint: undefined},
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
          if (state.submitting === undefined) return [state, {kind: 'close'}];
          if (state.hint !== LEAVE_HINT) return [{...state, hint: LEAVE_HINT}];
          return [state, {kind: 'close'}, {kind: 'reply', out: {kind: 'abandoned'}}];
        case 'done':
          return [state, {kind: 'close'}, {kind: 'reply', out: {kind: 'done', result: action.result}}];
        case 'failed':
          return [{...state, submitting: undefined, failure: action.failure, hint: undefined}];
        default:
          return action satisfies never;
      }
    },
    commands: formDialogCommands(options.submitLabel),
    textTarget: state => formTextTarget<Action>(fields, state.form, action => ({kind: 'form', action})),
    View: formDialogView(options.title, fields),
  };
};

export const formDialogCommands = (
  submitLabel: string,
): readonly Command<
  FormDialogState,
  {readonly kind: 'submit' | 'close'} | {readonly kind: 'form'; readonly action: FormAction}
>[] => [
  {
    id: 'submit',
    title: 'Submit the form',
    keys: ['enter'],
    group: 'Form',
    footer: submitLabel,
    action: {kind: 'submit'},
  },
  {id: 'close', title: 'Cancel', keys: ['esc'], group: 'Form', footer: 'cancel', action: {kind: 'close'}},
  ...formCommands(action => ({kind: 'form', action}) as const),
];
