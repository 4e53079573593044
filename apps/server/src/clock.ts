/** What time it is. Tests bring their own. */
export type Clock = () => Date;

export const unixSeconds = (clock: Clock): number => Math.floor(clock().getTime() / 1000);

/** Secure random bytes. Tests may bring their own source. */
export type RandomBytes = (size: number) => Uint8Array;

/** A clock that can be moved. It is a {@link Clock} itself. */
export interface ControlledClock {
  (): Date;
  /** Moves it on by milliseconds, which may not be negative. Servers that share it move together. */
  advance(ms: number): void;
  /** Takes back every advance. */
  reset(): void;
}

/** With a time: a clock that stands still there until it is advanced. With none: real time, plus every advance. */
export const createClock = (at?: Date): ControlledClock => {
  const start = at === undefined ? undefined : new Date(at).getTime();
  if (Number.isNaN(start)) throw new RangeError('createClock: expected a Date that is one');
  return movable(() => new Date(start ?? Date.now()));
};

/** The clock itself where it can be moved already, else one that is ahead of it by every advance. */
export const movable = (clock: Clock | ControlledClock): ControlledClock => {
  if ('advance' in clock) return clock;
  let ahead = 0;
  return Object.assign(() => new Date(clock().getTime() + ahead), {
    advance: (ms: number) => {
      if (!(typeof ms === 'number' && ms >= 0 && ahead + ms <= MAX_ADVANCE_MS)) {
        throw new RangeError(`a clock advances by 0 to ${MAX_ADVANCE_MS} ms, all advances together`);
      }
      ahead += ms;
    },
    reset: () => {
      ahead = 0;
    },
  });
};

// A hundred years: enough for every expiry, and far from where a Date ends.
export const MAX_ADVANCE_MS = 100 * 366 * 86_400_000;
