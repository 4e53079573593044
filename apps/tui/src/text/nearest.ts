import {closestMatch} from 'leven';
import {sanitise} from './sanitise.ts';

/**
 * The word with the same letters, since a swap of letters is a common mistake, or the word with the smallest edit distance,
 * if that is at most a third of the length of `word`, rounded up.
 */
export const nearest = (word: string, words: readonly string[]): string | undefined =>
  words.find(other => sortedLetters(other) === sortedLetters(word)) ??
  closestMatch(word, words, {maxDistance: Math.ceil(word.length / 3)});

const sortedLetters = (word: string): string => [...word].toSorted().join('');

/** `did you mean NAME?` with the nearest name, or `otherwise` if none is near. */
export const didYouMean = (word: string, names: readonly string[], otherwise = ''): string => {
  const near = nearest(word, names);
  return near === undefined ? otherwise : `did you mean ${sanitise(near)}?`;
};
