import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import {Failure} from '../http/responses/failure.ts';

export interface LoginLimits {
  /** Failed logins per account within the window; default 10. */
  readonly perAccount: number;
  /** Failed logins per IP address or IPv6 /64 network within the window; default 100. */
  readonly perAddress: number;
  /** Milliseconds; default 5 minutes. */
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
     * Rejects with a 429 {@link Failure} with the header `Retry-After` if the username or the address has reached its
     * limit of failed logins. A login has failed if `login` resolves with undefined. A successful login resets the
     * count of the username, but not of the address.
     */
    attempt: <T>(username: string, address: string, login: () => Promise<T | undefined>): Promise<T | undefined> =>
      // A hash needs less memory than a username, which may be as long as a request body.
      accounts.attempt(hashSecret(username), 'clear', () =>
        // With `clear`, a successful login to one account would clear this address's failed logins to others.
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
  now(): number;
}

interface Attempts {
  /** Times in milliseconds since the epoch, oldest first. */
  failures: readonly number[];
  readonly pending: Set<Promise<void>>;
}

// Above this number of accounts or addresses, the one that was added first is dropped.
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
  /** Returns false if an attempt must wait for pending ones. Throws a 429 {@link Failure} at the limit. */
  const mayStart = (attempts: Attempts): boolean => {
    // The clock is read once, because if it were set back between two readings, the wait could exceed `windowMs`.
    const at = now();
    // If the clock was set back, a failure has a future time and would count for longer than `windowMs`.
    attempts.failures = attempts.failures.filter(time => time > at - windowMs).map(time => Math.min(time, at));
    const [oldest = at] = attempts.failures;
    if (attempts.failures.length >= limit) throw tooManyFailures(oldest + windowMs - at);
    return attempts.failures.length + attempts.pending.size < limit;
  };
  return {
    /** `work` resolves with undefined for a failure. */
    attempt: async <T>(
      key: string,
      onSuccess: 'clear' | 'keep',
      work: () => Promise<T | undefined>,
    ): Promise<T | undefined> => {
      let attempts = attemptsOf(key);
      // Concurrent attempts could otherwise exceed the limit.
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

/** A host usually owns a whole /64 network. */
const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({length: Math.max(0, missing)}, () => '0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .join(':');
};
