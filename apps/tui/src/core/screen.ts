import {setTimeout} from 'node:timers/promises';
import type {Client} from '@edge-console/client';
import type {Secret} from '@edge-console/schema';
import type {FC} from 'react';
import type {Command, CommandRecord, FieldsByScope, KeyTarget} from '../commands/command.ts';
import type {Scope} from '../commands/own-command.ts';
import type {TextTarget} from '../form/text-field.ts';
import type {Connection} from './connection/connection.ts';
import type {Failure} from './failure.ts';
import type {HouseMessage} from './house-message.ts';
import type {Pointed, PointerEvent} from './pointer-event.ts';
import type {Preferences} from './preferences.ts';

export interface Env {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly size: Size;
  readonly connection: Connection | undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** If an effect of the same name is still running, starting this one aborts the earlier one and drops its action. */
export interface Effect<A> {
  readonly kind: 'effect';
  readonly name: string;
  /** Whether `Mounted.busy()` ignores the effect, as it does timers. */
  readonly background?: boolean;
  /** Resolves to the last action. `report` sends actions before the end, such as progress. */
  run(context: EffectContext, signal: AbortSignal, report: (action: A) => void): Promise<A>;
  failed(failure: Failure): A;
}

export const effect = <A>(name: string, run: Effect<A>['run'], failed: Effect<A>['failed']): Effect<A> => ({
  kind: 'effect',
  name,
  run,
  failed,
});

export const timer = <A>(name: string, ms: number, action: A): Effect<A> => ({
  kind: 'effect',
  name,
  background: true,
  run: async (_context, signal) => {
    await setTimeout(ms, undefined, {signal});
    return action;
  },
  failed: () => action,
});

export type Progress = number | 'unknown';

export const shareOf = (done: number, of: number | undefined): Progress => (of ? Math.min(1, done / of) : 'unknown');

/** Without `done`, the text names the next step of the work. */
export type SayProgress = (text: string, done?: Progress) => void;

/** Ignores calls within `ms` milliseconds of the start or of the last report. Short work thus shows no progress. */
export const throttled = <T extends readonly unknown[]>(ms: number, report: (...args: T) => void) => {
  let last = performance.now();
  return (...args: T): void => {
    const now = performance.now();
    if (now - last < ms) return;
    last = now;
    report(...args);
  };
};

export interface EffectContext {
  /** Throws NotConnected if there is no connection. */
  client(): Client;
  connection(): Connection;
  now(): number;
  /** Sends no request. The connection is anonymous unless the target has a token. */
  open(target: Target): Connection | Promise<Connection>;
  readonly profiles: readonly string[];
  /**
   * Opens another connection, with the saved credential of the profile `name`. The current connection stays open, and
   * the caller closes the new one.
   */
  openProfile(name: string): Promise<Connection>;
  preferences(): Preferences;
  /** URLs of runbooks, by the id of a known log message or by the template of a message pattern. */
  readonly runbooks: Readonly<Record<string, string>>;
  /** Log messages that the config describes. If several match a log entry, the first one applies. */
  readonly messages: readonly HouseMessage[];
  readonly deploys: readonly string[];
  readonly configPath?: string | undefined;
}

export interface Target {
  readonly profile: string;
  readonly url: string;
  /** Base URL for requests for agents and applications. Default: `url`. */
  readonly consoleUrl?: string;
  readonly apiToken?: Secret;
  readonly consoleToken?: Secret;
  readonly pinSha256?: string;
}

export type Gateway = Pick<Target, 'profile' | 'url'>;

export type Tone = 'ok' | 'warn' | 'error';

export type Intent<A, Out = never> =
  | {readonly kind: 'flash'; readonly tone: Tone; readonly text: string; readonly hint?: string | undefined}
  /** Shows a tab or view. Without `params`, it keeps its state. */
  | {
      readonly kind: 'goto';
      readonly screen: string;
      readonly params?: Params | undefined;
      /** Whether the focus stays in the panel that sends the intent instead of moving to the list next to it. */
      readonly keepsFocus?: boolean;
    }
  | DialogIntent<A>
  | CopyIntent
  | {readonly kind: 'connect'; readonly connection: Connection | undefined}
  | {readonly kind: 'cancel'; readonly name: string}
  | {readonly kind: 'reply'; readonly out: Out}
  | {readonly kind: 'close'};

export interface CopyIntent {
  readonly kind: 'copy';
  readonly text: string | Secret;
  readonly what: string;
  readonly report?: (problem: string | undefined) => OpenDialog;
}

export const flash = (tone: Tone, text: string, hint?: string) => ({kind: 'flash', tone, text, hint}) as const;

export const failureFlash = ({message, hint}: Failure) => flash('error', message, hint);

export type OpenDialog = (host: Host) => Mounted;

export interface DialogIntent<A> {
  readonly kind: 'dialog';
  readonly open: (host: Host, reply: (action: A) => void) => Mounted;
}

export type Task<A, Out = never> = Effect<A> | Intent<A, Out>;
export type Next<S, A, Out = never> = readonly [S, ...Task<A, Out>[]];

/** Strings, so that screens need not import each other's types. */
export type Params = Readonly<Record<string, string>>;

export interface Screen<S, A, Out = never> {
  readonly title: string;
  readonly initial: S;
  /** Sent when the screen becomes active, and after each change of the connection. */
  readonly enter?: A;
  /** Sent instead of `enter` after an earlier state was restored, to load data again. Default: `enter`. */
  readonly restored?: A;
  readonly leave?: A;
  readonly resized?: A;
  /** Sent after the operator signed in again, to repeat work that the gateway refused. */
  readonly signedIn?: A;
  update(state: S, action: A, env: Env): Next<S, A, Out>;
  readonly commands: readonly Command<S, A>[];
  textTarget?(state: S): TextTarget<A> | undefined;
  pointed?(state: S, event: PointerEvent, env: Env): Pointed<A> | undefined;
  open?(params: Params): A | string;
  /**
   * Called with the defaults of a profile when a tab is first shown. Returns the action that applies them. If `preset`
   * is absent or returns undefined, the app uses `scope.show` instead or, for a screen without `scope`, `open`.
   */
  preset?(params: Params): A | undefined;
  /** Returns the parameters with which `open` shows the same content as now. */
  address?(state: S): Params | undefined;
  readonly scope?: SharedScope<S, A>;
  readonly subjects?: Readonly<Partial<Record<Scope, Subject<S>>>>;
  holds?(state: S): Held | undefined;
  progress?(state: S): Progress | undefined;
  readonly View: FC<{readonly state: S}>;
}

/** The names are those of `--output json`. */
export type RowValues = Readonly<Record<string, unknown>>;

export interface Subject<S> {
  readonly fields: readonly string[];
  of(state: S): RowValues | undefined;
}

/** Settings that all views of a tab share, such as a filter. The app copies them from one view to the next. */
export interface SharedScope<S, A> {
  of(state: S): Params;
  show(scope: Params): A | string;
  /** Sent before the app copies the scope to another view, so that the scope includes a selected time range. */
  readonly settle?: A;
}

/**
 * `text` says what would be lost if the dialog were closed now, and `hint` what to do before closing it. When `hint` is
 * shown, placeholders such as `{dialog.leave}` are replaced by the key of the command.
 */
export interface Held {
  readonly text: string;
  readonly hint: string;
}

export interface Mounted extends KeyTarget {
  readonly title: string;
  takes(key: string): boolean;
  typing(): boolean;
  /** Returns `enter` if the app must run the command whose default key is Enter. */
  point(event: PointerEvent): 'enter' | undefined;
  enter(): void;
  leave(): void;
  resized(): void;
  signedIn(): void;
  open(params: Params): string | undefined;
  preset(params: Params): void;
  address(): Params | undefined;
  scope(): Params | undefined;
  /** Returns the selected row. Undefined if the screen has no rows of the type `scope`, such as tokens. */
  subject(scope: Scope): {readonly row: RowValues | undefined} | undefined;
  /** Reads data only if `scope` differs from the current one. */
  showScope(scope: Params): void;
  settle(): void;
  reset(): void;
  /** Returns a function that restores the current state after a `reset`. The next `enter` then loads missing data. */
  save(): () => void;
  /** Returns a function that restores the current state and at once reads missing data. */
  snapshot(): () => void;
  busy(): boolean;
  held(): Held | undefined;
  progress(): Progress | undefined;
  render(): React.ReactElement;
}

export interface ScreenEntry {
  readonly id: string;
  readonly title: string;
  readonly view?: ViewEntry;
  readonly commands: readonly CommandRecord[];
  readonly scopes?: FieldsByScope | undefined;
  mount(host: Host): Mounted;
}

/** `tab` is the id of the tab's first view. */
export interface ViewEntry {
  readonly tab: string;
  readonly label: string;
  /** Shows this view. If it is shown already, switches back to the tab's first view. */
  readonly command: Pick<CommandRecord, 'id' | 'title' | 'keys' | 'footer'>;
}

export interface Host {
  env(): Env;
  changed(): void;
  intend(intent: Exclude<Intent<unknown>, {kind: 'dialog' | 'reply' | 'cancel'}>, from: Mounted): void;
  /** Called after the parameters of `from` changed. `restore` shows the state before that change. */
  moved(from: Mounted, restore: () => void): void;
  push(open: OpenDialog): void;
  effects(): EffectRunner;
}

export interface EffectRunner {
  run<A>(effect: Effect<A>, send: (action: A) => void): void;
  cancel(name: string): void;
  cancelAll(): void;
  busy(): boolean;
}
