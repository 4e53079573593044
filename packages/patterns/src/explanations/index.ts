import type {Pattern} from '../pattern.ts';
import {CONFIG} from './config.ts';
import {CONNECTIONS} from './connections.ts';
import {FILES} from './files.ts';
import {HTTP2} from './http2.ts';
import {LUA, LUA_TEXT} from './lua.ts';
import {luaErrorOf, luaErrors} from './lua-errors.ts';
import {PROCESSES} from './processes.ts';
import {REQUEST} from './request.ts';
import {TLS} from './tls.ts';
import {UPSTREAM} from './upstream.ts';
import {UPSTREAM_PROTOCOLS} from './upstream-protocols.ts';

/** What an operator should know about a message, in plain sentences or phrases. */
export type Explanation = {
  readonly meaning: string;
  /** Usual causes, the most frequent first. */
  readonly causes: readonly string[];
  /** What to check, in this order. */
  readonly checks: readonly string[];
  /** URL of the documentation of the directives and defaults that the explanation mentions. */
  readonly cite?: string;
  /** Line of the source that writes the message, such as `nginx src/http/ngx_http_upstream.c:2437` (nginx 1.22.1). */
  readonly source?: string;
  /** True if the site's own Lua code wrote the text, so that its meaning is unknown. */
  readonly isOwnText?: true;
};

const textOf = (template: string): Explanation | undefined => (template.startsWith('[lua] ') ? LUA_TEXT : undefined);

/**
 * An explanation that can depend on the action, which is the text after ` while ` in the message. `actions` has the
 * fields that differ, by action. The key is empty for messages without action.
 */
export type ExplanationByAction = Explanation & {readonly actions?: Readonly<Record<string, Partial<Explanation>>>};

let all: ReadonlyMap<string, ExplanationByAction> | undefined;

/**
 * Returns the explanations by the id of a dictionary entry (`Pattern.known.id`). Some entries have no explanation. They
 * are created at the first call, because most commands of the console explain nothing.
 */
export const explanations = (): ReadonlyMap<string, ExplanationByAction> => {
  all ??= new Map(
    [
      ...[REQUEST, HTTP2, FILES, CONNECTIONS, TLS, UPSTREAM, UPSTREAM_PROTOCOLS],
      ...[PROCESSES, CONFIG, LUA, luaErrors()],
    ].flatMap(part => Object.entries(part)),
  );
  return all;
};

/**
 * Returns the explanation for the dictionary entry and the action of a pattern. A Lua error without an entry is
 * explained by the start of its template.
 */
export const explanationOf = ({known, template}: Pick<Pattern, 'known' | 'template'>): Explanation | undefined => {
  const found = known && explanations().get(known.id);
  if (found === undefined) return known === undefined ? (luaErrorOf(template) ?? textOf(template)) : undefined;
  const {actions, ...explanation} = found;
  return {...explanation, ...actions?.[template.split(' while ')[1] ?? '']};
};
