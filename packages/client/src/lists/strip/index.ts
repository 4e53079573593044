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

export interface SpreadOptions {
  /** Rows of the list. */
  readonly total: number;
  /** Rows to read at most; default 80. */
  readonly rows?: number;
  /** Requests at a time; default 6. */
  readonly concurrency?: number;
}

/**
 * Reads rows at indices spread evenly over a list, the first and the last row included; one request each. Leaves out rows
 * that `read` resolves to undefined. Rejects with the error of a request.
 */
export const readSpread = async <T>(
  read: (index: number) => Promise<T | undefined>,
  {total, rows = 80, concurrency = DEFAULT_CONCURRENCY}: SpreadOptions,
): Promise<readonly {readonly index: number; readonly row: T}[]> => {
  const limited = createLimit(concurrency);
  const number = Math.min(total, rows);
  const found = await Promise.all(
    Array.from({length: number}, async (_, at) => {
      const index = number === 1 ? 0 : Math.round((at * (total - 1)) / (number - 1));
      return {index, row: await limited(() => read(index))};
    }),
  );
  return found.flatMap(({index, row}) => (row === undefined ? [] : [{index, row}]));
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
  const counts = slices.map(({from, to}) => entries.filter(({time}) => time >= from && time <= to).length);
  for (const [at, {index, time}] of entries.entries()) {
    const next = entries[at + 1];
    if (next === undefined) continue;
    const between = next.index - index - 1;
    const [begin, end] = [Math.min(time, next.time), Math.max(time, next.time) + 1];
    for (const [slot, {from, to}] of slices.entries()) {
      const shared = Math.max(0, Math.min(end, to + 1) - Math.max(begin, from));
      counts[slot] = (counts[slot] ?? 0) + (between * shared) / (end - begin);
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
