import {classOf, digitsEnd, isDigit, isWord, LETTER, SPACE} from './chars.ts';

/** Maximum length of a text in quotes or brackets and of an errno text, in UTF-16 units. */
const MAX_SPAN = 3_000;
const MAX_TICKED = 200;
/** `closingQuote` searches this many UTF-16 units after the first possible closing quote for one that it prefers. */
const MAX_NESTED = 400;
/** Maximum number of words of a path with spaces, after its first word. */
const MAX_PATH_WORDS = 6;
const MAX_NAME = 255;
const BACKSLASH = 92;

const CLOSERS = new Set([...',.;:)]}>|!?\'"'].map(char => char.charCodeAt(0)));
const closes = (text: string, next: number, end: number): boolean => {
  if (next >= end) return true;
  const code = text.charCodeAt(next);
  return (classOf(code) & SPACE) !== 0 || CLOSERS.has(code);
};

export const quotesIn = (text: string, from: number, end: number): number => {
  let count = 0;
  for (let at = text.indexOf('"', from); at >= 0 && at < end; at = text.indexOf('"', at + 1))
    if (text.charCodeAt(at - 1) !== BACKSLASH) count++;
  return count;
};

/**
 * Prefers a quote with an even number of quotes after it. So `"he said "hi" twice"` is one text, and `"a" or "b"` are
 * two. `left` is the number of quotes after `at`.
 */
export const closingQuote = (text: string, at: number, {end, left}: {end: number; left: number}): number => {
  let limit = Math.min(end, at + MAX_SPAN);
  let first = -1;
  let behind = left;
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === BACKSLASH) next++;
    else if (code === 34) {
      behind--;
      if (!closes(text, next + 1, end)) continue;
      if (behind % 2 === 0) return next;
      if (first < 0) first = next;
      limit = Math.min(limit, first + MAX_NESTED);
    }
  }
  return first;
};

export const closingTick = (text: string, at: number, end: number): number => {
  const quote = text.charCodeAt(at);
  const limit = Math.min(end, at + MAX_TICKED);
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === BACKSLASH) next++;
    else if (code === 10) return -1;
    else if (code === quote && closes(text, next + 1, end)) return next;
  }
  return -1;
};

/** If the JSON is cut, returns the end of the line. */
export const jsonEnd = (text: string, at: number, end: number): number => {
  const close = closingBracket(text, at, end);
  if (close > 0) return close;
  const newline = text.indexOf('\n', at);
  return newline < 0 ? end : Math.min(newline, end);
};

/** Returns the position after the closing bracket, or -1. Double-quoted text is skipped. */
export const closingBracket = (text: string, at: number, end: number): number => {
  const limit = Math.min(end, at + MAX_SPAN);
  let depth = 0;
  let quoted = false;
  for (let next = at; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === BACKSLASH) next++;
    else if (code === 34) quoted = !quoted;
    else if (quoted) continue;
    else if (code === 123 || code === 91) depth++;
    else if ((code === 125 || code === 93) && --depth === 0) return next + 1;
  }
  return -1;
};

const MESSAGE_KEYS = ['"msg":', '"message":', '"error":', '"err":', '"event":'];

/** Returns the range of the sentence in JSON, such as the value of `msg`. Ignores values of one word. */
export const jsonMessage = (text: string, open: number, close: number): readonly [number, number] | undefined => {
  for (const key of MESSAGE_KEYS) {
    const at = text.indexOf(key, open);
    if (at < 0 || at >= close) continue;
    const quote = at + key.length + (text.charCodeAt(at + key.length) === 32 ? 1 : 0);
    if (text.charCodeAt(quote) !== 34) continue;
    let to = quote + 1;
    while (to < close && text.charCodeAt(to) !== 34) to += text.charCodeAt(to) === BACKSLASH ? 2 : 1;
    if (to < close && text.slice(quote + 1, to).includes(' ')) return [quote + 1, to];
  }
  return undefined;
};

/** Returns the start of the errno text in `(110: timed out)` or `(SSL: error:…)`, or -1. `at` is after the `(`. */
export const errnoStart = (text: string, at: number, end: number): number => {
  const after = digitsEnd(text, at, end);
  if (after > at && text.charCodeAt(after) === 58 && after + 1 < end && !isDigit(text.charCodeAt(after + 1))) return at;
  return text.startsWith('SSL: ', at) ? at + 5 : -1;
};

export const closingParenthesis = (text: string, at: number, end: number): number => {
  const limit = Math.min(end, at + MAX_SPAN);
  let depth = 1;
  for (let next = at; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === 40) depth++;
    else if (code === 41 && --depth === 0) return next;
  }
  return -1;
};

/** Returns the position of the `]` after an IPv6 address, or -1. */
export const addressEnd = (text: string, at: number, end: number): number => {
  const limit = Math.min(end, at + 60);
  let colons = 0;
  for (let next = at; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === 58) colons++;
    else if (code === 93) return colons >= 2 ? next : -1;
    else if (code === 37) colons += 2;
    else if (!isWord(code) && code !== 46) return -1;
  }
  return -1;
};

const TRAILING = new Set([...",;:.)]}>!?'"].map(char => char.charCodeAt(0)));
const PATH_ENDS =
  /^(?:while|failed|to|from|is|was|are|does|did|exists?|not|for|with|as|at|on|because|after|and|by|due|has|could|cannot|failing)$/;
const FILE_NAME = /[^./]\.(?!com$|net$|org$|io$|local$|internal$)[a-z][a-z0-9]{0,4}(?::\d+)?$/i;

const wordEnd = (text: string, at: number, end: number): number => {
  let next = at;
  while (next < end && (classOf(text.charCodeAt(next)) & SPACE) === 0 && text.charCodeAt(next) !== 34) next++;
  return next;
};

const isPaired = (text: string, from: number, at: number): boolean => {
  const code = text.charCodeAt(at);
  const opening = code === 41 ? '(' : code === 93 ? '[' : code === 125 ? '{' : '';
  return opening !== '' && text.lastIndexOf(opening, at) >= from;
};

const trimmed = (text: string, at: number, end: number): number => {
  let last = end;
  while (last > at + 1 && TRAILING.has(text.charCodeAt(last - 1)) && !isPaired(text, at, last - 1)) last--;
  return last;
};

const spaceAfter = (text: string, at: number, end: number): number => {
  let next = at;
  while (next < end && (classOf(text.charCodeAt(next)) & SPACE) === 0) next++;
  return next;
};

/** Whether a word may be part of a file name with spaces. `(1)` and `"hi"/x` may be, `(2:` and `"text"` may not. */
const mayBeName = (word: string): boolean => {
  const first = word.charCodeAt(0);
  if ((classOf(first) & LETTER) !== 0 || isDigit(first)) return !PATH_ENDS.test(word);
  if (first === 34) return word.lastIndexOf('/') > word.lastIndexOf('"');
  if (first !== 40 && first !== 91) return false;
  return (!word.includes(':') && /[)\]],?$/.test(word)) || /^\(\w+\)\//.test(word);
};

/** The path ends after the last word that has a slash or a file extension. */
const afterSpaces = (text: string, pathEnd: number, end: number): number => {
  let found = pathEnd;
  let at = pathEnd;
  for (let words = 0; words < MAX_PATH_WORDS && text.charCodeAt(at) === 32; words++) {
    const start = at + 1;
    at = spaceAfter(text, start, Math.min(end, start + MAX_NAME));
    const last = trimmed(text, start, at);
    const word = text.slice(start, last);
    if (!mayBeName(text.slice(start, at))) return found;
    if (word.includes('/') || FILE_NAME.test(word)) found = last;
    if (last < at && text.charCodeAt(start) !== 40) return found;
  }
  return found;
};

export const pathEnd = (text: string, at: number, end: number): number => {
  const whole = wordEnd(text, at, end);
  const last = trimmed(text, at, whole);
  return last === whole && last - at > 1 ? afterSpaces(text, last, end) : last;
};

/** Whether a URL or a path such as `unix:/socket`, `./file`, `~/file` or `C:/file` starts at a position. */
export const isLocated = (text: string, start: number, end: number): boolean => {
  let at = start;
  while (at < end && isWord(text.charCodeAt(at))) at++;
  if (text.startsWith('://', at) || text.startsWith('unix:/', start)) return true;
  return /^\.{1,2}\/|^~\/|^[A-Za-z]:\//.test(text.slice(start, start + 3));
};

const METHOD = /^(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|CONNECT|TRACE|PROPFIND|MKCOL|MOVE|COPY|PRI) $/;

/** Returns the position after the unquoted request line (`GET /a b HTTP/1.1`), or -1. */
export const requestEnd = (text: string, at: number, end: number): number => {
  const space = text.indexOf(' ', at);
  if (space < 0 || space - at > 8 || !METHOD.test(text.slice(at, space + 1))) return -1;
  const limit = Math.min(end, at + MAX_SPAN);
  for (let next = space; next < limit && text.charCodeAt(next) !== 10; next++) {
    if (text.charCodeAt(next) === 32 && text.startsWith('HTTP/', next + 1)) return wordEnd(text, next + 1, end);
  }
  return -1;
};

/** Returns the end of the type in `(a nil value)`, or -1. The longest type name is `userdata`. */
export const luaType = (text: string, at: number): number => {
  if (!text.startsWith('(a ', at)) return -1;
  const space = text.indexOf(' ', at + 3);
  return space - at <= 11 && text.startsWith(' value)', space) ? space : -1;
};

const MAX_SITE = 300;

/** Returns the end of `file:line`, or -1. File names may have spaces and quotes. C functions have `[C]:-1`. */
export const siteEnd = (text: string, at: number, end: number): number => {
  const limit = Math.min(end, at + MAX_SITE);
  for (let next = at; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === 10) return -1;
    if (code !== 58) continue;
    const digits = text.charCodeAt(next + 1) === 45 ? next + 2 : next + 1;
    const after = digitsEnd(text, digits, end);
    if (after > digits && text.charCodeAt(after) === 58 && !isDigit(text.charCodeAt(after + 1))) return after;
  }
  return -1;
};

export const isSiteAt = (text: string, start: number, end: number): boolean => {
  const at = spaceAfter(text, start, end);
  if (text.charCodeAt(at - 1) !== 58) return false;
  let digits = at - 1;
  while (digits > start && isDigit(text.charCodeAt(digits - 1))) digits--;
  return digits < at - 1 && text.charCodeAt(digits - 1) === 58 && digits - 1 > start;
};
