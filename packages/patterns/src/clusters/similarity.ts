import {covers, generalise, hasWord, isCall, isWild, isWord, mayVary, neverVaries} from './template-tokens.ts';

/** Minimum share of tokens that match in a line and a similar template. Drain uses the same value. */
const SIMILARITY = 0.5;

export const merged = (own: string, token: string): string => (covers(own, token) ? own : generalise(own, token));

/**
 * Returns the number of equal tokens, or -1 if the template `own` does not match the line. A `<*>` usually replaces a
 * number. If the line has a word there, two equal words elsewhere are required, unless `anyWords` is set.
 */
export const coverage = (own: readonly string[], tokens: readonly string[], anyWords: boolean): number => {
  let equal = 0;
  let words = 0;
  let loose = 0;
  for (let at = 0; at < tokens.length; at++) {
    const [a, b] = [own[at] as string, tokens[at] as string];
    if (a === b) {
      equal++;
      if (isWord(a)) words++;
    } else if (!covers(a, b)) return -1;
    else if (isWild(a) && isWord(b)) loose++;
  }
  return !anyWords && loose > 0 && words < 2 * loose ? -1 : equal;
};

/**
 * Maximum number of plain words that may differ if `anyWord` is set. A plain word is one that does not look like a
 * value.
 */
const MAX_WORDS = 2;

const isFixed = (token: string): boolean => isCall(token) || neverVaries(token);

/**
 * Returns the number of tokens of a line that the template `own` matches. Returns 0 if these are too few or if a plain
 * word differs. With `anyWord`, up to two plain words may differ.
 */
export const similarity = (
  own: readonly string[],
  tokens: readonly string[],
  {anyWord}: {readonly anyWord: boolean},
): number => {
  let plain = 0;
  let equal = 0;
  let words = 0;
  let differing = 0;
  let loose = 0;
  for (let at = 0; at < tokens.length; at++) {
    const [a, b] = [own[at] as string, tokens[at] as string];
    if (a === b || covers(a, b)) {
      // `<*>` usually replaces a number. If the line has a word there, the line is less likely to match.
      if (a !== b && isWild(a) && isWord(b)) loose++;
      equal++;
      if (hasWord(a)) words++;
    } else if (mayVary(a, b)) differing++;
    else if ((isWild(a) && isWord(b)) || (isWord(a) && isWild(b))) {
      differing++;
      loose++;
    } else if (anyWord && ++plain <= MAX_WORDS && !isFixed(a) && !isFixed(b)) differing++;
    else return 0;
  }
  if (words < (differing > 0 ? 2 : 1) || equal / tokens.length < SIMILARITY) return 0;
  return loose > 1 || (loose > 0 && words < 2) || differing > tokens.length / 2 ? 0 : equal;
};
