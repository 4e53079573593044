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
  readonly pages: Map<number, number>;
  /** Some entries may be missing, since the key may have been dropped before. */
  isLowerBound: boolean;
}

/**
 * Counts keys by page without storing entries. Above `maxKeys` the rarer half is dropped, and the counts of keys that are
 * added later are lower bounds. In the results, `as` maps each key to the one that it is counted as.
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
    for (const [key, {rows, pages, isLowerBound}] of counted) {
      const into = merged.get(as(key)) ?? {rows: 0, pages: new Map(), isLowerBound: false};
      for (const [page, value] of pages) into.pages.set(page, (into.pages.get(page) ?? 0) + value);
      into.rows += rows;
      into.isLowerBound ||= isLowerBound;
      merged.set(as(key), into);
    }
    return merged;
  };
  return {
    add(key: K, page: number): void {
      const each = counted.get(key) ?? {rows: 0, pages: new Map(), isLowerBound: hasDropped};
      each.rows++;
      each.pages.set(page, (each.pages.get(page) ?? 0) + 1);
      counted.set(key, each);
      if (counted.size > maxKeys) drop();
    },
    /** Returns the counts of each key by page. */
    pages: (as?: (key: K) => K): ReadonlyMap<K, ReadonlyMap<number, number>> =>
      new Map([...merge(as)].map(([key, {pages}]) => [key, pages])),
    tallies: (coverage: Coverage, as?: (key: K) => K): ReadonlyMap<K, Tally> =>
      new Map(
        [...merge(as)].map(([key, {rows, pages, isLowerBound}]) => {
          const {count, plusMinus} = estimateOf([...pages.values()], coverage);
          const bound = isLowerBound ? Number.POSITIVE_INFINITY : plusMinus;
          return [key, {count, plusMinus: bound, rows, share: rows / coverage.rows}];
        }),
      ),
  };
};
