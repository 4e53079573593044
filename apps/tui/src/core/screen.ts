import type {Client} from '@edge-console/client';
import type {Secret} from '@edge-console/schema';
import type {FC} from 'react';
import type {Command} from '../commands/command.ts';
import type {KeyTarget} from '../commands/dispatch.ts';
import type {TextTarget} from '../form/text-field.ts';
import type {Connection} from './connection.ts';
import type {Failure} from './failure.ts';

/** What `update` may know beyond its state: it stays a pure function of what it is given. */
export interface Env {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Cells of the area that the screen is drawn in. */
  readonly size: Size;
  readonly connection: Connection | undefined;
  /** Lines of the text that was drawn last, when it is longer than its pane or may be. Undefined before it is drawn. */
  readonly measured?: number | undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Work that ends in an action. A newer effect of the same name aborts the older one, whose reply is dropped. What
 * `run` throws becomes the action of `failed`.
 */
export interface Effect<A> {
  readonly kind: 'effect';
  readonly name: string;
  /** Waits for its time, such as the next poll: nobody waits for it. */
  readonly background?: boolean;
  run(context: EffectContext, signal: AbortSignal): Promise<A>;
  failed(failure: Failure): A;
}

export const effect = <A>(name: string, run: Effect<A>['run'], failed: Effect<A>['failed']): Effect<A> => ({
  kind: 'effect',
  name,
  run,
  failed,
});

export interface EffectContext {
  /** The client of the connection in use; throws where nobody is connected. */
  client(): Client;
  now(): number;
  /** A connection to a gateway, nobody signed in unless the target holds a token. Nothing is sent yet. */
  open(target: Target): Connection | Promise<Connection>;
}

/** Which gateway, and with what. */
export interface Target {
  readonly profile: string;
  readonly url: string;
  /** Defaults to `url`. */
  readonly consoleUrl?: string;
  readonly apiToken?: Secret;
  readonly consoleToken?: Secret;
}

export type Tone = 'ok' | 'warn' | 'error';

/** What a screen asks of the program around it. `Out` is what a dialog can answer to whoever opened it. */
export type Intent<A, Out = never> =
  | {readonly kind: 'flash'; readonly tone: Tone; readonly text: string; readonly hint?: string}
  | {readonly kind: 'goto'; readonly screen: string; readonly params: Params}
  | DialogIntent<A>
  | {readonly kind: 'copy'; readonly text: string | Secret; readonly what: string}
  | {readonly kind: 'connect'; readonly connection: Connection | undefined}
  | {readonly kind: 'cancel'; readonly name: string}
  | {readonly kind: 'reply'; readonly out: Out}
  | {readonly kind: 'close'};

/** Opens a dialog; what it answers becomes an action of whoever opened it. */
export interface DialogIntent<A> {
  readonly kind: 'dialog';
  readonly open: (host: Host, reply: (action: A) => void) => Mounted;
}

export type Task<A, Out = never> = Effect<A> | Intent<A, Out>;
export type Next<S, A, Out = never> = readonly [S, ...Task<A, Out>[]];

/** Where to go inside a screen, as plain text, so that screens need not know each other. */
export type Params = Readonly<Record<string, string>>;

export interface Screen<S, A, Out = never> {
  readonly title: string;
  readonly initial: S;
  /** Sent when the screen comes to the front, and again after a change of connection. */
  readonly enter: A;
  /** Sent when another screen comes to the front. */
  readonly leave?: A;
  /** Sent when the area of the screen has another size. */
  readonly resized?: A;
  update(state: S, action: A, env: Env): Next<S, A, Out>;
  readonly commands: readonly Command<S, A>[];
  textTarget?(state: S): TextTarget<A> | undefined;
  /** The action that shows what `params` ask for, or a sentence that says what is wrong with them. */
  open?(params: Params): A | string;
  readonly View: FC<ViewProps<S>>;
}

export interface ViewProps<S> {
  readonly state: S;
  /** Reports the number of lines of a text that scrolls: `update` finds it in {@link Env.measured}. */
  readonly measured: (lines: number) => void;
}

/** A screen or dialog with its state inside: the only form in which the root knows one. */
export interface Mounted extends KeyTarget {
  readonly title: string;
  /** Whether a key would go to the focused text input. */
  takes(key: string): boolean;
  /** Whether a text input has the focus. */
  typing(): boolean;
  enter(): void;
  leave(): void;
  resized(): void;
  open(params: Params): string | undefined;
  reset(): void;
  /** True while effects are under way. */
  busy(): boolean;
  render(): React.ReactElement;
}

/** What a mounted screen needs of the program. */
export interface Host {
  env(): Env;
  changed(): void;
  /** Carries out what is not an effect; dialogs come and go through here too. */
  intend(intent: Exclude<Intent<unknown>, {kind: 'dialog' | 'reply' | 'cancel'}>, from: Mounted): void;
  push(dialog: Mounted): void;
  effects(): EffectRunner;
}

export interface EffectRunner {
  run<A>(effect: Effect<A>, send: (action: A) => void): void;
  cancel(name: string): void;
  cancelAll(): void;
  busy(): boolean;
}
