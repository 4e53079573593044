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
  /**
   * The counts of the slices from before, undefined where unknown. Where they add up to the count of a span, the span is
   * not counted again; where they do not, the difference is searched by halving.
   */
  readonly known?: readonly (number | undefined)[];
  /**
   * The counts of a list that has all entries of this one, such as those of all levels. A span with as many entries as
   * these is not halved: each of its slices has that count.
   */
  readonly atMost?: readonly number[];
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
  {concurrency = DEFAULT_CONCURRENCY, known = [], atMost = []}: StripOptions = {},
): Promise<readonly number[] | undefined> => {
  const [first, last] = [slices[0], slices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const limited = createLimit(concurrency);
  const whole = await count({from: first.from, to: last.to});
  if (whole === undefined) return undefined;
  const counts = slices.map(() => 0);
  let isStable = true;
  const adopt = (from: readonly (number | undefined)[], begin: number, end: number, total: number): boolean => {
    const span = from.slice(begin, end);
    if (span.length < end - begin || span.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0) !== total)
      return false;
    for (const [at, value] of span.entries()) counts[begin + at] = value ?? 0;
    return true;
  };
  /** Counts `slices` from `begin` to before `end`, which have `total` entries. */
  const halve = async (begin: number, end: number, total: number): Promise<void> => {
    if (total === 0 || adopt(known, begin, end, total) || adopt(atMost, begin, end, total)) return;
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

/** An entry of a list that is newest first: its index from the newest, and its time in Unix seconds. */
export interface TimedIndex {
  readonly index: number;
  readonly time: number;
}

/**
 * Estimates the entries of adjacent slices where a gateway cannot count by time, from the times of some entries, in the
 * order of the list: entries between two of them are spread evenly over the time between. Entries outside the slices are
 * not counted.
 */
export const estimateSlices = (entries: readonly TimedIndex[], slices: readonly TimeSlice[]): readonly number[] => {
  const counts = slices.map(() => 0);
  const first = slices[0];
  if (first === undefined) return counts;
  const step = first.to - first.from + 1;
  const add = (time: number, count: number): void => {
    const at = Math.floor((time - first.from) / step);
    if (at >= 0 && at < counts.length) counts[at] = (counts[at] ?? 0) + count;
  };
  for (const [at, {index, time}] of entries.entries()) {
    add(time, 1);
    const next = entries[at + 1];
    if (next === undefined) continue;
    const between = next.index - index - 1;
    // Parts of about a slice each: the time between may span many.
    const parts = Math.max(1, Math.min(between, Math.ceil(Math.abs(time - next.time) / step) + 1));
    for (let part = 0; part < parts; part++) {
      add(time + ((next.time - time) * (part + 0.5)) / parts, between / parts);
    }
  }
  return counts.map(Math.round);
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
