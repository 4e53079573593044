import type {Clock, RandomBytes} from '../clock.ts';
import type {HashPassword} from '../credentials.ts';
import type {Store} from '../store/store.ts';
import type {LoginThrottle} from '../trust/throttle.ts';

/** Dependencies of the handlers. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly hashPassword: HashPassword;
  /** Same cost as `hashPassword`, but uses no bytes of `random`, whose sequence tests rely on. */
  readonly hashDecoy: HashPassword;
  readonly throttle: LoginThrottle;
}
