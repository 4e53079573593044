import type {FieldSpec, Values} from '../form/form.ts';
import type {Scope} from './own-command.ts';

/** The footer, the help and docs/KEYS.md are generated from commands. */
export interface Command<S, A> {
  /** Must never change, because configs and docs/KEYS.md name a command `<layer>.<id>`. */
  readonly id: string;
  /** An imperative in sentence case, such as `Create a token`. */
  readonly title: string;
  titleOf?(state: S): string;
  /** Default keys, as names that {@link isKeyName} accepts. */
  readonly keys: readonly string[];
  readonly group: string;
  /** Label in the footer. If absent, the footer does not show the command. */
  readonly footer?: string;
  footerOf?(state: S): string | undefined;
  readonly dangerous?: boolean;
  /** Whether the command changes data of the gateway, which a write policy may forbid. */
  readonly changes?: boolean;
  /** Arguments on the command line. The command's key opens a form for them. */
  readonly args?: ArgumentSpec & {
    /** `values` have passed the checks of `fields`. `now` is in milliseconds since the epoch. */
    action(values: Values, now: number): A;
  };
  readonly action: A;
  /** If false, other commands can use the keys of this one. Default: true. */
  when?(state: S): boolean;
  /**
   * Shown after the title of the command and a colon, such as `every entry is read`. A command id in braces, such as
   * `{tokens.create}`, is replaced by the key of that command.
   */
  disabledReason?(state: S): string | undefined;
}

export interface ArgumentSpec {
  readonly fields: readonly FieldSpec[];
  readonly read?: (text: string) => Values;
}

export const inGroup =
  <S, A>(group: string, shared: Partial<Command<S, A>> = {}) =>
  (command: Omit<Command<S, A>, 'group'>): Command<S, A> => ({...shared, ...command, group});

export type CommandRecord = Omit<Command<never, unknown>, 'args'>;

export type FieldsByScope = Readonly<Partial<Record<Scope, readonly string[]>>>;

/** All types of dialog share the layer `dialog`. */
export interface CommandLayer {
  readonly layer: string;
  readonly title: string;
  readonly commands: readonly CommandRecord[];
  /** Fields of a row that commands of the config can use, by kind of row. */
  readonly scopes?: FieldsByScope | undefined;
  /** Commands of another layer that are also available while this layer is active. */
  readonly shared?: Pick<CommandLayer, 'layer' | 'commands'>;
}

export interface LiveCommand extends Pick<CommandRecord, 'id' | 'title' | 'keys' | 'group'> {
  /** Layer of the command. Default: `dialog` while a dialog is open, otherwise the active screen. */
  readonly layer?: string;
  readonly footer: string | undefined;
  readonly dangerous: boolean;
  readonly changes: boolean;
  readonly disabledReason: string | undefined;
  readonly args: ArgumentSpec | undefined;
  /** Without `values`, does what the command's key does. */
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
  /** Returns false if no text input is focused, or if the focused one ignores the key. */
  type(input: TextInput): boolean;
}

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
