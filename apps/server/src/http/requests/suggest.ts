import {closestMatch} from 'leven';

// A longer word is no misspelling; comparing it would take time proportional to its length.
const MAX_LENGTH = 64;

/** The known name that differs least from `word`, in a third of its characters or fewer. Ignores case. */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
  if (word.length > MAX_LENGTH) return undefined;
  const lowerCase = known.map(name => name.toLowerCase());
  const match = closestMatch(word.toLowerCase(), lowerCase, {maxDistance: Math.floor(word.length / 3)});
  return match === undefined ? undefined : known[lowerCase.indexOf(match)];
};

/** `; did you mean NAME` for the {@link nearest} name, else empty. */
export const suggest = (word: string, known: readonly string[]): string => {
  const name = nearest(word, known);
  return name === undefined ? '' : `; did you mean ${name}`;
};
