import {estimateTotal} from '@edge-console/client/sample';
import type {Coverage, LogSample, SampledEntry} from './sample.ts';

/** How many entries have a value: estimated for all that match, unless the sample is all of them. */
export interface Tally {
  readonly count: number;
  /** Half of the 95 % interval; 0 where `count` is exact, infinite where it is the least. */
  readonly plusMinus: number;
  /** Part of the entries of the sample, 0 to 1. */
  readonly share: number;
  /** Entries of the sample. */
  readonly rows: number;
}

/** Entries of the list, from those on each page of a sample. */
export const estimateOf = (counts: readonly number[], coverage: Coverage): Pick<Tally, 'count' | 'plusMinus'> => {
  const rows = counts.reduce((sum, value) => sum + value, 0);
  if (coverage.kind !== 'sample') {
    const isExact = coverage.kind === 'all' && coverage.complete;
    return {count: rows, plusMinus: isExact ? 0 : Number.POSITIVE_INFINITY};
  }
  const {count, plusMinus} = estimateTotal(counts, coverage);
  // In pages: each may be full of them.
  const bound = rows === 0 ? Math.ceil((plusMinus * coverage.total) / coverage.pages) : plusMinus;
  return {count: Math.min(count, coverage.total), plusMinus: bound};
};

/** Counts of keys while entries come; keeps no entry. */
export interface KeyTally<K> {
  add(key: K, page: number): void;
  /** Counts by page, where each key is counted as another one. */
  pages(as?: (key: K) => K): ReadonlyMap<K, ReadonlyMap<number, number>>;
  /** The tallies by key, where each key is counted as another one; `entries` is the number of all entries. */
  tallies(of: {readonly coverage: Coverage; readonly entries: number}, as?: (key: K) => K): ReadonlyMap<K, Tally>;
}

interface Counted {
  rows: number;
  readonly pages: Map<number, number>;
  /** Whether some were not counted. */
  isLeast: boolean;
}

/** Counts keys by page. Above `most` keys the rarer half is dropped; keys that come later have at least their count. */
export const createKeyTally = <K>(most = Number.POSITIVE_INFINITY): KeyTally<K> => {
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
  const merge = (as: (key: K) => K): ReadonlyMap<K, Counted> => {
    const merged = new Map<K, Counted>();
    for (const [key, {rows, pages, isLeast}] of counted) {
      const into = merged.get(as(key)) ?? {rows: 0, pages: new Map(), isLeast: false};
      for (const [page, value] of pages) into.pages.set(page, (into.pages.get(page) ?? 0) + value);
      into.rows += rows;
      into.isLeast ||= isLeast;
      merged.set(as(key), into);
    }
    return merged;
  };
  return {
    add(key, page) {
      const each = counted.get(key) ?? {rows: 0, pages: new Map(), isLeast: hasDropped};
      each.rows++;
      each.pages.set(page, (each.pages.get(page) ?? 0) + 1);
      counted.set(key, each);
      if (counted.size > most) drop();
    },
    pages: (as = key => key) => new Map([...merge(as)].map(([key, {pages}]) => [key, pages])),
    tallies({coverage, entries}, as = key => key) {
      return new Map(
        [...merge(as)].map(([key, {rows, pages, isLeast}]) => {
          const {count, plusMinus} = estimateOf([...pages.values()], coverage);
          const bound = isLeast ? Number.POSITIVE_INFINITY : plusMinus;
          return [key, {count, plusMinus: bound, rows, share: rows / entries}];
        }),
      );
    },
  };
};

/** Tallies the entries of a sample by the keys of each. */
export const tallyBy = <K>(
  {entries, coverage}: LogSample,
  keysOf: (entry: SampledEntry) => Iterable<K>,
): ReadonlyMap<K, Tally> => {
  const tally = createKeyTally<K>();
  for (const sampled of entries) for (const key of keysOf(sampled)) tally.add(key, sampled.page);
  return tally.tallies({coverage, entries: entries.length});
};
