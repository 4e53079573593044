import {seededRandom} from '../ids.ts';

/** Pseudorandom numbers, the same for the same seed. */
export interface Prng {
  /** 0 inclusive to 1 exclusive. */
  next(): number;
  /** From `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
}

export const createPrng = (seed: number): Prng => {
  const bytes = seededRandom(seed);
  const next = () => Buffer.from(bytes(4)).readUInt32BE() / 2 ** 32;
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: probability => next() < probability,
  };
};
