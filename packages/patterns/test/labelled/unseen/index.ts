import {AWKWARD} from './awkward.ts';
import {CORE} from './core.ts';
import {HTTP} from './http.ts';
import {LUA} from './lua.ts';
import {UPSTREAM} from './upstream.ts';

/** Kinds of which the dictionary has no template. */
export const UNSEEN: readonly string[] = [...HTTP, ...UPSTREAM, ...CORE, ...LUA, ...AWKWARD];
