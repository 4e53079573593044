interface SlidingWindowOptions {
  /** Failures within the window before attempts are refused. */
  readonly limit: number;
  readonly windowMs: number;
  /** Current time in ms. */
  now(): number;
}

/** Counts failed attempts by key in a sliding time window. */
export interface SlidingWindowCounter {
  /**
   * Starts an attempt. Resolves with 0 if it may proceed, else with the ms until the oldest failure leaves the window.
   * Waits while pending attempts could still use up the limit, so concurrent guesses cannot exceed it.
   */
  begin(key: string): Promise<number>;
  /** Ends an attempt that `begin` admitted. A success clears the key's failures; `unknown` changes nothing. */
  done(key: string, outcome: AttemptOutcome): void;
  reset(): void;
}

export type AttemptOutcome = 'failed' | 'succeeded' | 'unknown';

interface Entry {
  failures: number[];
  pending: number;
  settled: PromiseWithResolvers<void>;
}

// Above this, the oldest keys without a pending attempt are dropped.
const MAX_KEYS = 10_000;

export const createSlidingWindowCounter = ({limit, windowMs, now}: SlidingWindowOptions): SlidingWindowCounter => {
  const entries = new Map<string, Entry>();
  const expireFailures = (entry: Entry, at: number): number[] => {
    // A clock that was set back would make failures of the future outlast the window.
    entry.failures = entry.failures.filter(time => time > at - windowMs).map(time => Math.min(time, at));
    return entry.failures;
  };
  const evict = () => {
    for (const [key, entry] of entries) {
      if (entries.size <= MAX_KEYS) return;
      if (entry.pending === 0) entries.delete(key);
    }
  };
  const entryOf = (key: string): Entry => {
    const existing = entries.get(key);
    if (existing) return existing;
    const created: Entry = {failures: [], pending: 0, settled: Promise.withResolvers()};
    entries.set(key, created);
    evict();
    return created;
  };
  return {
    begin: async key => {
      for (;;) {
        const entry = entryOf(key);
        // Read once: a clock that jumps in between would give a wait beyond the window, or none.
        const at = now();
        const [oldest = 0] = expireFailures(entry, at);
        if (entry.failures.length >= limit) return oldest + windowMs - at;
        if (entry.failures.length + entry.pending < limit) {
          entry.pending += 1;
          return 0;
        }
        await entry.settled.promise;
      }
    },
    done: (key, outcome) => {
      const entry = entries.get(key);
      if (!entry) return;
      entry.pending = Math.max(0, entry.pending - 1);
      if (outcome === 'failed') entry.failures.push(now());
      if (outcome === 'succeeded') entry.failures = [];
      entry.settled.resolve();
      entry.settled = Promise.withResolvers();
      if (entry.pending === 0 && expireFailures(entry, now()).length === 0) entries.delete(key);
    },
    reset: () => {
      // Keep the entries: pending attempts still refer to them.
      for (const entry of entries.values()) entry.failures = [];
    },
  };
};
