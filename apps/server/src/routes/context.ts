import type {Clock} from '../clock.ts';
import type {HashPassword, RandomBytes} from '../credentials.ts';
import type {Store} from '../store/store.ts';
import type {LoginThrottle} from '../trust/throttle.ts';

/** Dependencies of the handlers. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  /** Source of tokens and sessions. */
  readonly random: RandomBytes;
  readonly hashPassword: HashPassword;
  readonly throttle: LoginThrottle;
}
