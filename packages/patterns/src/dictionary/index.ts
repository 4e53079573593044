import {CACHE} from './cache.ts';
import {CORE} from './core.ts';
import type {DictionaryEntry} from './entry.ts';
import {FASTCGI} from './fastcgi.ts';
import {HTTP} from './http.ts';
import {LIMIT} from './limit.ts';
import {LUA} from './lua.ts';
import {PROXY} from './proxy.ts';
import {RESOLVER} from './resolver.ts';
import {SSL} from './ssl.ts';
import {Dictionary} from './trie.ts';

/** All known messages. */
export const DICTIONARY: readonly DictionaryEntry[] = [
  ...HTTP,
  ...PROXY,
  ...FASTCGI,
  ...SSL,
  ...LIMIT,
  ...RESOLVER,
  ...CACHE,
  ...CORE,
  ...LUA,
];

const byId = new Map(DICTIONARY.map(entry => [entry.id, entry]));

export const entryOf = (id: string): DictionaryEntry | undefined => byId.get(id);

/** The dictionary as a tree; one for each miner. */
export const knownEntries = (): Dictionary => new Dictionary(DICTIONARY);
