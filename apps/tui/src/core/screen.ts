import {setTimeout} from 'node:timers/promises';
import type {Client} from '@edge-console/client';
import type {Secret} from '@edge-console/schema';
import type {FC} from 'react';
import type {Command, CommandRecord, FieldsByScope, KeyTarget} from '../commands/command.ts';
import type {Scope} from '../commands/own-command.ts';
import type {TextTarget} from '../form/text-field.ts';
import type {Connection} from './connection.ts';
import type {Failure} from './failure.ts';
import type {HouseMessage} from './house-message.ts';
import type {Pointed, PointerEvent} from './pointer.ts';
import type {Preferences} from './preferences.ts';

export interface Env {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Size in cells of the area in which the screen is drawn. */
  readonly size: Size;
  readonly connection: Connection | undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Work that ends with an action. A newer effect of the same name aborts the work, and the action is not sent. */
export interface Effect<A> {
  readonly kind: 'effect';
  readonly name: string;
  /** True for work without a busy indicator, such as a timer. `Mounted.busy()` ignores such effects. */
  readonly background?: boolean;
  /** Does the work. Resolves to the last action to send. `report` sends an action earlier, such as progress. */
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

/** Fraction of the work that is done, from 0 to 1. `unknown` if the total is not known. */
export type Progress = number | 'unknown';

export const shareOf = (done: number, of: number | undefined): Progress => (of ? Math.min(1, done / of) : 'unknown');

/** Shows a progress text and the fraction of the work that is done. Default of `done`: `unknown`. */
export type SayProgress = (text: string, done?: Progress) => void;

/** Ignores calls within `ms` ms of the start or of the previous call, so that short work shows no progress. */
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
  /** Throws NotConnected if there is no connection. */
  connection(): Connection;
  now(): number;
  /** Creates a connection without sending a request. It is anonymous unless the target has a token. */
  open(target: Target): Connection | Promise<Connection>;
  /** Names of the profiles in the config. */
  readonly profiles: readonly string[];
  /** Connects to a profile with its saved credential, in addition to the current connection. The caller closes it. */
  openProfile(name: string): Promise<Connection>;
  /** Throws NotConnected if there is no connection. */
  preferences(): Preferences;
  /** URLs of runbooks, by the id of a known log message or by the template of a message pattern. */
  readonly runbooks: Readonly<Record<string, string>>;
  /** Messages that the config describes, in order. */
  readonly messages: readonly HouseMessage[];
  /** Expressions of the config that match log lines of deploys. */
  readonly deploys: readonly string[];
  /** Path of the config file, which need not exist. */
  readonly configPath?: string | undefined;
}

export interface Target {
  readonly profile: string;
  readonly url: string;
  /** Base URL for agents and applications. Default: `url`. */
  readonly consoleUrl?: string;
  readonly apiToken?: Secret;
  readonly consoleToken?: Secret;
  /** SHA-256 of the only certificate to trust. */
  readonly pinSha256?: string;
}

export type Tone = 'ok' | 'warn' | 'error';

/** What a screen asks the app to do. `Out` is the type of the result if the screen is a dialog. */
export type Intent<A, Out = never> =
  | {readonly kind: 'flash'; readonly tone: Tone; readonly text: string; readonly hint?: string | undefined}
  /** Shows the tab `screen`. Without `params`, the tab keeps its state. */
  | {
      readonly kind: 'goto';
      readonly screen: string;
      readonly params?: Params | undefined;
      /** Whether a panel beside a list keeps the focus. Default: the list gets the focus. */
      readonly keepsFocus?: boolean;
    }
  | DialogIntent<A>
  | CopyIntent
  | {readonly kind: 'connect'; readonly connection: Connection | undefined}
  | {readonly kind: 'cancel'; readonly name: string}
  | {readonly kind: 'reply'; readonly out: Out}
  | {readonly kind: 'close'};

/** Copies a text to the clipboard and shows a message with the outcome. */
export interface CopyIntent {
  readonly kind: 'copy';
  readonly text: string | Secret;
  readonly what: string;
  /** Returns a dialog to show instead of the message. `problem` says why the copy failed; undefined if it succeeded. */
  readonly report?: (problem: string | undefined) => OpenDialog;
}

export type OpenDialog = (host: Host) => Mounted;

/** Opens a dialog. Its result becomes an action of the screen that opened it. */
export interface DialogIntent<A> {
  readonly kind: 'dialog';
  readonly open: (host: Host, reply: (action: A) => void) => Mounted;
}

export type Task<A, Out = never> = Effect<A> | Intent<A, Out>;
export type Next<S, A, Out = never> = readonly [S, ...Task<A, Out>[]];

/** Parameters of a screen. They are strings, so that screens need not import each other's types. */
export type Params = Readonly<Record<string, string>>;

export interface Screen<S, A, Out = never> {
  readonly title: string;
  readonly initial: S;
  /** Sent when the screen becomes active, and after a change of connection. */
  readonly enter?: A;
  /**
   * Sent instead of `enter` after an earlier state was restored, since its effects no longer run. Default: `enter`.
   */
  readonly restored?: A;
  readonly leave?: A;
  readonly resized?: A;
  /** Sent after the operator signed in again, to repeat work that the gateway refused. */
  readonly signedIn?: A;
  update(state: S, action: A, env: Env): Next<S, A, Out>;
  readonly commands: readonly Command<S, A>[];
  textTarget?(state: S): TextTarget<A> | undefined;
  /** Returns the effect of a mouse event. Default: none. */
  pointed?(state: S, event: PointerEvent, env: Env): Pointed<A> | undefined;
  /** Returns the action that shows `params`, or an error message for invalid `params`. */
  open?(params: Params): A | string;
  /** Returns the action that shows the defaults of a profile. Default: as the scope, else as `open`. */
  preset?(params: Params): A | undefined;
  /** Returns the parameters with which `open` shows the current content again. */
  address?(state: S): Params | undefined;
  /** Set if all views of the tab share a scope, such as a filter. */
  readonly scope?: SharedScope<S, A>;
  /** Kinds of row to which commands of the config apply. */
  readonly subjects?: Readonly<Partial<Record<Scope, Subject<S>>>>;
  holds?(state: S): Held | undefined;
  /** Progress of long work, such as an export. Undefined if none runs. */
  progress?(state: S): Progress | undefined;
  readonly View: FC<{readonly state: S}>;
}

/** Values of a row by field name. The names are those of `--output json`. */
export type RowValues = Readonly<Record<string, unknown>>;

export interface Subject<S> {
  readonly fields: readonly string[];
  /** Returns the selected row. */
  of(state: S): RowValues | undefined;
}

/** The scope shared by all views of a tab, such as a filter. The app copies the scope from one view to the next. */
export interface SharedScope<S, A> {
  of(state: S): Params;
  /** Returns the action that changes the scope only. */
  show(scope: Params): A | string;
  /** Sent before another view copies the scope, to include a selected time range in the scope. */
  readonly settle?: A;
}

/** What closing the dialog would lose, and what to do first. Placeholders such as `{sign-in}` are replaced. */
export interface Held {
  readonly text: string;
  readonly hint: string;
}

/** A screen or dialog with its current state. The app uses it without the types of that state and its actions. */
export interface Mounted extends KeyTarget {
  readonly title: string;
  /** Whether the focused text input handles a key itself. */
  takes(key: string): boolean;
  typing(): boolean;
  /** Handles a mouse event. Returns `enter` if the command with the default key Enter must run. */
  point(event: PointerEvent): 'enter' | undefined;
  enter(): void;
  leave(): void;
  resized(): void;
  signedIn(): void;
  open(params: Params): string | undefined;
  /** Shows the defaults of a profile. */
  preset(params: Params): void;
  address(): Params | undefined;
  scope(): Params | undefined;
  /** Returns the selected row, or undefined if the screen has no rows of this kind. */
  subject(scope: Scope): {readonly row: RowValues | undefined} | undefined;
  /** Shows a scope. Reads data only if the scope differs from the current one. */
  showScope(scope: Params): void;
  settle(): void;
  reset(): void;
  /** Returns a function that restores the current state after a `reset`. The next `enter` reads missing data. */
  keep(): () => void;
  /** Returns a function that restores the current state later and reads missing data. */
  snapshot(): () => void;
  /** Whether effects other than background effects run. */
  busy(): boolean;
  held(): Held | undefined;
  progress(): Progress | undefined;
  render(): React.ReactElement;
}

export interface ScreenEntry {
  readonly id: string;
  readonly title: string;
  /** The tab of a view. Absent for a tab without views. */
  readonly view?: ViewEntry;
  readonly commands: readonly CommandRecord[];
  readonly scopes?: FieldsByScope | undefined;
  mount(host: Host): Mounted;
}

/** A view of a tab, in the tab bar's second line. `tab` is the id of the tab's first view. */
export interface ViewEntry {
  readonly tab: string;
  readonly label: string;
  /** Shows this view from the other views of the tab. The command is in the key layer of the tab. */
  readonly command: Pick<CommandRecord, 'id' | 'title' | 'keys' | 'footer'>;
}

export interface Host {
  env(): Env;
  changed(): void;
  intend(intent: Exclude<Intent<unknown>, {kind: 'dialog' | 'reply' | 'cancel'}>, from: Mounted): void;
  /** Called after the parameters of `from` changed. `restore` returns to the state before that change. */
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
