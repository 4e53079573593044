import {closestMatch} from 'leven';

/**
 * The word of the same letters, since a swap of letters is a common mistake; else the word with the smallest edit
 * distance, if that is at most a third of the length of `word`, rounded up.
 */
export const nearest = (word: string, words: readonly string[]): string | undefined =>
  words.find(other => sortedLetters(other) === sortedLetters(word)) ??
  closestMatch(word, words, {maxDistance: Math.ceil(word.length / 3)});

const sortedLetters = (word: string): string => [...word].toSorted().join('');
