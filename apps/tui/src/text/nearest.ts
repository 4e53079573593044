import {closestMatch} from 'leven';

/** The word with the smallest edit distance, if that is at most a third of the length of `word`, rounded up. */
export const nearest = (word: string, words: readonly string[]): string | undefined =>
  closestMatch(word, words, {maxDistance: Math.ceil(word.length / 3)});
