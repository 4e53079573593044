import {type Command, inGroup} from '../commands/command.ts';
import type {DialogIntent, EffectContext, Next, Screen} from '../core/screen.ts';
import {type TextField, textField} from '../form/text-field.ts';
import {sanitise} from '../text/sanitise.ts';
import {wrap} from '../text/wrap.ts';
import type {Ui} from '../ui/context.ts';
import {dialogCells, dialogView} from '../ui/DialogBox.tsx';
import {inputLine} from './input-list.ts';
import {
  closeCommand,
  type DialogOutcome,
  isRefused,
  noWork,
  startFooter,
  startWork,
  updateWork,
  type Work,
  type WorkAction,
  workDialog,
  workLines,
} from './work.ts';

export interface ConfirmOptions<R> {
  readonly title: string;
  /** The consequences, one sentence per line. They need not be sanitised. */
  readonly lines: readonly string[];
  /** Text that the operator must type to confirm. Absent if the action can be undone. */
  readonly typed?: string;
  readonly choices: readonly Choice<R>[];
}

interface Choice<R> {
  readonly label: string;
  /** Performs the action. The dialog closes when the promise resolves, and stays open if it rejects. */
  carryOut(context: EffectContext, signal: AbortSignal): Promise<R>;
}

interface ConfirmState {
  readonly field: TextField;
  /** Index of the focused button; 0 is Cancel. */
  readonly button: number;
  readonly work: Work;
}

type KeyAction = {readonly kind: 'turn'; readonly by: 1 | -1} | {readonly kind: 'press'} | {readonly kind: 'close'};
type ConfirmAction<R> =
  | {readonly kind: 'type'; readonly field: TextField}
  | {readonly kind: 'signed-in'}
  | KeyAction
  | WorkAction<R>;

const GROUP = 'Confirmation';
const command = inGroup<ConfirmState, KeyAction>(GROUP);

export const confirmCommands: readonly Command<ConfirmState, KeyAction>[] = [
  command({
    id: 'turn',
    title: 'Go to the next button',
    keys: ['tab', 'down'],
    footer: 'next button',
    action: {kind: 'turn', by: 1},
  }),
  command({
    id: 'turn-back',
    title: 'Go to the previous button',
    keys: ['shift-tab', 'up'],
    action: {kind: 'turn', by: -1},
  }),
  command({
    id: 'press',
    title: 'Press the button',
    keys: ['enter'],
    ...startFooter('press the button'),
    action: {kind: 'press'},
  }),
  closeCommand(GROUP),
];

/** Asks for confirmation, with the focus on Cancel at first. See {@link workDialog} for `done` and `abandoned`. */
export const confirmDialog = <R, A>(
  options: ConfirmOptions<R>,
  done: (result: R) => A,
  abandoned?: A,
): DialogIntent<A> => workDialog(confirmScreen(options), done, abandoned);

const confirmScreen = <R>(options: ConfirmOptions<R>): Screen<ConfirmState, ConfirmAction<R>, DialogOutcome<R>> => {
  type Step = Next<ConfirmState, ConfirmAction<R>, DialogOutcome<R>>;
  const {typed, choices} = options;
  const buttons = choices.length + 1;

  const press = (state: ConfirmState, now: number): Step => {
    if (state.work.since !== undefined) return [state];
    const choice = choices[state.button - 1];
    if (choice === undefined) return [state, {kind: 'close'}];
    if (typed !== undefined && state.field.value !== typed) {
      return [{...state, work: {...state.work, hint: 'The text does not match. Nothing was done.'}}];
    }
    return [{...state, work: {...noWork, since: now}}, startWork(choice.carryOut)];
  };

  return {
    title: options.title,
    initial: {field: textField(''), button: 0, work: noWork},
    signedIn: {kind: 'signed-in'},
    update: (state, action, {now}): Step => {
      switch (action.kind) {
        case 'type':
          return [{...state, field: action.field, work: {...state.work, hint: undefined}}];
        case 'turn':
          return [{...state, button: (state.button + action.by + buttons) % buttons}];
        case 'press':
          return press(state, now);
        case 'signed-in':
          return isRefused(state.work) ? press(state, now) : [state];
        default:
          return updateWork(state, action);
      }
    },
    commands: confirmCommands,
    textTarget: state =>
      typed === undefined || state.work.since !== undefined
        ? undefined
        : {field: state.field, changed: field => ({kind: 'type', field})},
    View: dialogView(
      (state, ui, now) => {
        const cells = dialogCells(ui.columns);
        return {
          title: options.title,
          head: options.lines.flatMap(line => wrap(sanitise(line), cells)),
          foot: [
            ...typedLines(typed, state.field, {ui, cells}),
            '',
            buttonsLine(['Cancel', ...choices.map(({label}) => label)], state.button, ui),
            ...workLines(state.work, {ui, now, cells}),
          ],
        };
      },
      {danger: true},
    ),
  };
};

const typedLines = (
  typed: string | undefined,
  field: TextField,
  {ui, cells}: {ui: Ui; cells: number},
): readonly string[] =>
  typed === undefined ? [] : ['', ...wrap(`Type ${sanitise(typed)} to confirm:`, cells), inputLine('>', field, ui)];

const buttonsLine = (labels: readonly string[], selected: number, {paint}: Ui): string =>
  labels
    .map((label, at) => {
      if (at !== selected) return ` ${label} `;
      return paint(at === 0 ? 'selection' : 'status.danger', `[${label}]`);
    })
    .join('  ')
    .trimEnd();
