import type {Clock} from '@edge-console/server/extension';

/** A {@link Clock} that can be advanced and set. */
export interface ControlledClock {
  (): Date;
  /** Throws a RangeError if `ms` is negative, or if all calls together exceed 100 years. */
  advance(ms: number): void;
  /** A running clock continues from there. Throws a RangeError for a time more than 100 years from `original()`. */
  set(at: Date): void;
  /** Undoes all calls of `advance` and `set`. */
  reset(): void;
  /** The time without the calls of `advance` and `set`. */
  original(): Date;
}

/**
 * Returns a clock that stands still at `at`. If `at` is absent, it runs in real time. Throws a RangeError for an
 * invalid Date.
 */
export const createClock = (at?: Date): ControlledClock => {
  const start = at === undefined ? undefined : new Date(at).getTime();
  if (Number.isNaN(start)) throw new RangeError('createClock: expected a valid Date');
  return toControlledClock(() => new Date(start ?? Date.now()));
};

export const toControlledClock = (clock: Clock | ControlledClock): ControlledClock => {
  if ('advance' in clock) return clock;
  let offset = 0;
  return Object.assign(() => new Date(clock().getTime() + offset), {
    advance: (ms: number) => {
      if (!(typeof ms === 'number' && ms >= 0 && offset + ms <= MAX_ADVANCE_MS)) {
        throw new RangeError(`a clock advances by 0 to ${MAX_ADVANCE_MS} ms, all advances together`);
      }
      offset += ms;
    },
    set: (at: Date) => {
      const change = at.getTime() - clock().getTime();
      if (!(Math.abs(change) <= MAX_ADVANCE_MS))
        throw new RangeError('a clock can be set to 100 years from now at most');
      offset = change;
    },
    reset: () => {
      offset = 0;
    },
    original: () => new Date(clock()),
  });
};

/** Longer than any expiry, and far less than the maximum Date. */
export const MAX_ADVANCE_MS = 100 * 366 * 86_400_000;
