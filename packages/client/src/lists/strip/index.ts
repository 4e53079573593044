/** A span of time in Unix seconds, inclusive at both ends. */
export interface TimeSlice {
  readonly from: number;
  readonly to: number;
}

/**
 * Counts the entries of a span: `({from, to}) => client.errorLogs.count({...query, start_time: from, end_time: to})`.
 * Undefined if the gateway sends no count.
 */
export type CountSlice = (slice: TimeSlice) => Promise<number | undefined>;

export interface StripOptions {
  /** Requests at a time; default 6. */
  readonly concurrency?: number;
}

const DEFAULT_CONCURRENCY = 6;

/**
 * Counts the entries of adjacent slices, the earliest first, by halving: what a half lacks is in the other. One request for
 * each slice at most, fewer where halves are empty. The counts add up to that of the whole. Undefined if the gateway sends
 * no counts, or a half has more than the whole: then its counts vary. Rejects with the error of a request.
 *
 * Entries that come meanwhile are counted in the slices after the last half that was counted before them.
 */
export const countSlices = async (
  count: CountSlice,
  slices: readonly TimeSlice[],
  {concurrency = DEFAULT_CONCURRENCY}: StripOptions = {},
): Promise<readonly number[] | undefined> => {
  const [first, last] = [slices[0], slices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const limited = createLimit(concurrency);
  const whole = await count({from: first.from, to: last.to});
  if (whole === undefined) return undefined;
  const counts = slices.map(() => 0);
  let isStable = true;
  /** Counts `slices` from `begin` to before `end`, which have `total` entries. */
  const halve = async (begin: number, end: number, total: number): Promise<void> => {
    if (total === 0) return;
    const from = slices[begin];
    const middle = Math.ceil((begin + end) / 2);
    const to = slices[middle - 1];
    if (end - begin === 1 || from === undefined || to === undefined) {
      counts[begin] = total;
      return;
    }
    const counted = await limited(() => count({from: from.from, to: to.to}));
    if (counted === undefined || counted > total) isStable = false;
    const left = Math.min(total, counted ?? 0);
    await Promise.all([halve(begin, middle, left), halve(middle, end, total - left)]);
  };
  await halve(0, slices.length, whole);
  return isStable ? counts : undefined;
};

/** Runs at most `most` tasks at a time. */
const createLimit = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    running++;
    try {
      return await task();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
};

/** Round steps in seconds: spans that overlap have the same slices. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];

/** At most `most` adjacent slices that cover a span. They begin at multiples of their length. */
export const slicesOf = ({from, to}: TimeSlice, most: number): readonly TimeSlice[] => {
  const fits = (step: number) => Math.floor(to / step) - Math.floor(from / step) + 1 <= most;
  let step = STEPS.find(fits) ?? 604_800;
  while (!fits(step)) step *= 2;
  const begin = Math.floor(from / step) * step;
  const number = Math.floor(to / step) - Math.floor(from / step) + 1;
  return Array.from({length: number}, (_, at) => ({from: begin + at * step, to: begin + (at + 1) * step - 1}));
};
