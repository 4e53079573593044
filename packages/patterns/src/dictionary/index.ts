import {HTTP} from './messages/http.ts';
import {HTTP2} from './messages/http2.ts';
import {LUA} from './messages/lua.ts';
import {luaErrorTemplates} from './messages/lua-errors.ts';
import {SERVER} from './messages/server.ts';
import {UPSTREAM} from './messages/upstream.ts';
import {createDictionary} from './trie.ts';

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

let all: readonly DictionaryEntry[] | undefined;

/** Returns all entries. They are created at the first call, because most commands of the console match no lines. */
export const entries = (): readonly DictionaryEntry[] => {
  all ??= [
    ...Object.entries(MESSAGES).flatMap(([group, templates]) =>
      Object.entries(templates).map(([id, template]) => ({id, group: group as Group, template})),
    ),
    ...luaErrorTemplates().map(([id, template]) => ({id, group: 'lua' as const, template})),
  ];
  return all;
};

export const KNOWN = createDictionary(entries);

let byId: ReadonlyMap<string, DictionaryEntry> | undefined;

export const entryOf = (id: string): DictionaryEntry | undefined => {
  byId ??= new Map(entries().map(entry => [entry.id, entry]));
  return byId.get(id);
};

/** Returns the ids of all messages in the dictionary. */
export const knownMessages = (): readonly string[] => entries().map(({id}) => id);
