/** What an operator should know about a message. */
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
  /** The site's own Lua code wrote the text, so its meaning is unknown. */
  readonly isOwnText?: true;
};

/**
 * `actions` maps the text after ` while ` in a message to fields that replace those of the explanation. The empty key
 * is for messages without ` while `.
 */
export type ExplanationByAction = Explanation & {readonly actions?: Readonly<Record<string, Partial<Explanation>>>};

export type Reference = Pick<Explanation, 'cite' | 'source'>;

/** Cites a line in `src` of nginx, and a page of its documentation. */
export const nginx = (line: string, page?: string): Reference => ({
  ...(page !== undefined && {cite: `https://nginx.org/en/docs/${page}`}),
  source: `nginx src/${line}`,
});

/** Cites a line in `src` of lua-nginx-module, and a section of its README. */
export const luaModule = (line: string, section?: string): Reference => ({
  ...(section !== undefined && {cite: `https://github.com/openresty/lua-nginx-module#${section}`}),
  source: `lua-nginx-module src/${line}`,
});
