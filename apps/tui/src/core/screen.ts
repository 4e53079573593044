import {setTimeout} from 'node:timers/promises';
import type {Client} from '@edge-console/client';
import type {Secret} from '@edge-console/schema';
import type {FC} from 'react';
import type {Command, CommandRecord, KeyTarget} from '../commands/command.ts';
import type {TextTarget} from '../form/text-field.ts';
import type {Connection} from './connection.ts';
import type {Failure} from './failure.ts';
import type {Preferences} from './preferences.ts';

/** Everything that the `update` of a screen reads besides its state and action. */
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

/** Asynchronous work that resolves to an action. A newer effect of the same name aborts the older one and drops its action. */
export interface Effect<A> {
  readonly kind: 'effect';
  readonly name: string;
  /** Set for a timer, such as for the next poll. The screen is not busy while only background effects run. */
  readonly background?: boolean;
  /** `report` sends an action before the work ends, such as its progress. */
  run(context: EffectContext, signal: AbortSignal, report: (action: A) => void): Promise<A>;
  /** Returns the action for an error that `run` throws. */
  failed(failure: Failure): A;
}

export const effect = <A>(name: string, run: Effect<A>['run'], failed: Effect<A>['failed']): Effect<A> => ({
  kind: 'effect',
  name,
  run,
  failed,
});

/** Returns an effect that sends an action after `ms` milliseconds. A newer effect of the same name cancels it. */
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

/**
 * Returns a function that calls `report` at most once in `ms` milliseconds and drops other calls. The first `ms`
 * milliseconds have no call, so that short work shows no progress.
 */
export const throttled = <T>(ms: number, report: (value: T) => void): ((value: T) => void) => {
  let last = performance.now();
  return value => {
    const now = performance.now();
    if (now - last < ms) return;
    last = now;
    report(value);
  };
};

export interface EffectContext {
  /** Returns the client of the connection. Throws NotConnected if there is no connection. */
  client(): Client;
  now(): number;
  /** Creates a connection without sending anything. The connection is anonymous unless the target has a token. */
  open(target: Target): Connection | Promise<Connection>;
  /** Returns the preferences of the profile. Throws NotConnected if there is no connection. */
  preferences(): Preferences;
  /** URLs of runbooks, by the id of a known log message or by the template of a message pattern. */
  readonly runbooks: Readonly<Record<string, string>>;
  /** Path of the config file, which need not exist. */
  readonly configPath?: string | undefined;
}

/** A gateway and the credentials for it. */
export interface Target {
  readonly profile: string;
  readonly url: string;
  /** Defaults to `url`. */
  readonly consoleUrl?: string;
  readonly apiToken?: Secret;
  readonly consoleToken?: Secret;
  /** SHA-256 of the only certificate to trust. */
  readonly pinSha256?: string;
}

export type Tone = 'ok' | 'warn' | 'error';

/** What a screen asks the app to do. `Out` is the type of the result if the screen is a dialog. */
export type Intent<A, Out = never> =
  | {readonly kind: 'flash'; readonly tone: Tone; readonly text: string; readonly hint?: string}
  /** Shows another tab. Without `params`, the tab keeps its state. */
  | {readonly kind: 'goto'; readonly screen: string; readonly params?: Params | undefined}
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
  /**
   * Opens a dialog instead of the short message. `problem` says why the text was not copied; undefined if it was
   * copied.
   */
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

/** Parameters with which a screen is opened. They are text, so that screens need not import each other. */
export type Params = Readonly<Record<string, string>>;

export interface Screen<S, A, Out = never> {
  readonly title: string;
  readonly initial: S;
  /** Action that is sent when the screen becomes active, and after a change of connection. */
  readonly enter?: A;
  /** Action that is sent when another screen becomes active. */
  readonly leave?: A;
  /** Action that is sent after the size of the screen's area has changed. */
  readonly resized?: A;
  update(state: S, action: A, env: Env): Next<S, A, Out>;
  readonly commands: readonly Command<S, A>[];
  textTarget?(state: S): TextTarget<A> | undefined;
  /** Returns the action that shows `params`, or a sentence that says what is wrong with them. */
  open?(params: Params): A | string;
  /** Returns the parameters with which `open` shows the same content again. */
  address?(state: S): Params | undefined;
  /** Returns what would be lost if the dialog were closed without confirmation. */
  holds?(state: S): Held | undefined;
  readonly View: FC<{readonly state: S}>;
}

/**
 * What would be lost (`text`) and what to do first (`hint`) when a dialog is closed. Both may have placeholders of
 * `CommandNames`.
 */
export interface Held {
  readonly text: string;
  readonly hint: string;
}

/** A screen or dialog together with its state. Hides the types of state and actions from the app. */
export interface Mounted extends KeyTarget {
  readonly title: string;
  /** Whether the focused text input handles a key itself. */
  takes(key: string): boolean;
  /** Whether a text input has the focus. */
  typing(): boolean;
  enter(): void;
  leave(): void;
  resized(): void;
  open(params: Params): string | undefined;
  address(): Params | undefined;
  reset(): void;
  /** Saves the state. Returns a function that restores the state and reads new data. */
  snapshot(): () => void;
  /** Whether effects other than background effects run. */
  busy(): boolean;
  held(): Held | undefined;
  render(): React.ReactElement;
}

export interface ScreenEntry {
  readonly id: string;
  readonly title: string;
  /** All commands of the screen, whatever its state. */
  readonly commands: readonly CommandRecord[];
  mount(host: Host): Mounted;
}

/** Functions of the app that a mounted screen can call. */
export interface Host {
  env(): Env;
  changed(): void;
  intend(intent: Exclude<Intent<unknown>, {kind: 'dialog' | 'reply' | 'cancel'}>, from: Mounted): void;
  /** Called after the address of `from` changed. `restore` restores the state before the change. */
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
