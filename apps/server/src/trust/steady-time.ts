import type {Clock} from '../clock.ts';

interface SteadyTimeOptions {
  /** Monotonic time in ms; default that of the process. */
  readonly monotonic?: () => number;
  /** How long a clock must have run steadily, in ms; default a day. */
  readonly periodMs?: number;
}

// More than NTP corrects gradually, and far less than the period, which a smaller jump cannot outweigh.
const MAX_DRIFT_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Returns a getter of a time in ms that has certainly passed: a period before the clock's time, if the clock has agreed
 * with monotonic time for that period. Undefined after a start, and after a clock was set or advanced. What is deleted
 * by this time does not depend on a clock that jumps.
 */
export const steadyTime = (
  clock: Clock,
  {monotonic = () => performance.now(), periodMs = DAY_MS}: SteadyTimeOptions = {},
): (() => number | undefined) => {
  const read = () => ({at: clock().getTime(), elapsed: monotonic()});
  let since = read();
  return () => {
    const now = read();
    const elapsed = now.elapsed - since.elapsed;
    const drift = Math.abs(now.at - since.at - elapsed);
    if (drift > MAX_DRIFT_MS) since = now;
    return now.elapsed - since.elapsed >= periodMs ? now.at - periodMs : undefined;
  };
};
