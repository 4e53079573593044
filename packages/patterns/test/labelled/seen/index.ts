import {CORE} from './core.ts';
import {HTTP} from './http.ts';
import {LUA} from './lua.ts';
import {UPSTREAM} from './upstream.ts';

/** Kinds that the author of the dictionary looked at. */
export const SEEN: readonly string[] = [...HTTP, ...UPSTREAM, ...CORE, ...LUA];
