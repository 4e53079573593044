import {setTimeout} from 'node:timers/promises';
import {StoreUnavailable} from '../store/store.ts';
import {reasonOf} from './terminal.ts';

const RETRY_MS = 500;

interface WaitOptions {
  /** Milliseconds for which a failed start is repeated. 0 disables retries. */
  readonly ms: number;
  /** Called once, when `start` has failed for the first time and will be repeated. `problem` is one line. */
  onWait(problem: string): void;
}

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
