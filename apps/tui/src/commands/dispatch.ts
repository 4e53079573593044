import type {LiveCommand} from './command.ts';

export type TextInput = {readonly kind: 'key'; readonly key: string} | {readonly kind: 'paste'; readonly text: string};

/** A layer that keys can reach. */
export interface KeyTarget {
  commands(): readonly LiveCommand[];
  /** Sends a key or paste to the focused text input; false if there is none or it does not use it. */
  type(input: TextInput): boolean;
}

export type Dispatched =
  | {readonly kind: 'typed'}
  | {readonly kind: 'run'; readonly id: string}
  | {readonly kind: 'disabled'; readonly title: string; readonly reason: string}
  | {readonly kind: 'unbound'};

/** Offers a key to the focused text input, then to the dialog or screen in front, then to the global commands. */
export const dispatchKey = (key: string, front: KeyTarget, global: readonly LiveCommand[]): Dispatched => {
  if (front.type({kind: 'key', key})) return {kind: 'typed'};
  const command = commandOf(key, front.commands()) ?? commandOf(key, global);
  if (command === undefined) return {kind: 'unbound'};
  const {id, title, disabledReason: reason} = command;
  if (reason !== undefined) return {kind: 'disabled', title, reason};
  command.run();
  return {kind: 'run', id};
};

const commandOf = (key: string, commands: readonly LiveCommand[]): LiveCommand | undefined =>
  commands.find(command => command.keys.includes(key));
