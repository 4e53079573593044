import {setTimeout} from 'node:timers/promises';
import type {Client} from '@edge-console/client';
import type {Secret} from '@edge-console/schema';
import type {FC} from 'react';
import type {Command, CommandRecord, KeyTarget} from '../commands/command.ts';
import type {TextTarget} from '../form/text-field.ts';
import type {Connection} from './connection.ts';
import type {Failure} from './failure.ts';
import type {Preferences} from './preferences.ts';

/** Everything that `update` reads besides its state and action. */
export interface Env {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Pane size in cells. */
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
  /** A timer, such as the next poll, which does not count as busy. */
  readonly background?: boolean;
  /** `report` sends an action before the work ends, such as its progress. */
  run(context: EffectContext, signal: AbortSignal, report: (action: A) => void): Promise<A>;
  /** The action for an error that `run` throws. */
  failed(failure: Failure): A;
}

export const effect = <A>(name: string, run: Effect<A>['run'], failed: Effect<A>['failed']): Effect<A> => ({
  kind: 'effect',
  name,
  run,
  failed,
});

/** Sends an action after a time. A newer effect of the same name stops it. */
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

/** Limits calls to one in `ms`. The first one is delayed too, so that short work shows no progress. */
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
  /** Throws NotConnected without a connection. */
  client(): Client;
  now(): number;
  /** Makes a connection without sending anything. It is anonymous unless the target has a token. */
  open(target: Target): Connection | Promise<Connection>;
  /** Preferences of the profile. Throws NotConnected without a connection. */
  preferences(): Preferences;
  /** URLs by the id of a known message, or by a template. */
  readonly runbooks: Readonly<Record<string, string>>;
  /** Path of the config, which need not exist. */
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
  /** The only certificate to trust, as SHA-256. */
  readonly pinSha256?: string;
}

export type Tone = 'ok' | 'warn' | 'error';

/** A request of a screen to the app. `Out` is the result of a dialog. */
export type Intent<A, Out = never> =
  | {readonly kind: 'flash'; readonly tone: Tone; readonly text: string; readonly hint?: string}
  /** Without parameters, the tab is shown unchanged. */
  | {readonly kind: 'goto'; readonly screen: string; readonly params?: Params | undefined}
  | DialogIntent<A>
  | CopyIntent
  | {readonly kind: 'connect'; readonly connection: Connection | undefined}
  | {readonly kind: 'cancel'; readonly name: string}
  | {readonly kind: 'reply'; readonly out: Out}
  | {readonly kind: 'close'};

/** Copies a text to the clipboard, and flashes the outcome. */
export interface CopyIntent {
  readonly kind: 'copy';
  readonly text: string | Secret;
  readonly what: string;
  /** Opens a dialog in place of the flash. `problem` says why the text was not copied. */
  readonly report?: (problem: string | undefined) => OpenDialog;
}

export type OpenDialog = (host: Host) => Mounted;

/** Opens a dialog, whose result becomes an action of the opener. */
export interface DialogIntent<A> {
  readonly kind: 'dialog';
  readonly open: (host: Host, reply: (action: A) => void) => Mounted;
}

export type Task<A, Out = never> = Effect<A> | Intent<A, Out>;
export type Next<S, A, Out = never> = readonly [S, ...Task<A, Out>[]];

/** Parameters of a screen are text, so that screens need not import each other. */
export type Params = Readonly<Record<string, string>>;

export interface Screen<S, A, Out = never> {
  readonly title: string;
  readonly initial: S;
  /** Sent when the screen becomes active and after a change of connection. */
  readonly enter?: A;
  /** Sent when another screen becomes active. */
  readonly leave?: A;
  /** Sent after a change of the pane size. */
  readonly resized?: A;
  update(state: S, action: A, env: Env): Next<S, A, Out>;
  readonly commands: readonly Command<S, A>[];
  textTarget?(state: S): TextTarget<A> | undefined;
  /** Returns the action that shows `params`, or a sentence that says what is wrong with them. */
  open?(params: Params): A | string;
  /** Returns parameters with which `open` shows this view again. */
  address?(state: S): Params | undefined;
  /** Returns what would be lost if the dialog were closed without confirmation. */
  holds?(state: S): Held | undefined;
  readonly View: FC<{readonly state: S}>;
}

/** What would be lost, and what to do first, with placeholders of `CommandNames`. */
export interface Held {
  readonly text: string;
  readonly hint: string;
}

/** A screen or dialog with its state, whose types are hidden. */
export interface Mounted extends KeyTarget {
  readonly title: string;
  /** Whether the focused text input uses a key. */
  takes(key: string): boolean;
  /** Whether a text input has the focus. */
  typing(): boolean;
  enter(): void;
  leave(): void;
  resized(): void;
  open(params: Params): string | undefined;
  address(): Params | undefined;
  reset(): void;
  /** Saves the state, and returns a function that restores it and reads new data. */
  snapshot(): () => void;
  /** True while effects other than timers run. */
  busy(): boolean;
  held(): Held | undefined;
  render(): React.ReactElement;
}

export interface ScreenEntry {
  readonly id: string;
  readonly title: string;
  /** The commands of all states. */
  readonly commands: readonly CommandRecord[];
  mount(host: Host): Mounted;
}

/** The interface of the app to a mounted screen. */
export interface Host {
  env(): Env;
  changed(): void;
  intend(intent: Exclude<Intent<unknown>, {kind: 'dialog' | 'reply' | 'cancel'}>, from: Mounted): void;
  /** Called after the address of `from` changed. `restore` restores the state before. */
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
