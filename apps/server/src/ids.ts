import {createHash, randomBytes} from 'node:crypto';
import type {RandomBytes} from './clock.ts';

/** Deterministic bytes, SHA-256 of seed and counter. For tests only: the seed reveals every token. */
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

export interface RestartableRandom {
  readonly random: RandomBytes;
  /** Restarts a seeded source from its first byte. */
  restart(): void;
}

/** The caller's source if given, else a source seeded with `ids`, else secure randomness. */
export const createRandom = ({random, ids}: {random?: RandomBytes; ids?: number}): RestartableRandom => {
  const create = () => random ?? (ids === undefined ? randomBytes : seededRandom(ids));
  let current = create();
  return {
    random: size => current(size),
    restart: () => {
      current = create();
    },
  };
};
