import {covers, generalise, hasWord, isCall, isWild, isWord, mayVary} from './tokens.ts';

/** Similarity of Drain: share of tokens that a line and a template have in common. */
const SIMILARITY = 0.5;

/** A token of a template that covers one of a line too. */
export const merged = (own: string, token: string): string => (covers(own, token) ? own : generalise(own, token));

/** Tokens of a line that a template has too, if it covers all of them, else -1. Plain words behind
 * `<*>` need twice as many words in common. */
export const coverage = (own: readonly string[], tokens: readonly string[], anyWords = false): number => {
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

/** Plain words that may differ where any may. */
const MAX_WORDS = 2;

/**
 * Tokens that a template and a line have in common, or 0 if the line may not join: too few, or words differ. With
 * `anyWord`, two plain words may differ.
 */
export const similarity = (
  own: readonly string[],
  tokens: readonly string[],
  {anyWord = false}: {anyWord?: boolean} = {},
): number => {
  let plain = 0;
  let equal = 0;
  let words = 0;
  let differing = 0;
  let loose = 0;
  for (let at = 0; at < tokens.length; at++) {
    const [a, b] = [own[at] as string, tokens[at] as string];
    if (a === b || covers(a, b)) {
      // A word after a wildcard for a number is weak evidence.
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
