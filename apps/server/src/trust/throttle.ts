import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import {Failure} from '../http/responses/failure.ts';
import {type AttemptOutcome, createSlidingWindowCounter, type SlidingWindowCounter} from './sliding-window.ts';

export interface LoginLimits {
  /** Failed logins per account within the window; default 10. */
  readonly perAccount: number;
  /** Failed logins per address within the window; an IPv6 /64 counts as one address. Default 100. */
  readonly perAddress: number;
  /** Length of the window in ms; default 5 minutes. */
  readonly windowMs: number;
}

const DEFAULT_LIMITS: LoginLimits = {perAccount: 10, perAddress: 100, windowMs: 5 * 60_000};

export interface LoginThrottle {
  /**
   * Runs `login`, which resolves with undefined for wrong credentials. Rejects with a 429 {@link Failure} and
   * `Retry-After` once a limit is reached. A success clears the account's failures. Unknown usernames count too.
   */
  attempt<T>(username: string, address: string, login: () => Promise<T | undefined>): Promise<T | undefined>;
  reset(): void;
}

/** Limits failed logins per account and per address, in bounded memory. */
export const createThrottle = (clock: Clock, limits: Partial<LoginLimits> = {}): LoginThrottle => {
  const {
    perAccount = DEFAULT_LIMITS.perAccount,
    perAddress = DEFAULT_LIMITS.perAddress,
    windowMs = DEFAULT_LIMITS.windowMs,
  } = limits;
  const now = () => clock().getTime();
  const accounts = createSlidingWindowCounter({limit: perAccount, windowMs, now});
  const addresses = createSlidingWindowCounter({limit: perAddress, windowMs, now});
  return {
    attempt: async (username, address, login) => {
      // Hashed to bound the key: a username may be as long as a body.
      const [account, network] = [hashSecret(username), networkOf(address)];
      await admit(accounts, account);
      try {
        await admit(addresses, network);
      } catch (error) {
        accounts.done(account, 'unknown');
        throw error;
      }
      let outcome: AttemptOutcome = 'unknown';
      try {
        const result = await login();
        outcome = result === undefined ? 'failed' : 'succeeded';
        return result;
      } finally {
        accounts.done(account, outcome);
        // A success on one account does not clear guesses at others from the same address.
        addresses.done(network, outcome === 'failed' ? 'failed' : 'unknown');
      }
    },
    reset: () => {
      accounts.reset();
      addresses.reset();
    },
  };
};

const admit = async (counter: SlidingWindowCounter, key: string): Promise<void> => {
  const waitMs = await counter.begin(key);
  if (waitMs === 0) return;
  throw new Failure(429, 'too many failed logins; try again later', {
    'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))),
  });
};

/** The first 64 bits of an IPv6 address, since a host usually owns a whole /64; other addresses unchanged. */
const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({length: Math.max(0, missing)}, () => '0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .join(':');
};
