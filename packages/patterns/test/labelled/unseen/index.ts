import {AWKWARD} from './awkward.ts';
import {CORE} from './core.ts';
import {HTTP} from './http.ts';
import {LUA} from './lua.ts';
import {UPSTREAM} from './upstream.ts';

/** Kinds of messages that have no template in the dictionary. */
export const UNSEEN: readonly string[] = [...HTTP, ...UPSTREAM, ...CORE, ...LUA, ...AWKWARD];
