import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import {Failure} from '../http/failure.ts';
import {createTally, type Tally} from './tally.ts';

export interface LoginLimits {
  /** Failed logins of one account within the window, and … */
  readonly perAccount: number;
  /** … from one address, an IPv6 /64 counting as one. */
  readonly perAddress: number;
  readonly windowMs: number;
}

export const LOGIN_LIMITS: LoginLimits = {perAccount: 10, perAddress: 100, windowMs: 5 * 60_000};

export interface LoginThrottle {
  /**
   * Runs a login that tells whether it succeeded. Fails with 429 and Retry-After where too many have failed; a success
   * clears the account. Accounts that do not exist are counted like others.
   */
  attempt<T>(username: string, address: string, login: () => Promise<T | undefined>): Promise<T | undefined>;
  reset(): void;
}

/** Counts failed logins in bounded memory. */
export const createThrottle = (clock: Clock, limits: Partial<LoginLimits> = {}): LoginThrottle => {
  const {
    perAccount = LOGIN_LIMITS.perAccount,
    perAddress = LOGIN_LIMITS.perAddress,
    windowMs = LOGIN_LIMITS.windowMs,
  } = limits;
  const now = () => clock().getTime();
  const accounts = createTally({limit: perAccount, windowMs, now});
  const addresses = createTally({limit: perAddress, windowMs, now});
  return {
    attempt: async (username, address, login) => {
      // Hashed: a name may be as long as a body.
      const [account, place] = [hashSecret(username), networkOf(address)];
      await admit(accounts, account);
      try {
        await admit(addresses, place);
      } catch (error) {
        accounts.done(account, 'unknown');
        throw error;
      }
      let outcome: 'failed' | 'succeeded' | 'unknown' = 'unknown';
      try {
        const result = await login();
        outcome = result === undefined ? 'failed' : 'succeeded';
        return result;
      } finally {
        accounts.done(account, outcome);
        // One good login does not excuse guesses at other accounts.
        addresses.done(place, outcome === 'failed' ? 'failed' : 'unknown');
      }
    },
    reset: () => {
      accounts.reset();
      addresses.reset();
    },
  };
};

const admit = async (tally: Tally, key: string): Promise<void> => {
  const waitMs = await tally.begin(key);
  if (waitMs === 0) return;
  throw new Failure(429, 'too many failed logins; try again later', {
    'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))),
  });
};

// Whoever has one IPv6 address has a /64 of them.
const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({length: Math.max(0, missing)}, () => '0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .join(':');
};
