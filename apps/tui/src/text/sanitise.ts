/** Replaces characters that are invisible, private-use, unassigned or malformed, or that change the text direction. */
const STAND_IN = '\uFFFD';
const LINE_BREAK_MARK = '⏎';
const TAB_MARK = '⇥';

/** Enough combining marks for all scripts in use, and too few to draw over other rows. */
const MAX_MARKS = 4;

const PLAIN = /^[\x20-\x7E]*$/;

// Hangul letters join only in the order lead, vowel, trail. Terminals disagree on the width of a single letter.
const LEAD = String.raw`[\u1100-\u115E\uA960-\uA97C]`;
const VOWEL = String.raw`[\u1161-\u11A7\uD7B0-\uD7C6]`;
const TRAIL = String.raw`[\u11A8-\u11FF\uD7CB-\uD7FB]`;

// Each of these letters forms one grapheme cluster with the next character, even if that is a space after the text.
const PREPEND = String.raw`\u{0D4E}\u{111C2}\u{111C3}\u{113D1}\u{1193F}\u{11941}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}`;
// No emoji starts with one of these characters, so a run of them can be matched as a whole without cutting an emoji.
const INVISIBLE = String.raw`\p{C}\p{Zl}\p{Zp}\p{DI}\u20E3${PREPEND}`;
const UNSAFE = String.raw`${INVISIBLE}\p{Regional_Indicator}\p{Emoji_Modifier}`;
// The vowel AM (Thai, Lao) and halfwidth sound marks are letters in Unicode, but are drawn in the preceding cell.
const MARK = String.raw`[[\p{M}\u0E33\u0EB3\uFF9E\uFF9F]--[\p{DI}\u20E3]]`;
// A linker joins two letters to one cluster of two cells. A non-joiner after the linker splits the cluster.
const LINKER =
  /[\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D\u1039\u17D2\u1A60\u1B44\u1BAB\uA9C0\uAAF6\u{10A3F}\u{11133}\u{113D0}\u{1193E}\u{11A47}\u{11A99}\u{11F42}]/u;
const NON_JOINER = '\u200C';
// The flags of England, Scotland and Wales need tag characters, which can also carry hidden text.
const TAGGED_FLAGS = ['gbeng', 'gbsct', 'gbwls']
  .map(tags => `\\u{1F3F4}${[...tags].map(tag => `\\u{E00${tag.charCodeAt(0).toString(16)}}`).join('')}\\u{E007F}`)
  .join('|');
const EMOJI = String.raw`[\p{RGI_Emoji}--[\p{Emoji_Modifier}\q{${TAGGED_FLAGS}}]]`;

const createPatterns = () => ({
  suspect: new RegExp(`[${UNSAFE}]|${MARK}|${LEAD}|${VOWEL}|${TRAIL}`, 'v'),
  token: new RegExp(
    String.raw`([${INVISIBLE}]+)|(${MARK}+)(\u200C?)(?=(\p{L})?)|(${EMOJI})([${UNSAFE}]|${MARK})?` +
      String.raw`|(${LEAD}${VOWEL}${TRAIL}?|[\uAC00-\uD7A3]${TRAIL})|[${UNSAFE}]|${LEAD}|${VOWEL}|${TRAIL}`,
    'gv',
  ),
});
/** Compiling the patterns takes 20 ms, so they are created on first use. */
let patterns: ReturnType<typeof createPatterns> | undefined;

const standInFor = (character: string): string => {
  const code = character.charCodeAt(0);
  if (code === 0x0a || code === 0x2028 || code === 0x2029) return LINE_BREAK_MARK;
  if (code === 0x09) return TAB_MARK;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return STAND_IN;
};

// Splits the vowel AM (Thai, Lao) into its two parts. Terminals disagree on the width of AM, but not of its parts.
const splitAm = (marks: string): string =>
  marks.replaceAll('\u0E33', '\u0E4D\u0E32').replaceAll('\u0EB3', '\u0ECD\u0EB2');

const boundMarks = (marks: string, joiner: string, isBetweenLetters: boolean): string => {
  const end = joiner === '' ? '' : STAND_IN;
  const each = [...marks];
  if (each.length > MAX_MARKS) return splitAm(each.slice(0, MAX_MARKS).join('')) + STAND_IN + end;
  return splitAm(marks) + (isBetweenLetters && LINKER.test(marks) ? NON_JOINER : end);
};

const REGIONAL_A = 0x1f1e6;
const EMOJI_PART = /[\u200D\uFE0F\u20E3\p{Emoji_Modifier}]/gu;
// Terminals disagree on the width of an emoji sequence, so it is split. A flag becomes its two letters.
const splitEmoji = (emoji: string): string =>
  emoji
    .replaceAll(EMOJI_PART, '')
    .replaceAll(/\p{Regional_Indicator}/gu, letter =>
      String.fromCharCode(0x41 + (letter.codePointAt(0) ?? REGIONAL_A) - REGIONAL_A),
    );

const replaceRun = (run: string): string => {
  let out = '';
  for (const character of run.replaceAll('\r\n', '\n')) out += standInFor(character);
  return out;
};

type Capture = string | undefined;
type Captures = [Capture, Capture, Capture, Capture, Capture, Capture, Capture, offset: number];

const replaceToken = (match: string, ...captures: Captures): string => {
  const [run, marks, joiner = '', next, emoji, tail = '', hangul, offset] = captures;
  if (run !== undefined) return replaceRun(run);
  if (marks !== undefined)
    return offset === 0 ? STAND_IN + (joiner && STAND_IN) : boundMarks(marks, joiner, next !== undefined);
  // A combining mark after an emoji would become part of the emoji's cluster and change its width.
  if (emoji !== undefined) return splitEmoji(emoji) + (tail && standInFor(tail));
  return hangul ?? standInFor(match);
};

/**
 * Returns untrusted text as one line that is safe for a terminal. Control and invisible characters become visible ones
 * (`␛[31m`, `⏎`, `⇥`, `�`). Emoji sequences and the vowel AM (Thai, Lao) are split. Idempotent. Linear time.
 */
export const sanitise = (text: string): string => {
  if (PLAIN.test(text)) return text;
  patterns ??= createPatterns();
  return patterns.suspect.test(text) ? text.replace(patterns.token, replaceToken) : text;
};

/** A line break at the end does not add an empty line. */
export const sanitiseLines = (text: string): string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n|[\u2028\u2029]/)
    .map(line => sanitise(line));
