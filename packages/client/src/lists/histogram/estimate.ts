import {createLimit} from './limit.ts';
import type {TimeSlice} from './slices.ts';

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
  {total, rows = 80, concurrency}: SpreadOptions,
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
