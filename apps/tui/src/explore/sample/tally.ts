import {estimateTotal} from '@edge-console/client/sample';
import type {Coverage} from './sample.ts';

/** How many entries have a value: exact if every entry was read, else estimated from a sample. */
export interface Tally {
  readonly count: number;
  /** Half of the 95 % interval; 0 where `count` is exact, infinite where it is a lower bound. */
  readonly plusMinus: number;
  /** Share of the entries of the sample, 0 to 1. */
  readonly share: number;
  /** Entries of the sample that have the value. */
  readonly rows: number;
}

/** Estimates the count in the whole list from the count on each page of a sample. */
export const estimateOf = (counts: readonly number[], coverage: Coverage): Pick<Tally, 'count' | 'plusMinus'> => {
  const rows = counts.reduce((sum, value) => sum + value, 0);
  if (coverage.kind !== 'sample') {
    const isExact = coverage.kind === 'all' && coverage.complete;
    return {count: rows, plusMinus: isExact ? 0 : Number.POSITIVE_INFINITY};
  }
  const {count, plusMinus} = estimateTotal(counts, coverage);
  // The bound of a value that was not seen is in pages, each of which may be full of it.
  const bound = rows === 0 ? Math.ceil((plusMinus * coverage.total) / coverage.pages) : plusMinus;
  return {count: Math.min(count, coverage.total), plusMinus: bound};
};

interface Counted {
  rows: number;
  parts: Map<number, number>;
  /** Some entries may be missing, since the key may have been dropped before. */
  isLowerBound: boolean;
}

const addTo = (counts: Map<number, number>, part: number, count: number): void =>
  void counts.set(part, (counts.get(part) ?? 0) + count);

/**
 * Counts keys by part of the list, such as a page, without storing entries. Above `maxKeys` the rarer half is dropped, and
 * the counts of keys that are added later are lower bounds. In the results, `as` maps each key to the one that it is
 * counted as.
 */
export const createKeyTally = <K>(maxKeys = Number.POSITIVE_INFINITY) => {
  const counted = new Map<K, Counted>();
  let hasDropped = false;
  const drop = (): void => {
    const rows = [...counted.values()].map(each => each.rows).toSorted((one, other) => one - other);
    const middle = rows[Math.floor(rows.length / 2)] ?? 0;
    let left = Math.floor(rows.length / 2);
    for (const [key, each] of counted) {
      if (left > 0 && each.rows <= middle && counted.delete(key)) left--;
    }
    hasDropped = true;
  };
  const merge = (as: (key: K) => K = key => key): ReadonlyMap<K, Counted> => {
    const merged = new Map<K, Counted>();
    for (const [key, {rows, parts, isLowerBound}] of counted) {
      const into = merged.get(as(key)) ?? {rows: 0, parts: new Map(), isLowerBound: false};
      for (const [part, value] of parts) addTo(into.parts, part, value);
      into.rows += rows;
      into.isLowerBound ||= isLowerBound;
      merged.set(as(key), into);
    }
    return merged;
  };
  return {
    add(key: K, part: number): void {
      const each = counted.get(key) ?? {rows: 0, parts: new Map(), isLowerBound: hasDropped};
      each.rows++;
      addTo(each.parts, part, 1);
      counted.set(key, each);
      if (counted.size > maxKeys) drop();
    },
    /** Joins parts of the list: `of` maps each part to the one that it is counted in from now on. */
    join(of: (part: number) => number): void {
      for (const each of counted.values()) {
        const before = each.parts;
        each.parts = new Map();
        for (const [part, count] of before) addTo(each.parts, of(part), count);
      }
    },
    /** Returns the counts of each key by part. */
    parts: (as?: (key: K) => K): ReadonlyMap<K, ReadonlyMap<number, number>> =>
      new Map([...merge(as)].map(([key, {parts}]) => [key, parts])),
    tallies: (coverage: Coverage, as?: (key: K) => K): ReadonlyMap<K, Tally> =>
      new Map(
        [...merge(as)].map(([key, {rows, parts, isLowerBound}]) => {
          const {count, plusMinus} = estimateOf([...parts.values()], coverage);
          const bound = isLowerBound ? Number.POSITIVE_INFINITY : plusMinus;
          return [key, {count, plusMinus: bound, rows, share: rows / coverage.rows}];
        }),
      ),
  };
};

/** Far more slices than a trend is drawn with. */
const MAX_SLICES = 512;

/** Counts keys over time, in slices whose length doubles when they no longer cover the time of all. */
export const createTrends = <K>(maxKeys?: number) => {
  const tally = createKeyTally<K>(maxKeys);
  let seconds = 1;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    /** `time` in seconds. */
    add(key: K, time: number): void {
      if (!Number.isFinite(time)) return;
      [from, to] = [Math.min(from, time), Math.max(to, time)];
      for (; (to - from) / seconds > MAX_SLICES; seconds *= 2) tally.join(slice => Math.floor(slice / 2));
      tally.add(key, Math.floor(time / seconds));
    },
    /** Counts of each key in `parts` equal parts of the whole time, the oldest first. */
    trends: (parts: number, as?: (key: K) => K): ReadonlyMap<K, readonly number[]> =>
      new Map(
        [...tally.parts(as)].map(([key, slices]) => {
          const trend = Array.from({length: parts}, () => 0);
          for (const [at, count] of slices) {
            const middle = Math.max(from, Math.min(to, (at + 0.5) * seconds));
            const part = Math.min(parts - 1, Math.floor(((middle - from) / (to - from + 1)) * parts));
            trend[part] = (trend[part] ?? 0) + count;
          }
          return [key, trend];
        }),
      ),
  };
};
