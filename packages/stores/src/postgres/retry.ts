import {setTimeout} from 'node:timers/promises';

// SQLSTATEs of serialization failure and deadlock: nothing was changed.
const RETRYABLE: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 8;
const BASE_DELAY_MS = 4;

/** Retries `work` after serialization failures and deadlocks, up to 8 times, with exponential backoff and jitter. */
export const retrySerialization = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has((error as {code?: unknown} | null)?.code)) throw error;
      await setTimeout(Math.random() * BASE_DELAY_MS * 2 ** attempt);
    }
  }
};
