import {createHash, randomBytes} from 'node:crypto';
import type {RandomBytes} from '@edge-console/server/extension';

/**
 * Returns deterministic bytes: the SHA-256 of seed and counter. For tests only, because the seed reveals every token.
 */
export const seededRandom = (seed: number): RandomBytes => {
  let blocks = 0;
  return size => {
    const parts: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      parts.push(createHash('sha256').update(`${seed}:${blocks}`).digest());
      blocks += 1;
    }
    return Buffer.concat(parts).subarray(0, size);
  };
};

/**
 * Returns 1, 2, 3 … as big-endian bytes. For tests. Each `size` is counted by itself: 16 bytes for tokens, 32 for
 * sessions.
 */
const sequentialBytes = (): RandomBytes => {
  const counts = new Map<number, number>();
  return size => {
    const count = (counts.get(size) ?? 0) + 1;
    counts.set(size, count);
    const bytes = Buffer.alloc(size);
    bytes.writeUIntBE(count, size - 6, 6);
    return bytes;
  };
};

/** How to make tokens and sessions reproducible: an integer seed, or `sequential` to number them. */
export type Ids = number | 'sequential';

export const createRandom = (ids: Ids | undefined, random: RandomBytes = randomBytes) => {
  const restarted = (): RandomBytes => {
    if (ids === 'sequential') return sequentialBytes();
    return ids === undefined ? random : seededRandom(ids);
  };
  let current = restarted();
  return {
    random: (size: number): Uint8Array => current(size),
    restarted,
    replace: (source: RandomBytes): void => {
      current = source;
    },
  };
};

export type ReplaceableRandom = ReturnType<typeof createRandom>;

export const createPrng = (seed: number) => {
  const bytes = seededRandom(seed);
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  const next = (): number => Buffer.from(bytes(4)).readUInt32BE() / 2 ** 32;
  return {
    next,
    /** Returns an integer from `low` to `high`, both inclusive. */
    int: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    chance: (probability: number): boolean => next() < probability,
  };
};
export type Prng = ReturnType<typeof createPrng>;
