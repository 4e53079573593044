import {createHash, randomBytes} from 'node:crypto';
import type {RandomBytes} from '@edge-console/server/extension';

/** `copy` returns a source that continues with the same bytes. */
interface Source {
  readonly next: RandomBytes;
  copy(): Source;
}

/** The bytes are SHA-256 hashes of seed and counter. For tests only, because the seed reveals every token. */
export const seededSource = (seed: number, firstBlock = 0): Source => {
  let blocks = firstBlock;
  return {
    next: size => {
      const parts: Buffer[] = [];
      for (let length = 0; length < size; length += 32) {
        parts.push(createHash('sha256').update(`${seed}:${blocks}`).digest());
        blocks += 1;
      }
      return Buffer.concat(parts).subarray(0, size);
    },
    copy: () => seededSource(seed, blocks),
  };
};

/**
 * Returns 1, 2, 3 … as big-endian bytes. Each `size` has its own count, so that tokens (16 bytes) and sessions (32
 * bytes) are both numbered from 1.
 */
const sequentialSource = (counts = new Map<number, number>()): Source => ({
  next: size => {
    const count = (counts.get(size) ?? 0) + 1;
    counts.set(size, count);
    const bytes = Buffer.alloc(size);
    bytes.writeUIntBE(count, size - 6, 6);
    return bytes;
  },
  copy: () => sequentialSource(new Map(counts)),
});

/** `copy` does not repeat the bytes, because the state of `next` is not accessible. */
const systemSource = (next: RandomBytes): Source => ({next, copy: () => systemSource(next)});

/** How to make tokens and sessions reproducible: an integer seed, or `sequential` to number them. */
export type Ids = number | 'sequential';

export const createRandom = (ids: Ids | undefined, random: RandomBytes = randomBytes) => {
  const restarted = (): Source => {
    if (ids === 'sequential') return sequentialSource();
    return ids === undefined ? systemSource(random) : seededSource(ids);
  };
  let current = restarted();
  return {
    random: (size: number): Uint8Array => current.next(size),
    restarted,
    copy: (): Source => current.copy(),
    replace: (source: Source): void => {
      current = source;
    },
  };
};

export type ReplaceableRandom = ReturnType<typeof createRandom>;

export const createPrng = (seed: number) => {
  const source = seededSource(seed);
  const next = (): number => Buffer.from(source.next(4)).readUInt32BE() / 2 ** 32;
  return {
    next,
    int: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    chance: (probability: number): boolean => next() < probability,
  };
};
export type Prng = ReturnType<typeof createPrng>;
