import type {Command} from '../commands/command.ts';
import type {Failure} from '../core/failure.ts';
import {mount} from '../core/mount.ts';
import {type EffectContext, effect, type Intent, type Next, type Screen} from '../core/screen.ts';
import {type TextField, textField} from '../form/text-field.ts';
import {confirmView} from './confirm-view.tsx';
import {LEAVE_HINT, type Outcome, replyTo} from './unfinished.ts';

export interface ConfirmOptions<R> {
  readonly title: string;
  /** What is known of the consequences, one sentence a line; sanitised here. */
  readonly lines: readonly string[];
  /** Text to type before it can be done; none for what can be undone. */
  readonly typed?: string;
  readonly confirmLabel: string;
  /** Does it. The dialog stays until it is done, and stays when it fails. */
  carryOut(context: EffectContext, signal: AbortSignal): Promise<R>;
}

export interface ConfirmState {
  readonly field: TextField;
  /** The button that Enter presses. Cancel until the operator turns to the other one. */
  readonly button: 'cancel' | 'confirm';
  readonly working: number | undefined;
  readonly failure: Failure | undefined;
  readonly hint: string | undefined;
}

type KeyAction = 'turn' | 'press' | 'close';

type ConfirmAction<R> =
  | {readonly kind: 'enter' | KeyAction}
  | {readonly kind: 'type'; readonly field: TextField}
  | {readonly kind: 'done'; readonly result: R}
  | {readonly kind: 'failed'; readonly failure: Failure};

export const confirmCommands: readonly Command<ConfirmState, {readonly kind: KeyAction}>[] = [
  {
    id: 'turn',
    title: 'Go to the other button',
    keys: ['tab', 'shift-tab', 'up', 'down'],
    group: 'Confirmation',
    footer: 'other button',
    action: {kind: 'turn'},
  },
  {
    id: 'press',
    title: 'Press the button',
    keys: ['enter'],
    group: 'Confirmation',
    footer: 'press the button',
    action: {kind: 'press'},
  },
  {id: 'close', title: 'Cancel', keys: ['esc'], group: 'Confirmation', footer: 'cancel', action: {kind: 'close'}},
];

/** Asks before something that cannot be taken back. `abandoned` is sent when it is left while the work is under way. */
export const confirmDialog = <R, A>(options: ConfirmOptions<R>, done: (result: R) => A, abandoned?: A): Intent<A> => ({
  kind: 'dialog',
  open: (host, reply) => mount(confirmScreen(options), host, replyTo(reply, done, abandoned)),
});

const confirmScreen = <R>(options: ConfirmOptions<R>): Screen<ConfirmState, ConfirmAction<R>, Outcome<R>> => {
  type Step = Next<ConfirmState, ConfirmAction<R>, Outcome<R>>;
  const {typed} = options;

  const press = (state: ConfirmState, now: number): Step => {
    if (state.working !== undefined) return [state];
    if (state.button === 'cancel') return [state, {kind: 'close'}];
    if (typed !== undefined && state.field.value !== typed) {
      return [{...state, hint: 'The name does not match; nothing was done.'}];
    }
    return [
      {...state, working: now, failure: undefined, hint: undefined},
      effect<ConfirmAction<R>>(
        'carry-out',
        async (context, signal) => ({kind: 'done', result: await options.carryOut(context, signal)}),
        failure => ({kind: 'failed', failure}),
      ),
    ];
  };

  return {
    title: options.title,
    initial: {field: textField(''), button: 'cancel', working: undefined, failure: undefined, hint: undefined},
    enter: {kind: 'enter'},
    update: (state, action, {now}): Step => {
      switch (action.kind) {
        case 'enter':
          return [state];
        case 'type':
          return [{...state, field: action.field, hint: undefined}];
        case 'turn':
          return [{...state, button: state.button === 'cancel' ? 'confirm' : 'cancel'}];
        case 'press':
          return press(state, now);
        case 'close':
          if (state.working === undefined) return [state, {kind: 'close'}];
          if (state.hint !== LEAVE_HINT) return [{...state, hint: LEAVE_HINT}];
          return [state, {kind: 'close'}, {kind: 'reply', out: {kind: 'abandoned'}}];
        case 'done':
          return [state, {kind: 'close'}, {kind: 'reply', out: {kind: 'done', result: action.result}}];
        case 'failed':
          return [{...state, working: undefined, failure: action.failure, hint: undefined}];
        default:
          return action satisfies never;
      }
    },
    commands: confirmCommands,
    textTarget: state =>
      typed === undefined || state.working !== undefined
        ? undefined
        : {field: state.field, changed: field => ({kind: 'type', field})},
    View: confirmView(options),
  };
};
