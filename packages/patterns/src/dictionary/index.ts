import {HTTP} from './messages/http.ts';
import {HTTP2} from './messages/http2.ts';
import {LUA} from './messages/lua.ts';
import {SERVER} from './messages/server.ts';
import {UPSTREAM} from './messages/upstream.ts';
import {Dictionary} from './trie.ts';

/** Templates by group and id. `<*>` replaces a value, and `<**>` one or more tokens. */
const MESSAGES = {...HTTP, ...HTTP2, ...UPSTREAM, ...SERVER, ...LUA} as const;

/** The part of nginx that writes a message, such as `http`. */
export type Group = keyof typeof MESSAGES;

export type DictionaryEntry = {
  /** Name of the entry, such as `upstream-timed-out`. It is the same in all versions. */
  readonly id: string;
  readonly group: Group;
  readonly template: string;
};

const entriesOf = ([group, templates]: [string, Readonly<Record<string, string>>]): DictionaryEntry[] =>
  Object.entries(templates).map(([id, template]) => ({id, group: group as Group, template}));

export const DICTIONARY: readonly DictionaryEntry[] = Object.entries(MESSAGES).flatMap(entriesOf);

export const KNOWN = new Dictionary(DICTIONARY);

const byId = new Map(DICTIONARY.map(entry => [entry.id, entry]));

export const entryOf = (id: string): DictionaryEntry | undefined => byId.get(id);

/** Returns the ids of all messages in the dictionary. */
export const knownMessages = (): readonly string[] => [...byId.keys()];
