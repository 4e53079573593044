import type {Clock, RandomBytes} from '../clock.ts';
import type {HashPassword} from '../credentials.ts';
import type {Store} from '../store/store.ts';
import type {LoginThrottle} from '../trust/throttle.ts';

/** What handlers work with. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly hashPassword: HashPassword;
  /** Hashes at the same cost, and draws nothing from `random`, which tests count on. */
  readonly hashDecoy: HashPassword;
  readonly throttle: LoginThrottle;
}
