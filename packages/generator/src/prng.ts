/** Pseudorandom numbers (mulberry32). The same seed gives the same numbers. Not for secrets. */
export interface Prng {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  pickWeighted<T extends {readonly weight: number}>(items: readonly [T, ...T[]]): T;
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
    pickWeighted: items => {
      let left = next() * items.reduce((sum, {weight}) => sum + weight, 0);
      const found = items.find(({weight}) => {
        left -= weight;
        return left < 0;
      });
      return found ?? items[0];
    },
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
