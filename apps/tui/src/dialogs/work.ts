import type {Command} from '../commands/command.ts';
import type {Failure} from '../core/failure.ts';
import {mount} from '../core/mount.ts';
import {
  type DialogIntent,
  type Effect,
  type EffectContext,
  effect,
  type Next,
  type Progress,
  type SayProgress,
  type Screen,
} from '../core/screen.ts';
import {duration} from '../format/time.ts';
import {wrap} from '../text/wrap.ts';
import type {Ui} from '../ui/context.ts';
import {QUIET_MS} from '../ui/freshness.ts';
import {failureLines} from '../ui/Lines.tsx';

/** `abandoned`: the dialog was closed while the work ran, which may still take effect. */
export type DialogOutcome<R> = {readonly kind: 'done'; readonly result: R} | {readonly kind: 'abandoned'};

export const workDialog = <S, B, R, A>(
  screen: Screen<S, B, DialogOutcome<R>>,
  done: (result: R) => A,
  abandoned?: A,
): DialogIntent<A> => ({
  kind: 'dialog',
  open: (host, reply) =>
    mount(screen, host, outcome => {
      if (outcome.kind === 'done') reply(done(outcome.result));
      else if (abandoned !== undefined) reply(abandoned);
    }),
});

export interface Work {
  /** Start of the work in milliseconds since the epoch. Undefined while no work runs. */
  readonly since: number | undefined;
  readonly failure: Failure | undefined;
  readonly progress?: string;
  readonly done?: Progress;
  /** Placeholders such as `{dialog.close}` are replaced by the command's key. */
  readonly hint: string | undefined;
}

export const noWork: Work = {since: undefined, failure: undefined, hint: undefined};

/**
 * Texts for closing a dialog whose request is running. `verb` names the close key in the footer, and `hint` is shown
 * after the first press, because only the second press closes the dialog.
 */
export interface Leaving {
  readonly verb: string;
  readonly hint: string;
}

export const LEAVE: Leaving = {
  verb: 'leave',
  hint: 'The request is still running and may take effect. Press {dialog.close} again to close.',
};

export type WorkAction<R> =
  | {readonly kind: 'close'}
  | {readonly kind: 'progress'; readonly text: string; readonly done: Progress}
  | {readonly kind: 'done'; readonly result: R}
  | {readonly kind: 'failed'; readonly failure: Failure};

export type WorkRun<R> = (context: EffectContext, signal: AbortSignal, progress: SayProgress) => Promise<R>;

export const startWork = <R>(run: WorkRun<R>): Effect<WorkAction<R>> =>
  effect<WorkAction<R>>(
    'work',
    async (context, signal, report) => {
      const progress: SayProgress = (text, done = 'unknown') => report({kind: 'progress', text, done});
      return {kind: 'done', result: await run(context, signal, progress)};
    },
    failure => ({kind: 'failed', failure}),
  );

export const isRefused = ({failure}: Work): boolean => failure?.credentialRefused === true;

/** While the work runs, the first `close` shows a hint, and the second closes the dialog. */
export const updateWork = <S extends {readonly work: Work}, R>(
  state: S,
  action: WorkAction<R>,
  leaving = LEAVE,
): Next<S, never, DialogOutcome<R>> => {
  switch (action.kind) {
    case 'close':
      if (state.work.since === undefined) return [state, {kind: 'close'}];
      if (state.work.hint !== leaving.hint) return [{...state, work: {...state.work, hint: leaving.hint}}];
      return [state, {kind: 'close'}, {kind: 'reply', out: {kind: 'abandoned'}}];
    case 'progress':
      return [{...state, work: {...state.work, progress: action.text, done: action.done}}];
    case 'done':
      return [state, {kind: 'close'}, {kind: 'reply', out: {kind: 'done', result: action.result}}];
    case 'failed':
      return [{...state, work: {...noWork, failure: action.failure}}];
    default:
      return action satisfies never;
  }
};

export const closeCommand = (group: string, {verb, hint}: Leaving = LEAVE): Command<{work: Work}, {kind: 'close'}> => ({
  id: 'close',
  title: 'Cancel',
  keys: ['esc'],
  group,
  footer: 'cancel',
  footerOf: ({work}) => (work.since === undefined ? 'cancel' : work.hint === hint ? verb : `ask to ${verb}`),
  action: {kind: 'close'},
});

export const startFooter = (label: string) => ({
  footer: label,
  footerOf: ({work}: {work: Work}) => (work.since === undefined ? label : undefined),
});

export const workLines = (
  {since, failure, progress, hint}: Work,
  {ui, now, cells}: {ui: Ui; now: number; cells: number},
): string[] => [
  ...(failure === undefined ? [] : ['', ...failureLines(failure, {ui, cells: cells - 1})]),
  ...(since === undefined || now - since < QUIET_MS
    ? []
    : ['', ui.paint('muted', ` ${progress ?? `working ${ui.glyphs.ellipsis}`} ${duration(now - since)}`)]),
  ...(hint === undefined ? [] : wrap(ui.say(hint), cells)).map(line => ui.paint('status.warn', line)),
];
