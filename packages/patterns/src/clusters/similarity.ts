import {covers, generalise, hasWord, isCall, isWild, isWord, mayVary, neverVaries} from './template-tokens.ts';

/** Minimum share of a line's tokens that a template must cover to be similar. Drain uses the same value. */
const SIMILARITY = 0.5;

export const merged = (own: string, token: string): string => (covers(own, token) ? own : generalise(own, token));

/**
 * Returns the number of equal tokens, or -1 if the template `own` does not match the tokens of a line. Most `<*>`
 * replace numbers. If a line has a word instead, two equal words elsewhere are required per such word, unless
 * `anyWords` is set.
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

/** With `anyWord`, at most this many plain words may differ. A plain word does not look like a value. */
const MAX_WORDS = 2;

const isFixed = (token: string): boolean => isCall(token) || neverVaries(token);

/**
 * Returns the number of tokens that the template `own` covers. Returns 0 if it covers too few, if a plain word differs,
 * or, with `anyWord`, if more than two plain words differ.
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
      // Most wildcards replace numbers, so a word instead of a number is weak evidence that the line fits.
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
