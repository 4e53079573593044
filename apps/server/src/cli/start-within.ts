import {setTimeout} from 'node:timers/promises';
import {StoreUnavailable} from '../store/store.ts';
import {reasonOf} from './terminal.ts';

const RETRY_MS = 500;

interface WaitOptions {
  /** Time for which a failed start is repeated, in milliseconds. 0 disables retries. */
  readonly ms: number;
  /** Called once, after the first start has failed. `problem` is one line. */
  onWait(problem: string): void;
}

/**
 * Calls `start` again while it rejects with {@link StoreUnavailable}, for at most `ms` milliseconds after the first
 * failure.
 */
export const startWithin = async <T>(start: () => Promise<T>, {ms, onWait}: WaitOptions): Promise<T> => {
  let deadline: number | undefined;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || ms === 0) throw error;
      if (deadline === undefined) onWait(reasonOf(error));
      deadline ??= performance.now() + ms;
      const left = deadline - performance.now();
      if (left <= 0) throw error;
      await setTimeout(Math.min(RETRY_MS, left));
    }
  }
};
