import {MESSAGES} from './messages.ts';

/** The part of nginx that writes a message. */
export type Group = keyof typeof MESSAGES;

/**
 * A known message. In a template `<*>` is a value and `<**>` any number of tokens. With `action` the message may end in
 * ` while ` and one of `ACTIONS`, which makes it a pattern of its own.
 */
export type DictionaryEntry = {
  /** Stable across versions, such as `upstream-timed-out`. */
  readonly id: string;
  readonly group: Group;
  readonly template: string;
  readonly action: boolean;
};

const entriesOf = ([group, templates]: [string, Readonly<Record<string, string>>]): DictionaryEntry[] =>
  Object.entries(templates).map(([id, text]) => {
    const action = text.endsWith(' …');
    return {id, group: group as Group, template: action ? text.slice(0, -2) : text, action};
  });

/** All known messages. */
export const DICTIONARY: readonly DictionaryEntry[] = Object.entries(MESSAGES).flatMap(entriesOf);

const byId = new Map(DICTIONARY.map(entry => [entry.id, entry]));

export const entryOf = (id: string): DictionaryEntry | undefined => byId.get(id);
