import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import {Failure} from '../http/responses/failure.ts';

export interface LoginLimits {
  /** Failed logins per account within the window; default 10. */
  readonly perAccount: number;
  /** Failed logins per address within the window; an IPv6 /64 counts as one address. Default 100. */
  readonly perAddress: number;
  /** Length of the window in ms; default 5 minutes. */
  readonly windowMs: number;
}

/** Limits failed logins per account and per address. */
export const createThrottle = (
  clock: Clock,
  {perAccount = 10, perAddress = 100, windowMs = 5 * 60_000}: Partial<LoginLimits> = {},
) => {
  const now = () => clock().getTime();
  const accounts = createFailureWindow({limit: perAccount, windowMs, now});
  const addresses = createFailureWindow({limit: perAddress, windowMs, now});
  return {
    /**
     * Runs `login`, which resolves with undefined for wrong credentials. Rejects with a 429 {@link Failure} and
     * `Retry-After` once a limit is reached. A success clears the account's failures. Unknown usernames count too.
     */
    attempt: <T>(username: string, address: string, login: () => Promise<T | undefined>): Promise<T | undefined> =>
      // Hashed to bound the key: a username may be as long as a body.
      accounts.attempt(hashSecret(username), 'clear', () =>
        // A success on one account does not clear guesses at others from the same address.
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
  /** Times of failed attempts. */
  failures: readonly number[];
  readonly pending: Set<Promise<void>>;
}

// Above this, the oldest key is dropped.
const MAX_KEYS = 10_000;

/** Counts failed attempts by key in a sliding window. */
const createFailureWindow = ({limit, windowMs, now}: WindowOptions) => {
  const keys = new Map<string, Attempts>();
  const attemptsOf = (key: string): Attempts => {
    const attempts = keys.get(key) ?? {failures: [], pending: new Set()};
    keys.set(key, attempts);
    const [oldest = key] = keys.keys();
    if (keys.size > MAX_KEYS) keys.delete(oldest);
    return attempts;
  };
  /** Whether an attempt may start now. Throws a 429 {@link Failure} once the limit is reached. */
  const mayStart = (attempts: Attempts): boolean => {
    // Read once: a clock that jumps in between would give a wait beyond the window.
    const at = now();
    // A clock that was set back would make failures of the future outlast the window.
    attempts.failures = attempts.failures.filter(time => time > at - windowMs).map(time => Math.min(time, at));
    const [oldest = at] = attempts.failures;
    if (attempts.failures.length >= limit) throw tooManyFailures(oldest + windowMs - at);
    return attempts.failures.length + attempts.pending.size < limit;
  };
  return {
    /** Runs `work`, which resolves with undefined for a failure. A success may clear earlier failures of the key. */
    attempt: async <T>(
      key: string,
      onSuccess: 'clear' | 'keep',
      work: () => Promise<T | undefined>,
    ): Promise<T | undefined> => {
      let attempts = attemptsOf(key);
      // Pending attempts could still use up the limit, which concurrent guesses must not exceed.
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
