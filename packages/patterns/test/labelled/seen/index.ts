import {CORE} from './core.ts';
import {HTTP} from './http.ts';
import {LUA} from './lua.ts';
import {UPSTREAM} from './upstream.ts';

/** Kinds of messages known to the author of the dictionary at the time of writing. */
export const SEEN: readonly string[] = [...HTTP, ...UPSTREAM, ...CORE, ...LUA];
