import {CORE} from './core.ts';
import {HTTP} from './http.ts';
import {LUA} from './lua.ts';
import {UPSTREAM} from './upstream.ts';

/** Kinds of messages that the author of the dictionary knew when writing it. */
export const SEEN: readonly string[] = [...HTTP, ...UPSTREAM, ...CORE, ...LUA];
