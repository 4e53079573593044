import {covers, generalise, hasWord, isCall, isWild, isWord, mayVary, neverVaries} from '../template-tokens.ts';

const SIMILARITY = 0.5;

export const merged = (own: string, token: string): string => (covers(own, token) ? own : generalise(own, token));

/**
 * Returns the number of tokens that equal the token of the template `own` at the same index, or -1 if the template does
 * not match. A word at a `<*>` suggests another message, because `<*>` usually replaces a number. Unless `anyWords` is
 * set, a match therefore needs at least two equal words for each word at a `<*>`.
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

/** If `anyWord` is set, at most this many tokens may differ that do not look like values. */
const MAX_WORDS = 2;

const isFixed = (token: string): boolean => isCall(token) || neverVaries(token);

/** Returns the number of matching tokens, or 0 if too few match or tokens differ that do not look like values. */
export const similarity = (
  own: readonly string[],
  tokens: readonly string[],
  {anyWord}: {anyWord: boolean},
): number => {
  let plain = 0;
  let equal = 0;
  let words = 0;
  let differing = 0;
  let loose = 0;
  for (let at = 0; at < tokens.length; at++) {
    const [a, b] = [own[at] as string, tokens[at] as string];
    if (a === b || covers(a, b)) {
      // `<*>` usually replaces a number, so a line with a word there is less likely to match.
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
