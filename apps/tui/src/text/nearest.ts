import {closestMatch} from 'leven';
import {sanitise} from './sanitise.ts';

/**
 * Returns the word of `words` that is most similar to `word`. A word with the same letters in another order is
 * preferred, because swapped letters are a common mistake. Otherwise returns the word with the smallest edit distance.
 * Returns undefined if that distance is more than a third of the length of `word`, rounded up.
 */
export const nearest = (word: string, words: readonly string[]): string | undefined =>
  words.find(other => sortedLetters(other) === sortedLetters(word)) ??
  closestMatch(word, words, {maxDistance: Math.ceil(word.length / 3)});

const sortedLetters = (word: string): string => [...word].toSorted().join('');

/** Returns `did you mean NAME?` with the most similar name, or `otherwise` if no name is similar. */
export const didYouMean = (word: string, names: readonly string[], otherwise = ''): string => {
  const near = nearest(word, names);
  return near === undefined ? otherwise : `did you mean ${sanitise(near)}?`;
};
