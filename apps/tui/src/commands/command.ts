import type {FieldSpec, Values} from '../form/form.ts';

/**
 * Declares a command of one layer: of a screen, of a dialog, or of the whole app. Key dispatch, footer, help,
 * docs/KEYS.md and the `keys` of the config are derived from this declaration.
 */
export interface Command<S, A> {
  /** Unique in its layer. Must not change: the config, tests and docs/KEYS.md name the command `<layer>.<id>`. */
  readonly id: string;
  /** An imperative in sentence case, such as `Create a token`. */
  readonly title: string;
  /** Default keys. Each must be a name that {@link isKeyName} accepts. */
  readonly keys: readonly string[];
  /** Heading under which the help dialog and docs/KEYS.md list the command. */
  readonly group: string;
  /** Short label in the footer. Commands without it are not shown in the footer. */
  readonly footer?: string;
  /**
   * Returns the footer label for a state, and replaces `footer`. Returns undefined to omit the command from the footer.
   */
  footerOf?(state: S): string | undefined;
  readonly dangerous?: boolean;
  /** Arguments that the command takes on the command line. Its key asks for the same fields in a form. */
  readonly args?: CommandArgs<A>;
  /** The action that the command's key sends. */
  readonly action: A;
  /** Whether the command exists in a state. If false, its keys are available to other commands. Default: true. */
  when?(state: S): boolean;
  /**
   * Returns why the command cannot run, as a sentence fragment, which may have placeholders such as `{tokens.create}`.
   * Returns undefined if the command can run.
   */
  disabledReason?(state: S): string | undefined;
}

/** Declares the arguments that a command takes on the command line. */
export interface ArgumentSpec {
  readonly fields: readonly FieldSpec[];
  /**
   * Parses the whole text after the name of the command. Default: the text consists of `name=value` pairs and of words,
   * which are values in the order of `fields`.
   */
  readonly read?: (text: string) => Values;
}

interface CommandArgs<A> extends ArgumentSpec {
  /** Returns the action for values that the checks of `fields` accepted. `now` is in milliseconds since the epoch. */
  action(values: Values, now: number): A;
}

/** Returns a function that creates commands of one group. `shared` has the properties that all of them have. */
export const inGroup =
  <S, A>(group: string, shared: Partial<Command<S, A>> = {}) =>
  (command: Omit<Command<S, A>, 'group'>): Command<S, A> => ({...shared, ...command, group});

/** A command without the state and action types of its layer, for lists of commands of several layers. */
export type CommandRecord = Omit<Command<never, unknown>, 'args'>;

/** All commands of a layer. Several layers can have the same name: each kind of dialog is a layer named `dialog`. */
export interface CommandLayer {
  /** Name of the layer: the part before the dot in full command names such as `tokens.create`. */
  readonly layer: string;
  readonly title: string;
  readonly commands: readonly CommandRecord[];
}

/** A command that exists in the current state of its layer, with a function that runs it. */
export interface LiveCommand extends Pick<CommandRecord, 'id' | 'title' | 'keys' | 'group'> {
  /** Name of its layer. Default: the layer of the screen or dialog in front. */
  readonly layer?: string;
  readonly footer: string | undefined;
  readonly dangerous: boolean;
  readonly disabledReason: string | undefined;
  readonly args: ArgumentSpec | undefined;
  /** Sends the action for `values`. Without `values`, sends the action of the command's key. */
  run(values?: Values): void;
}

/** Returns the commands that exist in `state`. Running a command passes its action to `send`. */
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

/** The screen or dialog in front, which receives keys. */
export interface KeyTarget {
  commands(): readonly LiveCommand[];
  /**
   * Passes a key or paste to the focused text input. Returns false if no text input is focused or it ignores the key.
   */
  type(input: TextInput): boolean;
}

/**
 * Passes a key to the focused text input, else to a command of the dialog or screen in front, else to a global command.
 * Returns the command of the key if the command is disabled, else undefined.
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
