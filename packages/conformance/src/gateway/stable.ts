import {isDeepStrictEqual} from 'node:util';
import {Broken, giveUp} from '../outcome.ts';

const TRIES = 4;

/**
 * Judges something against a reference that others change meanwhile: what is found wrong counts only where the
 * reference is the same before and after.
 */
export const stable = async <T>(reference: () => Promise<T>, judge: (value: T) => Promise<void>): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await reference();
    try {
      return await judge(before);
    } catch (error) {
      if (!(error instanceof Broken) || isDeepStrictEqual(before, await reference())) throw error;
    }
  }
  giveUp('the list kept changing while it was looked at');
};
