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

/**
 * Asynchronous work that resolves to an action. A newer effect of the same name aborts the older one and drops its
 * action. Errors of `run` become the action of `failed`.
 */
export interface Effect<A> {
  readonly kind: 'effect';
  readonly name: string;
  /** A timer, such as the next poll; does not count as busy. */
  readonly background?: boolean;
  /** `report` sends an action while the work goes on, such as its progress. */
  run(context: EffectContext, signal: AbortSignal, report: (action: A) => void): Promise<A>;
  failed(failure: Failure): A;
}

export const effect = <A>(name: string, run: Effect<A>['run'], failed: Effect<A>['failed']): Effect<A> => ({
  kind: 'effect',
  name,
  run,
  failed,
});

/** A timer that ends in an action; does not count as busy. A newer effect of its name stops it. */
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

export interface EffectContext {
  /** Client of the current connection. Throws NotConnected without one. */
  client(): Client;
  now(): number;
  /** Makes a connection, anonymous unless the target has a token. Sends nothing. */
  open(target: Target): Connection | Promise<Connection>;
  /** Preferences of the profile of the current connection. Throws NotConnected without one. */
  preferences(): Preferences;
  /** URLs of the config, by what they are about. */
  readonly runbooks: Readonly<Record<string, string>>;
  /** File of the config, whether it exists or not. */
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

/** A request of a screen to the app. `Out` is the reply of a dialog to its opener. */
export type Intent<A, Out = never> =
  | {readonly kind: 'flash'; readonly tone: Tone; readonly text: string; readonly hint?: string}
  /** Without parameters: the tab as it is. */
  | {readonly kind: 'goto'; readonly screen: string; readonly params?: Params | undefined}
  | DialogIntent<A>
  | CopyIntent
  | {readonly kind: 'connect'; readonly connection: Connection | undefined}
  | {readonly kind: 'cancel'; readonly name: string}
  | {readonly kind: 'reply'; readonly out: Out}
  | {readonly kind: 'close'};

/** Copies a text to the clipboard, and flashes how it went. */
export interface CopyIntent {
  readonly kind: 'copy';
  readonly text: string | Secret;
  readonly what: string;
  /** A dialog that says how it went, in place of the flash. `problem`: why it was not copied. */
  readonly report?: (problem: string | undefined) => OpenDialog;
}

export type OpenDialog = (host: Host) => Mounted;

/** Opens a dialog. Its reply becomes an action of the opener. */
export interface DialogIntent<A> {
  readonly kind: 'dialog';
  readonly open: (host: Host, reply: (action: A) => void) => Mounted;
}

export type Task<A, Out = never> = Effect<A> | Intent<A, Out>;
export type Next<S, A, Out = never> = readonly [S, ...Task<A, Out>[]];

/** Parameters of a screen as text, so that screens need not import each other. */
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
  /** The action for `params`, or a sentence about what is wrong with them. */
  open?(params: Params): A | string;
  /** Parameters with which `open` shows this view again; undefined if there are none. */
  address?(state: S): Params | undefined;
  /** Why it must not be closed unasked: something would be lost. Only dialogs. */
  holds?(state: S): Held | undefined;
  readonly View: FC<{readonly state: S}>;
}

/** What would be lost, and what to do first, with placeholders of `CommandNames`. */
export interface Held {
  readonly text: string;
  readonly hint: string;
}

/** A screen or dialog with its state, without its types. */
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
  /** Keeps the state; the result shows it again, and reads what is new. */
  snapshot(): () => void;
  /** True while effects other than timers run. */
  busy(): boolean;
  held(): Held | undefined;
  render(): React.ReactElement;
}

/** A tab before it is mounted. */
export interface ScreenEntry {
  readonly id: string;
  readonly title: string;
  /** All its commands, in any state. */
  readonly commands: readonly CommandRecord[];
  mount(host: Host): Mounted;
}

/** What a mounted screen needs of the app. */
export interface Host {
  env(): Env;
  changed(): void;
  /** Performs an intent, on behalf of a screen or dialog. */
  intend(intent: Exclude<Intent<unknown>, {kind: 'dialog' | 'reply' | 'cancel'}>, from: Mounted): void;
  /** Remembers the state before the address of `from` changed; `restore` shows it again. */
  moved(from: Mounted, restore: () => void): void;
  /** Opens a dialog over the whole pane. */
  push(open: OpenDialog): void;
  effects(): EffectRunner;
}

export interface EffectRunner {
  run<A>(effect: Effect<A>, send: (action: A) => void): void;
  cancel(name: string): void;
  cancelAll(): void;
  busy(): boolean;
}
