import {HTTP} from './http.ts';
import {HTTP2} from './http2.ts';
import {LUA} from './lua.ts';
import {SERVER} from './server.ts';
import {UPSTREAM} from './upstream.ts';

/** Templates by group and id. `<*>` replaces a value, and `<**>` one or more tokens. */
export const MESSAGES = {...HTTP, ...HTTP2, ...UPSTREAM, ...SERVER, ...LUA} as const;
