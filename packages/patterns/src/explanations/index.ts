import type {Pattern} from '../pattern.ts';
import {LUA, LUA_RUNTIME_ERROR} from './lua.ts';
import {REQUEST} from './request.ts';
import {SERVER} from './server.ts';
import {UPSTREAM} from './upstream.ts';

/** What an operator should know of a known message. Plain text, one sentence or phrase each. */
export type Explanation = {
  readonly meaning: string;
  /** Usual causes, the most frequent first. */
  readonly causes: readonly string[];
  /** What to look at, in this order. */
  readonly checks: readonly string[];
  /** Documentation of the defaults and directives that are named. */
  readonly cite?: string;
};

/** Explanations by the id of `Pattern.known`. Not every known message has one. */
export const EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map(
  [UPSTREAM, REQUEST, SERVER, LUA].flatMap(part => Object.entries(part)),
);

const RUNTIME_ERROR = 'lua entry thread aborted: runtime error: ';

/** What a pattern means: that of its known message, or of the kind of message that its template begins with. */
export const explanationOf = ({known, template}: Pick<Pattern, 'known' | 'template'>): Explanation | undefined =>
  (known && EXPLANATIONS.get(known.id)) ?? (template.startsWith(RUNTIME_ERROR) ? LUA_RUNTIME_ERROR : undefined);
