import {setTimeout} from 'node:timers/promises';

// SQLSTATEs that say: others were in the way, nothing has happened, try again. Serialization failure and deadlock.
const PASSING: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const TRIES = 8;
const FIRST_PAUSE_MS = 4;

/** Runs `work` again while others were in the way; each pause is longer than the last one, by chance. */
export const retrying = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !PASSING.has((error as {code?: unknown} | null)?.code)) throw error;
      await setTimeout(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
    }
  }
};
