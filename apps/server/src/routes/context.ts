import type {Clock, RandomBytes} from '../clock.ts';
import type {Store} from '../store/store.ts';

/** What handlers work with. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export const unixSeconds = (clock: Clock): number => Math.floor(clock().getTime() / 1000);
