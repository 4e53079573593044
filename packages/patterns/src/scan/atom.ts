import {classOf, DIGIT, digitsEnd, HEX_LETTER, isDigit, LETTER, SPACE, STOP} from './chars.ts';

/** Range of the variable part of an atom, a text without spaces: `45` in `item:45`. Stored as `from * 2 ** 16 + to`. */
export type Value = number;
export const WORD: Value = -1;
const MAX_ATOM = 0xffff;
const value = (from: number, to: number): Value => from * 0x10000 + to;

export type AtomFacts = {digits: number; letters: number; dots: number; colons: number; slashes: number; other: number};

type CharRange = {start: number; end: number};

/**
 * Returns the end of the atom at `start`, and sets `facts` to the numbers of its letters, digits and other characters.
 * The text from `start` to `letters` must consist of letters.
 */
export const atomEnd = (
  text: string,
  {start, letters: lettersEnd, end}: CharRange & {letters: number},
  facts: AtomFacts,
): number => {
  let [digits, letters, dots, colons, slashes, other] = [0, lettersEnd - start, 0, 0, 0, 0];
  let at = lettersEnd;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    if ((kind & LETTER) !== 0) letters++;
    else if ((kind & DIGIT) !== 0) digits++;
    else if ((kind & SPACE) !== 0) break;
    else if ((kind & STOP) !== 0) {
      // A comma between digits is part of the number.
      if (code !== 44 || at === start || !isDigit(text.charCodeAt(at - 1)) || !isDigit(text.charCodeAt(at + 1))) break;
    } else if (code === 46) dots++;
    else if (code === 58) colons++;
    else if (code === 47) slashes++;
    else if (code !== 45 && code !== 95) other++;
  }
  facts.digits = digits;
  facts.letters = letters;
  facts.dots = dots;
  facts.colons = colons;
  facts.slashes = slashes;
  facts.other = other;
  return at;
};

/** Excludes trailing `.:!?` from the atom and from `facts`. */
export const withoutPunctuation = (text: string, {start, end}: CharRange, facts: AtomFacts): number => {
  let at = end;
  while (at > start + 1) {
    const code = text.charCodeAt(at - 1);
    if (code === 46) facts.dots--;
    else if (code === 58) facts.colons--;
    else if (code === 33 || code === 63) facts.other--;
    else return at;
    at--;
  }
  return at;
};

const UNITS = new Set(
  'ms s us µs ns m h d w k K M G T B kb KB Kb mb MB Mb gb GB GiB MiB KiB kB tb TB bytes byte px x % req/s r/s r/m rps'.split(
    ' ',
  ),
);
/** Host names end with one of these labels. Names of three or more labels may end with a country code instead. */
const TOP_LEVEL = new Set(
  'com net org edu gov mil int info biz io dev app cloud local localdomain internal intranet lan corp home test example invalid arpa svc cluster onion xyz site online tech'.split(
    ' ',
  ),
);

const isHost = (name: string): boolean => {
  const dot = name.lastIndexOf('.');
  const last = name.slice(dot + 1);
  if (dot < 1 || !/^[\w*.-]+$/.test(name)) return false;
  if (TOP_LEVEL.has(last.toLowerCase())) return true;
  return /^[a-z]{2}$/.test(last) && name.indexOf('.') < dot && name === name.toLowerCase();
};

const beforePort = (name: string): boolean => /^[\w@*-]+(?:\.[\w-]+)+$/.test(name) || /^[a-z]+-?\d+$/i.test(name);

const isHexId = (text: string, letters: number, digits: number): boolean => {
  if (text.length < 8 || (digits === 0 && text.length < 16)) return false;
  let hex = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((classOf(code) & (DIGIT | HEX_LETTER)) !== 0) hex++;
    else if (code !== 45 && code !== 58 && code !== 95) return false;
  }
  return hex === letters + digits;
};

const numeric = (text: string, facts: AtomFacts): Value => {
  if (facts.letters === 0) return text.endsWith('%') ? value(0, text.length - 1) : value(0, text.length);
  if (text.startsWith('0x') || isHexId(text, facts.letters, facts.digits)) return value(0, text.length);
  let at = 0;
  while (at < text.length && (classOf(text.charCodeAt(at)) & LETTER) === 0) at++;
  if (UNITS.has(text.slice(at))) return value(0, at);
  return facts.digits >= 2 || facts.colons >= 2 || facts.dots > 0 || facts.slashes > 0 ? value(0, text.length) : WORD;
};

/** Finds the number at the end of an atom: `45` in `item:45`, `17` in `node-17`, `3` in `#3`, `1234` in `user1234`. */
const suffixed = (text: string): Value => {
  let at = text.length;
  while (at > 0 && isDigit(text.charCodeAt(at - 1))) at--;
  const digits = text.length - at;
  if (digits === 0 || at === 0) return WORD;
  const before = text.charCodeAt(at - 1);
  if (before === 58) return beforePort(text.slice(0, at - 1)) ? value(0, text.length) : value(at, text.length);
  if (before === 35) return value(at, text.length);
  const needed = (classOf(before) & LETTER) !== 0 ? 4 : 2;
  return digits >= needed ? value(at, text.length) : WORD;
};

const isId = (text: string, {digits, letters, other}: AtomFacts): boolean =>
  text.length >= 16 && digits >= 3 && letters >= 3 && other === 0 && !/^[a-z]+(?:(?:[_-][a-z]+)+|:)\d+$/.test(text);

const isRelativePath = (text: string, {slashes, dots, digits}: AtomFacts): boolean =>
  slashes > 0 && (slashes > 1 || digits > 1 || (dots > 0 && text.lastIndexOf('.') > text.indexOf('/')));

const startOfSigned = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return isDigit(first) || ((first === 45 || first === 43 || first === 46) && isDigit(text.charCodeAt(1)));
};

/** Matches a name and a pointer, as nginx prints it with `%p`: `u:00003471241F3687`. */
const POINTER = /^[a-z]{1,8}:[\dA-F]{16}$/;

/** Matches a MAC address, or an IPv6 address with an optional zone and prefix length. */
const ADDRESS = /^[\da-f:.]{3,45}(?:%\w{1,16})?(?:\/\d{1,3})?$/i;

const CALENDAR = new Set('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun'.split(' '));

export const isValueWord = (text: string, start: number, end: number): boolean => {
  const length = end - start;
  const first = text.charCodeAt(start);
  if (length === 3) {
    if (first > 90) return false;
    let next = text.charCodeAt(end) === 44 ? end + 1 : end;
    if (text.charCodeAt(next) !== 32 || !CALENDAR.has(text.slice(start, end))) return false;
    while (text.charCodeAt(next) === 32 && next < end + 4) next++;
    return isDigit(text.charCodeAt(next)) || CALENDAR.has(text.slice(next, next + 3));
  }
  if (length === 4) return first === 116 && text.startsWith('true', start);
  return length === 5 && first === 102 && text.startsWith('false', start);
};

export const valueIn = (text: string, facts: AtomFacts): Value => {
  if (text.length > MAX_ATOM) return value(0, MAX_ATOM);
  const {digits, letters, dots, colons, slashes} = facts;
  if (colons >= 2 && digits + colons > 2 && ADDRESS.test(text)) return value(0, text.length);
  if (startOfSigned(text)) return numeric(text, facts);
  if (colons === 1 && text.length <= 25 && POINTER.test(text)) return value(text.length - 16, text.length);
  const at = text.indexOf('@');
  if (at > 0 && at < text.length - 1) return value(0, text.length);
  if (slashes === 1 && /^[A-Za-z][A-Za-z_]*\/\d/.test(text))
    return text.startsWith('HTTP/') ? WORD : value(text.indexOf('/') + 1, text.length);
  if (slashes > 0) return text.startsWith('HTTP/') || !isRelativePath(text, facts) ? WORD : value(0, text.length);
  if (digits > 0) {
    if (isHexId(text, letters, digits) || isId(text, facts)) return value(0, text.length);
    if (/^v\d/.test(text)) return value(1, text.length);
    const found = suffixed(text);
    if (found !== WORD) return found;
  } else if (letters >= 16 && isHexId(text, letters, digits)) return value(0, text.length);
  return dots > 0 && isHost(text) ? value(0, text.length) : WORD;
};

export const portEnd = (text: string, at: number, end: number): number => {
  const port = text.charCodeAt(at) === 58 ? digitsEnd(text, at + 1, end) : at;
  return port > at + 1 ? port : at;
};
