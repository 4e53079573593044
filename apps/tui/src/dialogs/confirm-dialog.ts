import {type Command, inGroup} from '../commands/command.ts';
import {isPress} from '../core/pointer-event.ts';
import type {EffectContext, Next, Screen} from '../core/screen.ts';
import {type TextField, textField} from '../form/text-field.ts';
import {sanitise} from '../text/sanitise.ts';
import {cellWidth} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import {plainUi, type Ui} from '../ui/context.ts';
import {type DialogText, dialogCellAt, dialogCells, dialogView} from '../ui/DialogBox.tsx';
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
  /** One sentence per line. The dialog sanitises them. */
  readonly lines: readonly string[];
  /** Text that the operator must type to confirm. Absent if the action can be undone. */
  readonly typed?: string;
  readonly choices: readonly Choice<R>[];
}

interface Choice<R> {
  readonly label: string;
  /** The dialog closes when the promise resolves, and stays open if it rejects. */
  carryOut(context: EffectContext, signal: AbortSignal): Promise<R>;
}

interface ConfirmState {
  readonly field: TextField;
  readonly button: number;
  readonly work: Work;
}

type KeyAction =
  | {readonly kind: 'turn'; readonly by: 1 | -1}
  | {readonly kind: 'focus'; readonly button: number}
  | {readonly kind: 'press'}
  | {readonly kind: 'close'};
type ConfirmAction<R> =
  | {readonly kind: 'type'; readonly field: TextField}
  | {readonly kind: 'signed-in'}
  | KeyAction
  | WorkAction<R>;

const GROUP = 'Confirmation';
const command = inGroup<ConfirmState, KeyAction>(GROUP);

export const confirmCommands: readonly Command<ConfirmState, KeyAction>[] = [
  command({
    id: 'press',
    title: 'Press the button',
    keys: ['enter'],
    ...startFooter('press the button'),
    action: {kind: 'press'},
  }),
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
  closeCommand(GROUP),
];

/** Cancel has the focus at first. When the text that must be typed matches, the first choice gets the focus. */
export const confirmDialog = <R, A>(options: ConfirmOptions<R>, done: (result: R) => A, abandoned?: A) =>
  workDialog(confirmScreen(options), done, abandoned);

const confirmScreen = <R>(options: ConfirmOptions<R>): Screen<ConfirmState, ConfirmAction<R>, DialogOutcome<R>> => {
  type Step = Next<ConfirmState, ConfirmAction<R>, DialogOutcome<R>>;
  const {typed, choices} = options;
  const labels = ['Cancel', ...choices.map(({label}) => label)];

  const textOf = (state: ConfirmState, ui: Ui, now: number): DialogText => {
    const cells = dialogCells(ui.columns);
    return {
      title: options.title,
      head: options.lines.flatMap(line => wrap(sanitise(line), cells)),
      foot: [
        ...typedLines(typed, state.field, {ui, cells}),
        '',
        buttonsLine(labels, state.button, ui),
        ...workLines(state.work, {ui, now, cells}),
      ],
    };
  };

  const press = (state: ConfirmState, now: number): Step => {
    if (state.work.since !== undefined) return [state];
    const choice = choices[state.button - 1];
    if (choice === undefined) {
      return [state, {kind: 'close'}, {kind: 'flash', tone: 'ok', text: `${sanitise(options.title)}: cancelled.`}];
    }
    if (typed !== undefined && state.field.value !== typed) {
      return [{...state, work: {...state.work, hint: 'The text does not match. Nothing was done.'}}];
    }
    return [{...state, work: {...noWork, since: now}}, startWork(choice.carryOut)];
  };

  const typedIn = (state: ConfirmState, field: TextField): ConfirmState => {
    const button = field.value === state.field.value ? state.button : Number(field.value === typed);
    return {...state, field, button, work: {...state.work, hint: undefined}};
  };

  return {
    title: options.title,
    initial: {field: textField(''), button: 0, work: noWork},
    signedIn: {kind: 'signed-in'},
    update: (state, action, {now}): Step => {
      switch (action.kind) {
        case 'type':
          return [typedIn(state, action.field)];
        case 'turn':
          return [{...state, button: (state.button + action.by + labels.length) % labels.length}];
        case 'focus':
          return [{...state, button: action.button}];
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
    // A click moves the focus to a button, but never presses it.
    pointed: (state, event, {now, size}) => {
      if (!isPress(event)) return undefined;
      const ui = {...plainUi, ...size};
      const cell = dialogCellAt(textOf(state, ui, now), event, size);
      if (cell?.line !== buttonsLine(labels, state.button, ui)) return undefined;
      const button = buttonAt(labels, cell.column);
      return button === -1 ? undefined : {action: {kind: 'focus', button}};
    },
    View: dialogView(textOf, {danger: true}),
  };
};

const typedLines = (typed: string | undefined, field: TextField, {ui, cells}: {ui: Ui; cells: number}) =>
  typed === undefined ? [] : ['', ...wrap(`Type ${sanitise(typed)} to confirm:`, cells), inputLine('>', field, ui)];

const buttonsLine = (labels: readonly string[], selected: number, {paint}: Ui): string =>
  labels
    .map((label, at) => {
      if (at !== selected) return ` ${label} `;
      return paint(at === 0 ? 'selection' : 'status.danger', `[${label}]`);
    })
    .join(' '.repeat(BUTTON_GAP))
    .trimEnd();

const BUTTON_GAP = 2;

const buttonAt = (labels: readonly string[], column: number): number => {
  let from = 0;
  return labels.findIndex(label => {
    const begin = from;
    from += cellWidth(label) + 2 + BUTTON_GAP;
    return column >= begin && column < from - BUTTON_GAP;
  });
};
