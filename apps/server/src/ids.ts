import {createHash, randomBytes} from 'node:crypto';
import type {RandomBytes} from './clock.ts';

/**
 * Bytes that are the same every time for the same seed: SHA-256 of seed and counter. Whoever knows the seed knows every
 * token made of them: for tests alone.
 */
export const seededRandom = (seed: number): RandomBytes => {
  let blocks = 0;
  return size => {
    const parts: Buffer[] = [];
    for (let made = 0; made < size; made += 32) {
      parts.push(createHash('sha256').update(`${seed}:${blocks}`).digest());
      blocks += 1;
    }
    return Buffer.concat(parts).subarray(0, size);
  };
};

/** A source that can begin again where it began. */
export interface RestartableRandom {
  readonly random: RandomBytes;
  restart(): void;
}

/** The caller's source, or one of the seed `ids`, which restarts, or secure randomness. */
export const restartable = ({random, ids}: {random?: RandomBytes; ids?: number}): RestartableRandom => {
  const begin = () => random ?? (ids === undefined ? randomBytes : seededRandom(ids));
  let current = begin();
  return {
    random: size => current(size),
    restart: () => {
      current = begin();
    },
  };
};
