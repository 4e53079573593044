export interface TallyOptions {
  /** Failures within the window before more is refused. */
  readonly limit: number;
  readonly windowMs: number;
  now(): number;
}

/** Counts failures by key in a sliding window. */
export interface Tally {
  /** 0 and an attempt under way, or how long to wait, in ms. Waits while attempts under way may still use up the limit. */
  begin(key: string): Promise<number>;
  /** Ends an attempt that `begin` let through. A success forgets earlier failures. */
  done(key: string, outcome: 'failed' | 'succeeded' | 'unknown'): void;
  reset(): void;
}

interface Entry {
  failures: number[];
  underWay: number;
  settled: PromiseWithResolvers<void>;
}

// Beyond, what is idle is forgotten, the oldest first.
const MOST_KEYS = 10_000;

export const createTally = ({limit, windowMs, now}: TallyOptions): Tally => {
  const entries = new Map<string, Entry>();
  const fresh = (entry: Entry): number[] => {
    const since = now() - windowMs;
    entry.failures = entry.failures.filter(time => time > since);
    return entry.failures;
  };
  const forgetSome = () => {
    for (const [key, entry] of entries) {
      if (entries.size <= MOST_KEYS) return;
      if (entry.underWay === 0) entries.delete(key);
    }
  };
  const entryOf = (key: string): Entry => {
    const known = entries.get(key);
    if (known) return known;
    const made: Entry = {failures: [], underWay: 0, settled: Promise.withResolvers()};
    entries.set(key, made);
    forgetSome();
    return made;
  };
  return {
    begin: async key => {
      for (;;) {
        const entry = entryOf(key);
        const [oldest = 0] = fresh(entry);
        if (entry.failures.length >= limit) return Math.max(1, oldest + windowMs - now());
        if (entry.failures.length + entry.underWay < limit) {
          entry.underWay += 1;
          return 0;
        }
        await entry.settled.promise;
      }
    },
    done: (key, outcome) => {
      const entry = entries.get(key);
      if (!entry) return;
      entry.underWay = Math.max(0, entry.underWay - 1);
      if (outcome === 'failed') entry.failures.push(now());
      if (outcome === 'succeeded') entry.failures = [];
      entry.settled.resolve();
      entry.settled = Promise.withResolvers();
      if (entry.underWay === 0 && fresh(entry).length === 0) entries.delete(key);
    },
    reset: () => {
      // Entries stay: attempts under way end in them.
      for (const entry of entries.values()) entry.failures = [];
    },
  };
};
