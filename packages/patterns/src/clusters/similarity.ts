import {covers, generalise, hasWord, isCall, isWild, isWord, mayVary} from './tokens.ts';

/** Minimum share of common tokens, as in Drain. */
const SIMILARITY = 0.5;

/** The token of a template, generalised if it does not cover the token of a line. */
export const merged = (own: string, token: string): string => (covers(own, token) ? own : generalise(own, token));

/**
 * The number of common tokens if a template covers a line, or -1. Unless `anyWords`, words that a wildcard covers need twice
 * as many common words.
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

/** Maximum of words that differ with `anyWord`. */
const MAX_WORDS = 2;

/**
 * The number of tokens that a template and a line have in common, or 0 if these are too few or if words differ. With
 * `anyWord`, two words may differ.
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
      // A wildcard was found for a number, so that a word in its place is weak evidence.
      if (a !== b && isWild(a) && isWord(b)) loose++;
      equal++;
      if (hasWord(a)) words++;
    } else if (mayVary(a, b)) differing++;
    else if ((isWild(a) && isWord(b)) || (isWord(a) && isWild(b))) {
      differing++;
      loose++;
    } else if (anyWord && ++plain <= MAX_WORDS && !isCall(a) && !isCall(b)) differing++;
    else return 0;
  }
  if (words < (differing > 0 ? 2 : 1) || equal / tokens.length < SIMILARITY) return 0;
  return loose > 1 || (loose > 0 && words < 2) || differing > tokens.length / 2 ? 0 : equal;
};
