import type {Explanation} from './explanation.ts';
import {LUA} from './lua.ts';
import {REQUEST} from './request.ts';
import {SERVER} from './server.ts';
import {UPSTREAM} from './upstream.ts';

export type {Explanation} from './explanation.ts';

/** Explanations by the id of `Pattern.known`. Not every known message has one. */
export const EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map(
  [UPSTREAM, REQUEST, SERVER, LUA].flatMap(part => Object.entries(part)),
);
