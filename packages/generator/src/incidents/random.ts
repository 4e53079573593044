import type {Prng} from '../prng.ts';

/**
 * Returns a function that picks items by weight. It takes logarithmic time, since each of a million entries needs
 * several picks.
 */
export const weightedPick = <T>(items: readonly T[], weightOf: (item: T) => number): ((prng: Prng) => T) => {
  const at = weightedIndex(items.map(weightOf));
  return prng => items[at(prng)] as T;
};

/** Returns a function that picks an index by weight. Throws a RangeError if there is no positive weight. */
export const weightedIndex = (weights: readonly number[]): ((prng: Prng) => number) => {
  let total = 0;
  const sums = Float64Array.from(weights, weight => {
    total += weight;
    return total;
  });
  if (!(total > 0)) throw new RangeError('weights must have a positive sum');
  return prng => {
    const wanted = prng.next() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
};

/** Returns a random factor around 1. About two thirds of the factors are between `exp(-sigma)` and `exp(sigma)`. */
export const spread = (prng: Prng, sigma: number): number =>
  // The sum of three uniform numbers is nearly normally distributed, with a standard deviation of 1/2.
  Math.exp(sigma * 2 * (prng.next() + prng.next() + prng.next() - 1.5));

/** Returns a number with a uniform logarithm: 10 to 100 is as likely as 100 to 1000. */
export const logUniform = (prng: Prng, low: number, high: number): number =>
  low * (Math.max(high, low) / low) ** prng.next();

export const shuffled = <T>(prng: Prng, items: readonly T[]): T[] =>
  items
    .map(item => ({item, key: prng.next()}))
    .sort((a, b) => a.key - b.key)
    .map(({item}) => item);
