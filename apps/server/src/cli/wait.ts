import {setTimeout} from 'node:timers/promises';
import {StoreUnavailable} from '../store/store.ts';
import {reasonOf} from './terminal.ts';

const RETRY_MS = 500;

interface WaitOptions {
  /** 0 does not wait. */
  readonly ms: number;
  /** Called once, with the problem as one line. */
  onWait(problem: string): void;
}

/** Runs `start` again until the database is available, for `ms` at most. Rejects with its last error. */
export const startWithin = async <T>(start: () => Promise<T>, {ms, onWait}: WaitOptions): Promise<T> => {
  const deadline = performance.now() + ms;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      const left = deadline - performance.now();
      if (!(error instanceof StoreUnavailable) || left <= 0) throw error;
      if (attempt === 1) onWait(reasonOf(error));
      await setTimeout(Math.min(RETRY_MS, left));
    }
  }
};
