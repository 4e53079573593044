import type {Pattern} from '../pattern.ts';
import {LUA, LUA_RUNTIME_ERROR} from './lua.ts';
import {REQUEST} from './request.ts';
import {SERVER} from './server.ts';
import {UPSTREAM} from './upstream.ts';

/** What an operator should know about a message, in plain sentences or phrases. */
export type Explanation = {
  readonly meaning: string;
  /** Usual causes, the most frequent first. */
  readonly causes: readonly string[];
  /** What to check, in this order. */
  readonly checks: readonly string[];
  /** URL of the documentation of the directives and defaults that the explanation mentions. */
  readonly cite?: string;
};

/** An explanation with the parts that differ by what nginx was doing: the text after ` while `, or none (`''`). */
export type ExplanationByAction = Explanation & {readonly actions?: Readonly<Record<string, Partial<Explanation>>>};

/** Explanations by the id of a dictionary entry (`Pattern.known.id`). Some entries have no explanation. */
export const EXPLANATIONS: ReadonlyMap<string, ExplanationByAction> = new Map(
  [UPSTREAM, REQUEST, SERVER, LUA].flatMap(part => Object.entries(part)),
);

const RUNTIME_ERROR = 'lua entry thread aborted: runtime error: ';

/**
 * Finds the explanation of a pattern by its dictionary entry and by what nginx was doing. For a Lua runtime error, finds
 * it by the start of the template.
 */
export const explanationOf = ({known, template}: Pick<Pattern, 'known' | 'template'>): Explanation | undefined => {
  const found = known && EXPLANATIONS.get(known.id);
  if (found === undefined) return template.startsWith(RUNTIME_ERROR) ? LUA_RUNTIME_ERROR : undefined;
  const {actions, ...explanation} = found;
  return {...explanation, ...actions?.[template.split(' while ')[1] ?? '']};
};
