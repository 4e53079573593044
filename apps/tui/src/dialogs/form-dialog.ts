import {type Command, inGroup} from '../commands/command.ts';
import {type FormAction, formCommands, formTextTarget, updateForm} from '../commands/form-commands.ts';
import {isPress} from '../core/pointer-event.ts';
import type {Held, Mounted, Next, OpenDialog, Screen} from '../core/screen.ts';
import {
  checkForm,
  createForm,
  type FieldSpec,
  type Form,
  hasProblems,
  moveFocus,
  setField,
  shownFields,
  type Values,
  valuesOf,
  withProblems,
} from '../form/form.ts';
import {selectedField} from '../form/text-field.ts';
import {plainUi, type Ui} from '../ui/context.ts';
import {type DialogText, dialogCellAt, dialogCells, dialogRows, dialogView} from '../ui/DialogBox.tsx';
import {fieldAtLine, formLines} from '../ui/form-lines.ts';
import {
  closeCommand,
  type DialogOutcome,
  isRefused,
  type Leaving,
  noWork,
  startFooter,
  startWork,
  updateWork,
  type Work,
  type WorkAction,
  type WorkRun,
  workDialog,
  workLines,
} from './work.ts';

export interface FormDialogOptions<R> {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly given?: Values;
  readonly submitLabel: string;
  submit(values: Values, ...work: Parameters<WorkRun<R>>): Promise<R>;
  readonly atOnce?: boolean;
  readonly leaving?: Leaving;
  readonly holds?: Held;
}

interface FormDialogState {
  readonly form: Form;
  readonly work: Work;
}

type KeyAction =
  | {readonly kind: 'submit'}
  | {readonly kind: 'close'}
  | {readonly kind: 'form'; readonly action: FormAction};
type FormDialogAction<R> = {readonly kind: 'enter' | 'signed-in'} | KeyAction | WorkAction<R>;

const GROUP = 'Form';
const command = inGroup<FormDialogState, KeyAction>(GROUP);

export const formDialogCommands = (
  submitLabel: string,
  leaving?: Leaving,
): readonly Command<FormDialogState, KeyAction>[] => [
  command({
    id: 'submit',
    title: 'Submit the form',
    keys: ['enter'],
    ...startFooter(submitLabel),
    action: {kind: 'submit'},
  }),
  closeCommand(GROUP, leaving),
  ...formCommands<FormDialogState, KeyAction>(action => ({kind: 'form', action})),
];

export const formDialog = <R, A>(options: FormDialogOptions<R>, done: (result: R) => A, abandoned?: A) =>
  workDialog(formScreen(options), done, abandoned);

/** Returns a form that submits a text. When `submit` resolves, a message shows the resolved text followed by `hint`. */
export const messageForm =
  (options: FormDialogOptions<string>, hint?: string): OpenDialog =>
  host => {
    const {open} = formDialog(options, (text: string) => text);
    const dialog: Mounted = open(host, text => host.intend({kind: 'flash', tone: 'ok', text, hint}, dialog));
    return dialog;
  };

/** If the only field is a text field, its text is selected, so that typing replaces it. */
const initialForm = ({fields, given}: Pick<FormDialogOptions<unknown>, 'fields' | 'given'>): Form => {
  const form = createForm(fields, given);
  const [only, ...others] = fields;
  if (only?.kind !== 'text' || others.length > 0) return form;
  return setField(form, only.name, selectedField(form.fields[only.name]?.value ?? ''));
};

const formScreen = <R>(
  options: FormDialogOptions<R>,
): Screen<FormDialogState, FormDialogAction<R>, DialogOutcome<R>> => {
  const {fields} = options;
  type Step = Next<FormDialogState, FormDialogAction<R>, DialogOutcome<R>>;

  const submit = (state: FormDialogState, now: number): Step => {
    if (state.work.since !== undefined) return [state];
    const form = checkForm(fields, state.form, now);
    if (hasProblems(form)) return [{form, work: {...state.work, failure: undefined}}];
    const run: WorkRun<R> = (...work) => options.submit(valuesOf(form), ...work);
    return [{form, work: {...noWork, since: now}}, startWork(run)];
  };

  const layout = ({work}: FormDialogState, ui: Ui, now: number) => {
    const cells = dialogCells(ui.columns);
    const foot = workLines(work, {ui, now, cells});
    return {foot, form: {ui, now, cells, rows: Math.max(2, dialogRows(ui.rows) - foot.length)}};
  };
  const textOf = (state: FormDialogState, ui: Ui, now: number): DialogText => {
    const {foot, form} = layout(state, ui, now);
    return {title: options.title, head: formLines(fields, state.form, form), foot};
  };

  return {
    title: options.title,
    initial: {form: initialForm(options), work: noWork},
    enter: {kind: 'enter'},
    signedIn: {kind: 'signed-in'},
    update: (state, action, {now}): Step => {
      switch (action.kind) {
        case 'enter': {
          const entered = {...state, form: moveFocus(fields, state.form, {by: 1, now})};
          return options.atOnce === true ? submit(entered, now) : [entered];
        }
        case 'form':
          if (state.work.since !== undefined) return [state];
          return [{...state, form: updateForm(fields, state.form, {action: action.action, now})}];
        case 'submit':
          return submit(state, now);
        case 'failed': {
          const {problems} = action.failure;
          if (problems === undefined) return updateWork(state, action);
          return [{form: withProblems(fields, state.form, problems), work: noWork}];
        }
        case 'signed-in':
          return isRefused(state.work) ? submit(state, now) : [state];
        default:
          return updateWork(state, action, options.leaving);
      }
    },
    commands: formDialogCommands(options.submitLabel, options.leaving).map(each => ({
      ...each,
      ...(each.id === 'next-field' && {
        footerOf: ({form}: FormDialogState) => (shownFields(fields, form).length > 1 ? each.footer : undefined),
      }),
    })),
    progress: ({work}) => work.done,
    holds: ({work}) => (work.since === undefined ? undefined : options.holds),
    textTarget: state => formTextTarget<FormDialogAction<R>>(fields, state.form, action => ({kind: 'form', action})),
    pointed: (state, event, {now, size}) => {
      const ui = {...plainUi, ...size};
      const line = isPress(event) ? dialogCellAt(textOf(state, ui, now), event, size)?.index : undefined;
      const name =
        line === undefined ? undefined : fieldAtLine(fields, state.form, {...layout(state, ui, now).form, line});
      return name === undefined ? undefined : {action: {kind: 'form', action: {kind: 'focus-field', name}}};
    },
    View: dialogView(textOf),
  };
};
