/** Pseudorandom numbers (mulberry32). The same seed gives the same numbers. Not for secrets. */
export interface Prng {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Both bounds are inclusive. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  hex(digits: number): string;
}

export const createPrng = (seed: number): Prng => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick: items => items[int(0, items.length - 1)] ?? items[0],
    hex: digits => {
      let text = '';
      while (text.length < digits)
        text += Math.floor(next() * 2 ** 32)
          .toString(16)
          .padStart(8, '0');
      return text.slice(0, digits);
    },
  };
};

export const weightedPick = <T extends {readonly weight: number}>(items: readonly T[]): ((prng: Prng) => T) => {
  const at = weightedIndex(items.map(({weight}) => weight));
  return prng => items[at(prng)] as T;
};

export const weightedIndex = (weights: readonly number[]): ((prng: Prng) => number) => {
  let total = 0;
  const sums = weights.map(weight => {
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

/** Returns a random factor around 1. About two thirds are between `exp(-sigma)` and `exp(sigma)`. */
export const spread = (prng: Prng, sigma: number): number =>
  // The sum of three uniform numbers is nearly normally distributed, with a standard deviation of 1/2.
  Math.exp(sigma * 2 * (prng.next() + prng.next() + prng.next() - 1.5));

/** A number from 10 to 100 is as likely as one from 100 to 1000. */
export const logUniform = (prng: Prng, low: number, high: number): number =>
  low * (Math.max(high, low) / low) ** prng.next();

export const shuffled = <T>(prng: Prng, items: readonly T[]): T[] =>
  items
    .map(item => ({item, key: prng.next()}))
    .sort((a, b) => a.key - b.key)
    .map(({item}) => item);
