import {estimateTotal} from '@edge-console/client/sample';
import {sum} from '../../format/number.ts';
import {type Coverage, isExact, keptRows} from './sample.ts';

/** `count` is exact if every entry was read. Otherwise it is an estimate or a lower bound. */
export interface Tally {
  readonly count: number;
  /** Half the width of the 95 % confidence interval: 0 if `count` is exact, infinite if it is a lower bound. */
  readonly plusMinus: number;
  readonly share: number;
  /** Number of entries read that have the value. */
  readonly rows: number;
}

export const estimateOf = (counts: readonly number[], coverage: Coverage): Pick<Tally, 'count' | 'plusMinus'> => {
  const rows = sum(counts);
  if (coverage.kind !== 'sample') return {count: rows, plusMinus: isExact(coverage) ? 0 : Number.POSITIVE_INFINITY};
  const {count, plusMinus} = estimateTotal(counts, coverage);
  // `estimateTotal` returns `plusMinus` in pages if no sampled page has the value.
  const bound = rows === 0 ? Math.ceil((plusMinus * coverage.total) / coverage.pages) : plusMinus;
  return {count: Math.min(count, coverage.total), plusMinus: bound};
};

interface Counted {
  rows: number;
  parts: Map<number, number>;
  isLowerBound: boolean;
}

const addTo = (counts: Map<number, number>, part: number, count: number): void =>
  void counts.set(part, (counts.get(part) ?? 0) + count);

/** Counts the entries of each key, per page or time slice. Above `maxKeys` keys, drops the rarer half of the keys. */
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
    /** Renumbers the parts. The counts of parts with the same new number are added. */
    join(of: (part: number) => number): void {
      for (const each of counted.values()) {
        const before = each.parts;
        each.parts = new Map();
        for (const [part, count] of before) addTo(each.parts, of(part), count);
      }
    },
    parts: (as?: (key: K) => K): ReadonlyMap<K, ReadonlyMap<number, number>> =>
      new Map([...merge(as)].map(([key, {parts}]) => [key, parts])),
    tallies: (coverage: Coverage, as?: (key: K) => K): ReadonlyMap<K, Tally> =>
      new Map(
        [...merge(as)].map(([key, {rows, parts, isLowerBound}]) => {
          const {count, plusMinus} = estimateOf([...parts.values()], coverage);
          const bound = isLowerBound ? Number.POSITIVE_INFINITY : plusMinus;
          return [key, {count, plusMinus: bound, rows, share: rows / Math.max(1, keptRows(coverage))}];
        }),
      ),
  };
};

const MAX_SLICES = 512;

/** If more than {@link MAX_SLICES} slices would be needed, the slices become twice as long. */
export const createTrends = <K>(maxKeys?: number) => {
  const tally = createKeyTally<K>(maxKeys);
  let seconds = 1;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    /** `time` is in Unix seconds. */
    add(key: K, time: number): void {
      if (!Number.isFinite(time)) return;
      [from, to] = [Math.min(from, time), Math.max(to, time)];
      for (; (to - from) / seconds > MAX_SLICES; seconds *= 2) tally.join(slice => Math.floor(slice / 2));
      tally.add(key, Math.floor(time / seconds));
    },
    range: (): {readonly from: number; readonly to: number} | undefined => (from > to ? undefined : {from, to}),
    /** Returns the counts in `parts` equal intervals of the time range, the oldest first. */
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
