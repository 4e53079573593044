import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import {Failure} from '../http/responses/failure.ts';

export interface LoginLimits {
  /** Maximum number of failed logins per account within the window; default 10. */
  readonly perAccount: number;
  /** Maximum number of failed logins per IP address or IPv6 /64 network within the window; default 100. */
  readonly perAddress: number;
  /** Length of the time window in which failures are counted, in ms; default 5 minutes. */
  readonly windowMs: number;
}

export const createThrottle = (
  clock: Clock,
  {perAccount = 10, perAddress = 100, windowMs = 5 * 60_000}: Partial<LoginLimits> = {},
) => {
  const now = () => clock().getTime();
  const accounts = createFailureWindow({limit: perAccount, windowMs, now});
  const addresses = createFailureWindow({limit: perAddress, windowMs, now});
  return {
    /**
     * Runs `login`, which resolves with undefined for wrong credentials. Counts such failures per username and per
     * address, also for unknown usernames. Once a limit is reached, rejects with a 429 {@link Failure} with the header
     * `Retry-After`. A successful login clears the failures of the username.
     */
    attempt: <T>(username: string, address: string, login: () => Promise<T | undefined>): Promise<T | undefined> =>
      // Usernames are hashed to save memory, because a username may be as long as a request body.
      accounts.attempt(hashSecret(username), 'clear', () =>
        // With `clear`, a successful login to one account would also clear the failures of other accounts from this
        // address.
        addresses.attempt(networkOf(address), 'keep', login),
      ),
    reset: (): void => {
      accounts.reset();
      addresses.reset();
    },
  };
};
export type LoginThrottle = ReturnType<typeof createThrottle>;

interface WindowOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** Current time in ms. */
  now(): number;
}

interface Attempts {
  /** Times of recent failed attempts, in ms, oldest first. */
  failures: readonly number[];
  readonly pending: Set<Promise<void>>;
}

// Maximum number of keys (accounts or addresses) in memory. If it is exceeded, the key that was added first is dropped.
const MAX_KEYS = 10_000;

const createFailureWindow = ({limit, windowMs, now}: WindowOptions) => {
  const keys = new Map<string, Attempts>();
  const attemptsOf = (key: string): Attempts => {
    const attempts = keys.get(key) ?? {failures: [], pending: new Set()};
    keys.set(key, attempts);
    const [oldest = key] = keys.keys();
    if (keys.size > MAX_KEYS) keys.delete(oldest);
    return attempts;
  };
  /**
   * Returns false if an attempt must wait until pending attempts have ended. Throws a 429 {@link Failure} if the limit
   * is reached.
   */
  const mayStart = (attempts: Attempts): boolean => {
    // The clock is read once, because the waiting time could exceed the window if the clock changed between two
    // readings.
    const at = now();
    // If the clock was set back, times in the future become the current time, so that no failure counts for too long.
    attempts.failures = attempts.failures.filter(time => time > at - windowMs).map(time => Math.min(time, at));
    const [oldest = at] = attempts.failures;
    if (attempts.failures.length >= limit) throw tooManyFailures(oldest + windowMs - at);
    return attempts.failures.length + attempts.pending.size < limit;
  };
  return {
    /**
     * Runs `work`, which resolves with undefined for a failure. `onSuccess` says whether a success resets the failures
     * of `key`.
     */
    attempt: async <T>(
      key: string,
      onSuccess: 'clear' | 'keep',
      work: () => Promise<T | undefined>,
    ): Promise<T | undefined> => {
      let attempts = attemptsOf(key);
      // Waits while the pending attempts would reach the limit if they all failed. Otherwise concurrent attempts could
      // exceed it.
      while (!mayStart(attempts)) {
        await Promise.race(attempts.pending);
        attempts = attemptsOf(key);
      }
      const {promise, resolve} = Promise.withResolvers<void>();
      attempts.pending.add(promise);
      try {
        const result = await work();
        if (result === undefined) attempts.failures = [...attempts.failures, now()];
        else if (onSuccess === 'clear') attempts.failures = [];
        return result;
      } finally {
        attempts.pending.delete(promise);
        resolve();
      }
    },
    reset: () => keys.clear(),
  };
};

const tooManyFailures = (waitMs: number): Failure =>
  new Failure(429, 'too many failed logins; try again later', {
    'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))),
  });

/**
 * Returns the /64 network of an IPv6 address, since a host usually owns a whole one. Returns other addresses unchanged.
 */
const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({length: Math.max(0, missing)}, () => '0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .join(':');
};
