import {sum} from '../../../format/number.ts';
import {BINS} from '../observe.ts';
import type {Series} from './items.ts';

/** Number of bins before and after a bin in which its load is measured, about half of the time range together. */
const REACH = 16;
const MIN_EXPECTED = 5;
const LOADS = {min: 0.2, max: 5};

/**
 * Multiplies the expected entries of each value by the load at that time, so that hours with more traffic than those of
 * the baseline days, such as a weekday whose baseline days include a weekend, are no rise. `total` is not scaled, since
 * that would hide a rise of all entries.
 */
export const withLoad = (all: readonly Series[]): readonly Series[] => {
  const values = all.filter(
    ({item, expected}) => item.and === undefined && item.dimension !== 'total' && sum(expected) >= MIN_EXPECTED,
  );
  const loads = Float64Array.from({length: BINS}, (_, bin) =>
    loadOf(values, {first: Math.max(0, bin - REACH), last: Math.min(BINS - 1, bin + REACH)}),
  );
  const scaled = (expected: Float64Array) => expected.map((count, bin) => count * (loads[bin] ?? 1));
  return all.map(series =>
    series.item.dimension === 'total'
      ? series
      : {
          ...series,
          expected: scaled(series.expected),
          ...(series.events && {events: {...series.events, expected: scaled(series.events.expected)}}),
        },
  );
};

/**
 * Median of the ratios of counted to expected entries, weighted by the square root of the expected number. A large rise
 * of a single value hardly changes the median.
 */
const loadOf = (all: readonly Series[], {first, last}: {readonly first: number; readonly last: number}): number => {
  const within = (values: Float64Array): number => sum(values.subarray(first, last + 1));
  const ratios = all
    .map(({counts, expected}) => ({count: within(counts), expected: within(expected)}))
    .filter(({expected}) => expected >= MIN_EXPECTED)
    .map(({count, expected}) => ({ratio: count / expected, weight: Math.sqrt(expected)}))
    .toSorted((one, other) => one.ratio - other.ratio);
  const half = sum(ratios.map(({weight}) => weight)) / 2;
  let passed = 0;
  for (const {ratio, weight} of ratios) {
    passed += weight;
    if (passed >= half) return Math.min(LOADS.max, Math.max(LOADS.min, ratio));
  }
  return 1;
};
