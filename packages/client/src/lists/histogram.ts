import {inOrder} from './in-order.ts';

/** A span of time in Unix seconds, inclusive at both ends. */
export interface TimeSlice {
  readonly from: number;
  readonly to: number;
}

/** Round steps in seconds, so that spans that overlap share slices. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];

/** At most `max` adjacent slices that cover a span. They begin at multiples of their length. */
export const slicesOf = ({from, to}: TimeSlice, max: number): readonly TimeSlice[] => {
  const fits = (step: number) => Math.floor(to / step) - Math.floor(from / step) + 1 <= max;
  let step = STEPS.find(fits) ?? 604_800;
  while (!fits(step)) step *= 2;
  const begin = Math.floor(from / step) * step;
  const number = Math.floor(to / step) - Math.floor(from / step) + 1;
  return Array.from({length: number}, (_, at) => ({from: begin + at * step, to: begin + (at + 1) * step - 1}));
};

/**
 * Counts the entries of a span: `({from, to}) => client.errorLogs.count({...query, start_time: from, end_time: to})`.
 * Undefined if the gateway sends no count.
 */
type CountSlice = (slice: TimeSlice) => Promise<number | undefined>;

/** Adjacent slices by index, [begin, end), and the entries of all of them together. */
export interface CountedPart {
  readonly begin: number;
  readonly end: number;
  readonly count: number;
}

interface CountOptions {
  /** Requests at a time; default 6. */
  readonly concurrency?: number;
  /**
   * Earlier counts: of this list, of lists that contain it, such as of all levels, or of lists that are a part of it. Each
   * is sorted, without overlaps. Where the parts of one add up to the count of a span, the span is not counted again;
   * where they do not, the difference is searched by halving.
   */
  readonly known?: readonly (readonly CountedPart[])[];
  /** Parts counted so far, which cover all slices; initially one, the whole. */
  readonly from: readonly CountedPart[];
  /** Requests at most; default: until each slice is counted. */
  readonly requests?: number;
  /** Whether a part of several slices is halved; default: all that have entries. */
  readonly halves?: (part: CountedPart) => boolean;
  /** What is known after each count. */
  readonly onParts?: (parts: readonly CountedPart[]) => void;
}

/**
 * Counts the entries of adjacent slices, the earliest first, by halving breadth-first: what a half lacks is in the
 * other, so eight parts are known after seven requests and each slice after one less than there are slices; fewer where
 * halves are empty. The parts cover all slices and add up to the whole. Undefined if the gateway sends no counts, or a
 * half has more than the whole: then its counts vary. Rejects with the error of a request.
 *
 * Entries that come meanwhile are counted in the slices after the last half that was counted before them.
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

  /** Smaller parts of a part; none if it stays whole. */
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

  for (let level = from; level.length > 0; ) {
    for (const part of level) parts.set(part.begin, part);
    onParts?.(sorted());
    const next: CountedPart[] = [];
    const splits = level.map(part => () => split(part));
    for await (const smaller of inOrder(splits, concurrency)) {
      next.push(...smaller);
      if (smaller.length === 0) continue;
      for (const part of smaller) parts.set(part.begin, part);
      onParts?.(sorted());
    }
    level = next;
  }
  return isStable ? sorted() : undefined;
};

/** The smaller parts of an earlier count within a part; undefined if they do not add up to it. */
const partsWithin = (
  {begin, end, count}: CountedPart,
  earlier: readonly CountedPart[],
): readonly CountedPart[] | undefined => {
  const within = earlier.filter(each => each.begin >= begin && each.end <= end && each.end - each.begin < end - begin);
  const sliceSum = within.reduce((sum, each) => sum + each.end - each.begin, 0);
  const countSum = within.reduce((sum, each) => sum + each.count, 0);
  return sliceSum === end - begin && countSum === count ? within : undefined;
};

/** The counts of slices: known for those counted alone, and 0 in parts without entries. */
export const sliceCounts = (parts: readonly CountedPart[], slices: number): readonly (number | undefined)[] => {
  const counts = new Array<number | undefined>(slices).fill(undefined);
  for (const {begin, end, count} of parts) if (end - begin === 1 || count === 0) counts.fill(count, begin, end);
  return counts;
};

interface SpreadOptions {
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

/** An entry of a list that is newest first: its index from the newest, and its time in Unix seconds. */
interface TimedIndex {
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
