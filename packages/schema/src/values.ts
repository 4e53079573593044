/** Values and functions of this package that do not load zod, for programs that must start fast. */
export * from './issue.ts';
export * from './secret.ts';

/** Request header of each credential (docs/contract.md#authentication). */
export const CREDENTIAL_HEADERS = {'api-token': 'API-Token', session: 'edge-token'} as const;

/** Default of `page` (docs/contract.md#limits). */
export const DEFAULT_PAGE = 1;
/** Default of `page_size` (docs/contract.md#limits). */
export const DEFAULT_PAGE_SIZE = 20;

/** The index is the `level`; a smaller one is more severe (docs/contract.md#level-values). */
export const LEVELS = ['STDERR', 'EMERG', 'ALERT', 'CRIT', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG'] as const;
export type LevelName = (typeof LEVELS)[number];

/** `LEVEL n` for a value without a name, `–` for undefined. */
export const levelName = (level: number | undefined): string =>
  level === undefined ? '–' : (LEVELS[level] ?? `LEVEL ${level}`);

/** The index is the `node_type` (docs/contract.md#node-types). */
export const NODE_TYPES = ['global', 'admin site', 'log server'] as const;

/** `type n` for a value without a name. */
export const nodeTypeName = (nodeType: number): string => NODE_TYPES[nodeType] ?? `type ${nodeType}`;

/** UTF-16 code units after trimming. */
export const TOKEN_NAME_MAX = 255;

/** `expire` of an API token that never expires (docs/contract.md#states-and-transitions). */
export const NEVER_EXPIRES = 0;

/**
 * Smallest `expire`, other than 0, that is regarded as milliseconds since the epoch. Smaller values may be seconds
 * (docs/field-facts.md#17).
 */
export const EXPIRE_UNIT_FLOOR = 1e12;

export type ExpiryState =
  | {readonly kind: 'unknown'}
  | {readonly kind: 'never'}
  | {readonly kind: 'active'; readonly at: Date}
  | {readonly kind: 'expired'; readonly at: Date}
  | {readonly kind: 'unclear'; readonly raw: number};

/**
 * Returns the state of an `expire` value at the time `now`. `unknown` means that `expire` is absent. `unclear` means
 * that it is not 0, and is below {@link EXPIRE_UNIT_FLOOR} or beyond the range of `Date` (docs/field-facts.md#17).
 */
export const expiryState = (expire: number | undefined, now: Date): ExpiryState => {
  if (expire === undefined) return {kind: 'unknown'};
  if (expire === NEVER_EXPIRES) return {kind: 'never'};
  const at = new Date(expire);
  if (expire < EXPIRE_UNIT_FLOOR || Number.isNaN(at.getTime())) return {kind: 'unclear', raw: expire};
  return {kind: at.getTime() > now.getTime() ? 'active' : 'expired', at};
};

/** `plugin` of the built-in account source (docs/contract.md#login). */
export const BUILTIN_PLUGIN = 'Builtin';

/** Lifetimes of a session token in seconds: 8 hours, 31 days and 31 days (docs/contract.md#states-and-transitions). */
export const SESSION_SECONDS = {standard: 28_800, remembered: 2_678_400, maximum: 2_678_400} as const;

/** Returns the end of a session that began at `loggedInAt`. */
export const sessionEnd = (loggedInAt: Date, remember: boolean): Date =>
  new Date(loggedInAt.getTime() + 1000 * (remember ? SESSION_SECONDS.remembered : SESSION_SECONDS.standard));

/** Converts a time in Unix seconds, which may have a fraction: `log_time`, `created`, or `_created_unix` of a token. */
export const unixDate = (seconds: number): Date => new Date(Math.round(seconds * 1000));

/** Returns a time in Unix seconds as ISO 8601 text, or as the number itself if it is beyond the range of `Date`. */
export const isoTime = (seconds: number): string => {
  const date = unixDate(seconds);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
};

/** Returns untrusted text as one trimmed line: control and format characters become spaces. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Undefined if `text` is not JSON. The error of `JSON.parse` would quote the text, which may contain a password. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** `problem` says what is wrong; it completes a sentence that begins with the field name. */
export type GatewayUrl = {readonly url: URL} | {readonly problem: string};

/**
 * Parses a base URL: http or https, without user, password, query and fragment. Surrounding space is ignored. `problem`
 * never repeats the text, which may contain a password.
 */
export const readGatewayUrl = (text: string): GatewayUrl => {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return {problem: 'must be a URL that begins with http:// or https://'};
  }
  if (url.username || url.password) return {problem: 'must not contain a user or password'};
  // Checks `href`, because `search` and `hash` are empty if nothing follows the `?` or `#`.
  if (/[?#]/.test(url.href)) return {problem: 'must end with its path, without ? or #'};
  return {url};
};
