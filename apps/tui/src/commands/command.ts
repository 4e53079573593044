import type {FieldSpec, Values} from '../form/form.ts';

/**
 * What an operator can do in one layer: a screen, a dialog, or everywhere. Dispatch, footer, help, docs/KEYS.md and the
 * config's `keys` are made from it.
 */
export interface Command<S, A> {
  /** Unique in its layer and stable: `<layer>.<id>` names it in the config, in tests and in docs/KEYS.md. */
  readonly id: string;
  /** Imperative, sentence case: `Create a token`. */
  readonly title: string;
  /** Default keys, as {@link isKeyName} takes them. */
  readonly keys: readonly string[];
  /** Heading in the help dialog and in docs/KEYS.md. */
  readonly group: string;
  /** Short label in the footer; absent for commands that are not shown there. */
  readonly footer?: string;
  /** The footer label in a state, in place of `footer`; undefined where the key does nothing. */
  footerOf?(state: S): string | undefined;
  readonly dangerous?: boolean;
  /** What a command line can give it; its key asks for the same fields in a form. */
  readonly args?: CommandArgs<A>;
  /** Sent by its key. */
  readonly action: A;
  /** False: the command does not exist and its keys are free. */
  when?(state: S): boolean;
  /** Why it cannot run now, as a sentence fragment with placeholders of `CommandNames`; undefined if it can. */
  disabledReason?(state: S): string | undefined;
}

/** The values that a command line can give. */
export interface ArgumentSpec {
  readonly fields: readonly FieldSpec[];
  /** Reads the whole text after the name; absent: words and `name=value` pairs in the order of `fields`. */
  readonly read?: (text: string) => Values;
}

interface CommandArgs<A> extends ArgumentSpec {
  /** The action for values that passed the checks of `fields`. `now` is in milliseconds since the epoch. */
  action(values: Values, now: number): A;
}

/** Makes the commands of one group; `shared` is what all of them have. */
export const inGroup =
  <S, A>(group: string, shared: Partial<Command<S, A>> = {}) =>
  (command: Omit<Command<S, A>, 'group'>): Command<S, A> => ({...shared, ...command, group});

/** A command without its layer's types. */
export type CommandRecord = Omit<Command<never, unknown>, 'args'>;

/** All commands of a layer. Layers can share a name: every kind of dialog is a `dialog`. */
export interface CommandLayer {
  /** The part of a command's name before the dot. */
  readonly layer: string;
  readonly title: string;
  readonly commands: readonly CommandRecord[];
}

/** A command of a mounted layer, ready to run. */
export interface LiveCommand extends Pick<CommandRecord, 'id' | 'title' | 'keys' | 'group'> {
  /** Absent: that of the screen or dialog in front. */
  readonly layer?: string;
  readonly footer: string | undefined;
  readonly dangerous: boolean;
  readonly disabledReason: string | undefined;
  readonly args: ArgumentSpec | undefined;
  /** Without values, the action of its key. */
  run(values?: Values): void;
}

/** The commands that `state` allows, bound to `send`. */
export const liveCommands = <S, A>(
  commands: readonly Command<S, A>[],
  state: S,
  {send, now}: {send: (action: A) => void; now: () => number},
): readonly LiveCommand[] =>
  commands
    .filter(command => command.when?.(state) ?? true)
    .map(command => ({
      ...command,
      footer: command.footerOf === undefined ? command.footer : command.footerOf(state),
      dangerous: command.dangerous ?? false,
      disabledReason: command.disabledReason?.(state),
      args: command.args,
      run: values => {
        const {args, action} = command;
        send(values === undefined || args === undefined ? action : args.action(values, now()));
      },
    }));

export type TextInput = {readonly kind: 'key'; readonly key: string} | {readonly kind: 'paste'; readonly text: string};

/** A layer that keys can reach. */
export interface KeyTarget {
  commands(): readonly LiveCommand[];
  /** Sends a key or paste to the focused text input; false if there is none or it does not use it. */
  type(input: TextInput): boolean;
}

/**
 * Offers a key to the focused text input, then to the dialog or screen in front, then to the global commands. Returns the
 * command that it would run if that were not disabled.
 */
export const dispatchKey = (
  key: string,
  front: KeyTarget,
  global: readonly LiveCommand[],
): (LiveCommand & {readonly disabledReason: string}) | undefined => {
  if (front.type({kind: 'key', key})) return undefined;
  const command = [...front.commands(), ...global].find(({keys}) => keys.includes(key));
  if (command?.disabledReason === undefined) {
    command?.run();
    return undefined;
  }
  return {...command, disabledReason: command.disabledReason};
};
