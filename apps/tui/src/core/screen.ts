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
  /** Does the work. Resolves to the action to send at the end. `report` sends an action before, such as progress. */
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

/** How much of a long work is done, from 0 to 1. `unknown`: it is not known how much there is to do. */
export type Progress = number | 'unknown';

export const shareOf = (done: number, of: number | undefined): Progress => (of ? Math.min(1, done / of) : 'unknown');

/** Shows the progress of a work: a text, and how much is done. Default: `unknown`. */
export type SayProgress = (text: string, done?: Progress) => void;

/** Drops calls of `report` within `ms` ms of the start or of the last call, so that short work shows no progress. */
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
  /** Names of the profiles of the config. */
  readonly profiles: readonly string[];
  /** Connects to a profile with the credential saved for it, beside the connection in use. The caller closes it. */
  openProfile(name: string): Promise<Connection>;
  /** Throws NotConnected if there is no connection. */
  preferences(): Preferences;
  /** URLs of runbooks, by the id of a known log message or by the template of a message pattern. */
  readonly runbooks: Readonly<Record<string, string>>;
  /** Messages of the config, in its order. */
  readonly messages: readonly HouseMessage[];
  /** Expressions of the config for lines that are deploys. */
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
      /** In a panel, the focus stays there. Default: it goes to the list beside the panel. */
      readonly keepsFocus?: boolean;
    }
  | DialogIntent<A>
  | CopyIntent
  | {readonly kind: 'connect'; readonly connection: Connection | undefined}
  | {readonly kind: 'cancel'; readonly name: string}
  | {readonly kind: 'reply'; readonly out: Out}
  | {readonly kind: 'close'};

/** Copies a text to the clipboard, and shows a short message (`flash`) about the outcome. */
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
  /** Sent instead of `enter` after an earlier state was restored, whose effects no longer run. Default: `enter`. */
  readonly restored?: A;
  readonly leave?: A;
  readonly resized?: A;
  update(state: S, action: A, env: Env): Next<S, A, Out>;
  readonly commands: readonly Command<S, A>[];
  textTarget?(state: S): TextTarget<A> | undefined;
  /** Returns the action that shows `params`, or a sentence that says what is wrong with them. */
  open?(params: Params): A | string;
  /** Returns the parameters with which `open` shows the same content again. */
  address?(state: S): Params | undefined;
  /** Set if the screen shares a scope with the other views of its tab. */
  readonly scope?: SharedScope<S, A>;
  /** The rows for which the config can have commands. */
  readonly subjects?: Readonly<Partial<Record<Scope, Subject<S>>>>;
  holds?(state: S): Held | undefined;
  /** Set while a long work runs, such as an export. */
  progress?(state: S): Progress | undefined;
  readonly View: FC<{readonly state: S}>;
}

/** Values of a row by field name, with the names of `--output json`. */
export type RowValues = Readonly<Record<string, unknown>>;

export interface Subject<S> {
  readonly fields: readonly string[];
  /** Returns the selected row. */
  of(state: S): RowValues | undefined;
}

/** What all views of a tab show, such as a filter. The app takes it from one view and gives it to the next. */
export interface SharedScope<S, A> {
  of(state: S): Params;
  /** Returns the action that shows a scope and changes nothing else. */
  show(scope: Params): A | string;
  /** Sent before another view takes over the scope, so that the scope includes what is only selected. */
  readonly settle?: A;
}

/** What closing a dialog would lose, and what to do first. Both may have placeholders such as `{sign-in}`. */
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
  enter(): void;
  leave(): void;
  resized(): void;
  open(params: Params): string | undefined;
  address(): Params | undefined;
  scope(): Params | undefined;
  /** Returns the selected row of a scope. Undefined if the screen has no such rows. */
  subject(scope: Scope): {readonly row: RowValues | undefined} | undefined;
  /** Shows a scope, and reads again only if it is another one. */
  showScope(scope: Params): void;
  settle(): void;
  reset(): void;
  /** Returns a function that puts the current state back after a `reset`. The next `enter` reads what it lacks. */
  keep(): () => void;
  /** Records the current state. Returns a function that restores this state later and reads what it lacks. */
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
  /** Absent for a tab without views. */
  readonly view?: ViewEntry;
  readonly commands: readonly CommandRecord[];
  readonly scopes?: FieldsByScope | undefined;
  mount(host: Host): Mounted;
}

/** A place in the line of views of a tab. The tab's own screen is its first view: its id is `tab`. */
export interface ViewEntry {
  readonly tab: string;
  readonly label: string;
  /** The command that shows the view from the other views of the tab. It belongs to the layer of the tab. */
  readonly command: Pick<CommandRecord, 'id' | 'title' | 'keys' | 'footer'>;
}

export interface Host {
  env(): Env;
  changed(): void;
  intend(intent: Exclude<Intent<unknown>, {kind: 'dialog' | 'reply' | 'cancel'}>, from: Mounted): void;
  /** Called after the result of `from.address()` changed. `restore` returns to the state before that change. */
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
