import {closestMatch} from 'leven';
import {sanitise} from './sanitise.ts';

/** Prefers a word that has the same letters in another order. Undefined if all words are too different. */
export const nearest = (word: string, words: readonly string[]): string | undefined =>
  words.find(other => sortedLetters(other) === sortedLetters(word)) ??
  closestMatch(word, words, {maxDistance: Math.ceil(word.length / 3)});

const sortedLetters = (word: string): string => [...word].toSorted().join('');

export const didYouMean = (word: string, names: readonly string[], otherwise = ''): string => {
  const near = nearest(word, names);
  return near === undefined ? otherwise : `did you mean ${sanitise(near)}?`;
};
