import {readFileSync} from 'node:fs';

/** What nginx appends to a format: an errno, errors of OpenSSL, or the place in the configuration. */
export type Suffix = 'errno' | 'ssl' | 'conf';

/**
 * Facts that scripts/nginx-formats.ts reads from the sources of nginx 1.22.1 and lua-nginx-module 0.10.23 (BSD licence,
 * two clauses) and of LuaJIT 2.1 (MIT licence).
 */
type Table = {
  readonly sources: readonly string[];
  /** Actions: texts that nginx writes after ` while `. */
  readonly actions: readonly string[];
  /** Errors that lua-nginx-module raises in Lua code. */
  readonly raised: readonly string[];
  readonly luajit: readonly string[];
  /**
   * Calls by file: line, level (empty if it varies), format and suffix. `%{a|b}` in a format is one of several words.
   */
  readonly formats: Readonly<Record<string, readonly (readonly [number, string, string, Suffix?])[]>>;
};

export const TABLE: Table = JSON.parse(readFileSync(new URL('formats.json', import.meta.url), 'utf8'));
