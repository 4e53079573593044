import type {Pattern} from '../pattern.ts';
import {CONFIG} from './config.ts';
import {CONNECTIONS} from './connections.ts';
import type {Explanation, ExplanationByAction} from './explanation.ts';
import {FILES} from './files.ts';
import {HTTP2} from './http2.ts';
import {LUA, LUA_TEXT} from './lua.ts';
import {luaErrorOf, luaErrors} from './lua-errors.ts';
import {PROCESSES} from './processes.ts';
import {REQUEST} from './request.ts';
import {TLS} from './tls.ts';
import {UPSTREAM} from './upstream.ts';
import {UPSTREAM_PROTOCOLS} from './upstream-protocols.ts';

export type {Explanation, ExplanationByAction} from './explanation.ts';

const textOf = (template: string): Explanation | undefined => (template.startsWith('[lua] ') ? LUA_TEXT : undefined);

let all: ReadonlyMap<string, ExplanationByAction> | undefined;

/** Explanations by `Pattern.known.id`. They are created at the first call, because most commands explain nothing. */
export const explanations = (): ReadonlyMap<string, ExplanationByAction> => {
  all ??= new Map(
    [
      ...[REQUEST, HTTP2, FILES, CONNECTIONS, TLS, UPSTREAM, UPSTREAM_PROTOCOLS],
      ...[PROCESSES, CONFIG, LUA, luaErrors()],
    ].flatMap(part => Object.entries(part)),
  );
  return all;
};

/** A Lua error without a dictionary entry is explained by the start of its template. */
export const explanationOf = ({known, template}: Pick<Pattern, 'known' | 'template'>): Explanation | undefined => {
  const found = known && explanations().get(known.id);
  if (found === undefined) return known === undefined ? (luaErrorOf(template) ?? textOf(template)) : undefined;
  const {actions, ...explanation} = found;
  return {...explanation, ...actions?.[template.split(' while ')[1] ?? '']};
};
