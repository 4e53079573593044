import {inOrder} from './in-order.ts';

/** A time range in Unix seconds, inclusive at both ends. */
export interface TimeSlice {
  readonly from: number;
  readonly to: number;
}

/**
 * Possible lengths of slices in seconds. Time ranges of similar size usually get the same length, so that their slices
 * coincide where the ranges overlap.
 */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];

/** Divides a range into at most `max` adjacent slices of equal length, which begin at multiples of that length. */
export const slicesOf = (range: TimeSlice, max: number): readonly TimeSlice[] => {
  const {from, to} = range;
  const fits = (step: number) => Math.floor(to / step) - Math.floor(from / step) + 1 <= max;
  let step = STEPS.find(fits) ?? 604_800;
  while (!fits(step)) step *= 2;
  return slicesEvery(range, step);
};

/** Divides a range into adjacent slices of `step` seconds, which begin at multiples of `step`. */
export const slicesEvery = ({from, to}: TimeSlice, step: number): readonly TimeSlice[] => {
  const begin = Math.floor(from / step) * step;
  const number = Math.floor((to - begin) / step) + 1;
  return Array.from({length: number}, (_, at) => ({from: begin + at * step, to: begin + (at + 1) * step - 1}));
};

/** For example `({from, to}) => client.errorLogs.count({...query, start_time: from, end_time: to})`. */
export type CountSlice = (slice: TimeSlice) => Promise<number | undefined>;

/** Number of entries in the slices with the indices `begin` to `end - 1`. */
export interface CountedPart {
  readonly begin: number;
  readonly end: number;
  readonly count: number;
}

export interface CountOptions {
  /** Maximum number of concurrent requests; default 6. */
  readonly concurrency?: number;
  /**
   * Results of earlier calls with the same slices. If an earlier result divides a part, and the counts of its pieces
   * add up to the count of the part, they are used instead of a request.
   */
  readonly known?: readonly (readonly CountedPart[])[];
  /** Counts to start from, such as the count of all slices together. Together they must cover all slices. */
  readonly from: readonly CountedPart[];
  /** Maximum number of requests; default: no limit. */
  readonly requests?: number;
  /** Whether to divide a part that has entries and several slices. Default: true. */
  readonly halves?: (part: CountedPart) => boolean;
  /** Called with all parts, sorted by time, whenever parts were added. */
  readonly onParts?: (parts: readonly CountedPart[]) => void;
}

/**
 * Counts the entries in adjacent slices, earliest first. Divides parts in half until each has one slice or no entries.
 * A request counts the earlier half, and the later half gets the rest of the count of the part, so that an entry that
 * arrives meanwhile does not change the counts of earlier slices.
 *
 * Resolves to undefined if the gateway sends no counts, or if half of a part has more entries than the part. Rejects
 * with the error of a request.
 */
export const countParts = async (
  count: CountSlice,
  slices: readonly TimeSlice[],
  options: CountOptions,
): Promise<readonly CountedPart[] | undefined> => {
  const {from, concurrency, known = [], halves = () => true, onParts} = options;
  const parts = new Map<number, CountedPart>();
  const sorted = () => [...parts.values()].toSorted((one, other) => one.begin - other.begin);
  let left = options.requests ?? Number.POSITIVE_INFINITY;
  let isStable = true;

  const split = async (part: CountedPart): Promise<readonly CountedPart[]> => {
    const {begin, end, count: total} = part;
    if (end - begin === 1 || total === 0) return [];
    const adopted = known.map(earlier => partsWithin(part, earlier)).find(found => found !== undefined);
    if (adopted !== undefined) return adopted;
    if (!halves(part) || left <= 0) return [];
    left--;
    const middle = Math.ceil((begin + end) / 2);
    const counted = await count({from: slices[begin]?.from ?? 0, to: slices[middle - 1]?.to ?? 0});
    if (counted === undefined || counted > total) isStable = false;
    const first = Math.min(total, counted ?? 0);
    return [
      {begin, end: middle, count: first},
      {begin: middle, end, count: total - first},
    ];
  };

  const add = (counted: readonly CountedPart[]): void => {
    for (const part of counted) parts.set(part.begin, part);
    if (counted.length > 0) onParts?.(sorted());
  };
  add(from);
  for (let level = from; level.length > 0; ) {
    const next: CountedPart[] = [];
    const splits = level.map(part => () => split(part));
    for await (const smaller of inOrder(splits, concurrency)) {
      next.push(...smaller);
      add(smaller);
    }
    level = next;
  }
  return isStable ? sorted() : undefined;
};

/**
 * Returns the parts of an earlier result that lie within the given part. Undefined unless these parts cover all slices
 * of the given part and their total count equals the count of the given part.
 */
const partsWithin = (
  {begin, end, count}: CountedPart,
  earlier: readonly CountedPart[],
): readonly CountedPart[] | undefined => {
  const within = earlier.filter(each => each.begin >= begin && each.end <= end && each.end - each.begin < end - begin);
  const sliceSum = within.reduce((sum, each) => sum + each.end - each.begin, 0);
  const countSum = within.reduce((sum, each) => sum + each.count, 0);
  return sliceSum === end - begin && countSum === count ? within : undefined;
};

/** Count of each slice; undefined for a slice that was counted only together with others. */
export const sliceCounts = (parts: readonly CountedPart[], slices: number): readonly (number | undefined)[] => {
  const counts = new Array<number | undefined>(slices).fill(undefined);
  for (const {begin, end, count} of parts) if (end - begin === 1 || count === 0) counts.fill(count, begin, end);
  return counts;
};

export interface SpreadOptions {
  /** Number of rows in the list. */
  readonly total: number;
  /** Maximum number of rows to read; default 80. */
  readonly rows?: number;
  /** Maximum number of concurrent requests; default 6. */
  readonly concurrency?: number;
}

/** Reads rows at indices spread evenly over a list. Omits a row if `read` resolves to undefined. */
export const readSpread = async <T>(
  read: (index: number) => Promise<T | undefined>,
  {total, rows = 80, concurrency}: SpreadOptions,
): Promise<readonly {readonly index: number; readonly row: T}[]> => {
  const number = Math.min(total, rows);
  const tasks = Array.from({length: number}, (_, at) => async () => {
    const index = number === 1 ? 0 : Math.round((at * (total - 1)) / (number - 1));
    const row = await read(index);
    return row === undefined ? [] : [{index, row}];
  });
  return (await Array.fromAsync(inOrder(tasks, concurrency))).flat();
};

/** `index` is 0 for the newest entry of a list. `time` is in Unix seconds. */
export interface TimedIndex {
  readonly index: number;
  readonly time: number;
}

/**
 * Estimates the number of entries in each slice, for gateways that cannot count by time. `entries` is a sample in the
 * order of the list. Entries between two sampled ones are assumed to be spread evenly over the time between them.
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
