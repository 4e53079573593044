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

/** Runs `start` again until the database is available, for `ms` at most after its first error. Rejects with its last one. */
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
