import {WILD} from './scan/masked.ts';

/** If a line has more tokens, one `<*>` replaces the rest. */
const MAX_TOKENS = 100;

const WHOLE = /^<\*>[,;:.]?$/;
const CONTINUES = />,?$/;
/** Whether a token consists of one value (`<*>`, `<*>,`) or of several (`<*> <*>`). */
export const isWild = (token: string): boolean => token.startsWith(WILD) && (token.includes(' ') || WHOLE.test(token));
export const hasWild = (token: string): boolean => token.includes(WILD);
const LETTERS = /\p{L}{2}/u;
/** Whether a token has two adjacent letters, with or without a value: `status=<*>`. */
export const hasWord = (token: string): boolean => LETTERS.test(token);
export const isWord = (token: string): boolean => !hasWild(token) && LETTERS.test(token);

export const wildcards = (token: string): number => {
  let count = 0;
  for (let at = token.indexOf(WILD); at >= 0; at = token.indexOf(WILD, at + 3)) count++;
  return count;
};

/**
 * Joins adjacent `<*>` to one token, so that messages which differ only in the number of values in a list have the same
 * template.
 */
export const tokensOf = (key: string): string[] => {
  const words = key.split(/\s+/);
  if (words[0] === '') words.shift();
  if (words.at(-1) === '') words.pop();
  const tokens: string[] = [];
  for (const word of words) {
    const last = tokens.at(-1);
    if (last !== undefined && isWild(last) && CONTINUES.test(last) && WHOLE.test(word))
      tokens[tokens.length - 1] = `${last} ${word}`;
    else if (tokens.length === MAX_TOKENS) {
      tokens.push(WILD);
      return tokens;
    } else tokens.push(word);
  }
  return tokens;
};

/** Replaces `<*> <*>` by `<*>`. Tokens with different numbers of values are then equal. */
export const normal = (token: string): string =>
  token.includes(' ') ? WILD + (/[,;:.]$/.exec(token)?.[0] ?? '') : token;
export const normalKey = (tokens: readonly string[]): string => tokens.map(normal).join(' ');

const commonStart = (a: string, b: string): string => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.slice(0, at);
};

const OPENING = /^.*[=:(["'#/]/;
const CLOSING = /[)\]"',;:.!?]+$/;

/** Returns a token that matches both: `user=<*>` for `user=root` and `user=bob`, `<*>,` for `bob,` and `eve,`. */
export const generalise = (a: string, b: string): string => {
  if (a === b) return a;
  const start = OPENING.exec(commonStart(a.replace(/<\*>.*$/s, ''), b.replace(/<\*>.*$/s, '')))?.[0] ?? '';
  const end = CLOSING.exec(a.slice(start.length))?.[0] ?? '';
  const same = end !== '' && CLOSING.exec(b.slice(start.length))?.[0] === end;
  return start + WILD + (same ? end : '');
};

/** Whether a token of a template matches a token of a line or of another template. */
export const covers = (pattern: string, token: string): boolean => {
  if (pattern === token || pattern === WILD) return true;
  const at = pattern.indexOf(WILD);
  if (at < 0) return false;
  if (isWild(pattern) && isWild(token)) return true;
  const end = pattern.slice(pattern.lastIndexOf(WILD) + 3);
  return token.length >= at + end.length && token.startsWith(pattern.slice(0, at)) && token.endsWith(end);
};

const NEVER_VARIES =
  /_by_lua(?:_file)?\*?:?$|^(?:DATA|HEADERS|PRIORITY|RST_STREAM|SETTINGS|PUSH_PROMISE|PING|GOAWAY|WINDOW_UPDATE|CONTINUATION)$/;
/** Names of Lua phases and HTTP/2 frames are never replaced by `<*>`. */
export const neverVaries = (token: string): boolean => NEVER_VARIES.test(token);

const SHAPED = /[\d@%/\\:.=+~$-]|\p{Ll}\p{Lu}|[^\p{ASCII}]/u;
const CALL = /[\p{L}_]\(/u;
export const isCall = (token: string): boolean => CALL.test(token);
/** Whether a token looks like a name or value (`user17`), not like a function (`f()`) or directive (`proxy_pass`). */
const looksVariable = (token: string): boolean =>
  !CALL.test(token) && (hasWild(token) || SHAPED.test(token.replace(/[.,;:!?]+$/, '')));

const CHOICES = [/^(?:on|off)\b/, /^(?:yes|no)\b/, /^(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|CONNECT|TRACE)\b/];

/**
 * In a JSON line, `<*>` replaces all text around the message, so `<*>` is joined to the first and last word of the
 * message: `<*>payment declined<*>`.
 */
const AT_JSON = /^<\*>\p{L}{3,}$|^\p{L}{3,}<\*>$/u;

const assigned = (token: string): string | undefined => /^([\w.-]+)=/.exec(token)?.[1];

/** Whether `<*>` may replace two different tokens, even if only two lines were compared. */
export const mayVary = (a: string, b: string): boolean => {
  if (isWild(a) && isWild(b)) return true;
  const name = assigned(a);
  if (name !== undefined || assigned(b) !== undefined) return name === assigned(b);
  if ((AT_JSON.test(a) && AT_JSON.test(b)) || neverVaries(a) || neverVaries(b)) return false;
  if (CHOICES.some(choice => choice.test(a) && choice.test(b))) return true;
  return looksVariable(a) && looksVariable(b);
};
