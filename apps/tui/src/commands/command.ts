import type {FieldSpec, Values} from '../form/form.ts';

/** Key dispatch, footer, help, docs/KEYS.md and the `keys` of the config are derived from this declaration. */
export interface Command<S, A> {
  /** Unique in its layer. Must not change: the config, tests and docs/KEYS.md name the command `<layer>.<id>`. */
  readonly id: string;
  /** An imperative in sentence case, such as `Create a token`. */
  readonly title: string;
  /** Default keys. Each must be a name that {@link isKeyName} accepts. */
  readonly keys: readonly string[];
  readonly group: string;
  /** Commands without this label are not shown in the footer. */
  readonly footer?: string;
  /** Replaces `footer`, depending on the state. Undefined omits the command from the footer. */
  footerOf?(state: S): string | undefined;
  readonly dangerous?: boolean;
  /** Arguments that the command takes on the command line. Its key asks for the same fields in a form. */
  readonly args?: CommandArgs<A>;
  readonly action: A;
  /** If false, its keys are available to other commands. Default: true. */
  when?(state: S): boolean;
  /** Why the command cannot run: a sentence fragment, perhaps with placeholders such as `{tokens.create}`. */
  disabledReason?(state: S): string | undefined;
}

export interface ArgumentSpec {
  readonly fields: readonly FieldSpec[];
  /** Parses the whole text. Default: `name=value` pairs and words, which are values in the order of `fields`. */
  readonly read?: (text: string) => Values;
}

interface CommandArgs<A> extends ArgumentSpec {
  /** Returns the action for values that the checks of `fields` accepted. `now` is in milliseconds since the epoch. */
  action(values: Values, now: number): A;
}

export const inGroup =
  <S, A>(group: string, shared: Partial<Command<S, A>> = {}) =>
  (command: Omit<Command<S, A>, 'group'>): Command<S, A> => ({...shared, ...command, group});

/** A command without the state and action types of its layer, for lists of commands of several layers. */
export type CommandRecord = Omit<Command<never, unknown>, 'args'>;

/** All commands of a screen, a kind of dialog or the app. Every kind of dialog is a layer named `dialog`. */
export interface CommandLayer {
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

export interface KeyTarget {
  commands(): readonly LiveCommand[];
  /** Returns false if no text input is focused or it ignores the key. */
  type(input: TextInput): boolean;
}

/** Tries the focused text input, the layer in front, then global commands. Returns the command if it is disabled. */
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
