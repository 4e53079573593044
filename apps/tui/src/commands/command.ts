import type {FieldSpec, Values} from '../form/form.ts';
import type {Scope} from './own-command.ts';

/** Describes a command: its id, title, keys and effect. The footer, the help and docs/KEYS.md are generated from it. */
export interface Command<S, A> {
  /**
   * Unique in its layer. Must never change, because the config, tests and docs/KEYS.md name the command `<layer>.<id>`.
   */
  readonly id: string;
  /** An imperative in sentence case, such as `Create a token`. */
  readonly title: string;
  /** Replaces `title`. */
  titleOf?(state: S): string;
  /** Default keys. Each must be a name that {@link isKeyName} accepts. */
  readonly keys: readonly string[];
  readonly group: string;
  /** Label in the footer. If absent, the footer does not show the command. */
  readonly footer?: string;
  /** Replaces `footer`. If it returns undefined, the footer does not show the command. */
  footerOf?(state: S): string | undefined;
  readonly dangerous?: boolean;
  /** Whether the command changes data of the gateway. The write policy of a profile may forbid such commands. */
  readonly changes?: boolean;
  /** Arguments that the command takes on the command line. The command's key opens a form with these fields. */
  readonly args?: CommandArgs<A>;
  readonly action: A;
  /**
   * Whether the command exists in the current state. If it does not, other commands can use its keys. Default: always.
   */
  when?(state: S): boolean;
  /**
   * Returns why the command cannot run, in the form of a clause such as `every entry is read`. The text may contain
   * placeholders (`{tokens.create}`). Undefined if the command can run.
   */
  disabledReason?(state: S): string | undefined;
}

export interface ArgumentSpec {
  readonly fields: readonly FieldSpec[];
  readonly read?: (text: string) => Values;
}

interface CommandArgs<A> extends ArgumentSpec {
  /**
   * Returns the action for values that have passed the checks of `fields`. `now` is in milliseconds since the epoch.
   */
  action(values: Values, now: number): A;
}

export const inGroup =
  <S, A>(group: string, shared: Partial<Command<S, A>> = {}) =>
  (command: Omit<Command<S, A>, 'group'>): Command<S, A> => ({...shared, ...command, group});

/** A command of any layer, without the properties that depend on the types of its state and actions. */
export type CommandRecord = Omit<Command<never, unknown>, 'args'>;

export type FieldsByScope = Readonly<Partial<Record<Scope, readonly string[]>>>;

/** All commands of a screen, of a type of dialog or of the app. All types of dialog share the layer `dialog`. */
export interface CommandLayer {
  readonly layer: string;
  readonly title: string;
  readonly commands: readonly CommandRecord[];
  /** Names of the row values that user-defined commands can use, by kind of row. */
  readonly scopes?: FieldsByScope | undefined;
  /** Commands of another layer that are also available while this layer is active. */
  readonly shared?: Pick<CommandLayer, 'layer' | 'commands'>;
}

/** A command that is available in the current state, with a function that runs it. */
export interface LiveCommand extends Pick<CommandRecord, 'id' | 'title' | 'keys' | 'group'> {
  /** Layer of the command. Default: `dialog` while a dialog is open, otherwise the active screen. */
  readonly layer?: string;
  readonly footer: string | undefined;
  readonly dangerous: boolean;
  readonly changes: boolean;
  readonly disabledReason: string | undefined;
  readonly args: ArgumentSpec | undefined;
  /** Runs the command with the values of its form. Without `values`, does what the command's key does. */
  run(values?: Values): void;
}

export const liveCommands = <S, A>(
  commands: readonly Command<S, A>[],
  state: S,
  {send, now}: {send: (action: A) => void; now: () => number},
): readonly LiveCommand[] =>
  commands
    .filter(command => command.when?.(state) ?? true)
    .map(command => ({
      ...command,
      title: command.titleOf?.(state) ?? command.title,
      footer: command.footerOf === undefined ? command.footer : command.footerOf(state),
      dangerous: command.dangerous ?? false,
      changes: command.changes ?? false,
      disabledReason: command.disabledReason?.(state),
      args: command.args,
      run: values => {
        const {args, action} = command;
        send(values === undefined || args === undefined ? action : args.action(values, now()));
      },
    }));

export type TextInput = {readonly kind: 'key'; readonly key: string} | {readonly kind: 'paste'; readonly text: string};

export interface KeyTarget {
  commands(): readonly LiveCommand[];
  /** Sends a key or a paste to the focused text input. Returns false if none is focused or if it ignores the key. */
  type(input: TextInput): boolean;
}

/**
 * Sends a key to the focused text input. If the input ignores the key, runs the command that has this key. If that
 * command is disabled, returns it. If no command has the key, returns `unbound`.
 */
export const dispatchKey = (
  key: string,
  front: KeyTarget,
  global: readonly LiveCommand[],
): (LiveCommand & {readonly disabledReason: string}) | 'unbound' | undefined => {
  if (front.type({kind: 'key', key})) return undefined;
  const command = [...front.commands(), ...global].find(({keys}) => keys.includes(key));
  if (command === undefined) return 'unbound';
  if (command.disabledReason === undefined) {
    command.run();
    return undefined;
  }
  return {...command, disabledReason: command.disabledReason};
};
