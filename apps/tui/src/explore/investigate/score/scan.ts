import {sum} from '../../../format/number.ts';
import {BINS, type Observations} from '../observe.ts';
import type {Items, Series} from './items.ts';
import type {Rates} from './rates.ts';

/** The interval of bins in which a series, such as the entries of one client, differs most from its expected count. */
export interface Deviation {
  readonly series: Series;
  readonly direction: 'up' | 'down';
  readonly first: number;
  readonly last: number;
  /** Whether all entries count. If false, entries at NOTICE or a less severe level count at most once per minute. */
  readonly isRows: boolean;
  readonly count: number;
  readonly expected: number;
  /** Log-likelihood ratio of `count` and `expected`, divided by the dispersion. */
  readonly score: number;
}

interface ScanOptions {
  readonly direction: Deviation['direction'];
  readonly rates?: Rates;
}

/** Log-likelihood ratio of a Poisson count and its expected value (Kulldorff's scan statistic, 1997). */
export const ratioOf = (count: number, expected: number): number =>
  (count === 0 ? 0 : count * Math.log(count / expected)) - (count - expected);

export const scan = (series: Series, {direction, rates = series}: ScanOptions): Deviation => {
  const {counts, expected, dispersion} = rates;
  const sums = prefix(counts);
  const wanted = prefix(expected);
  let best = {first: 0, last: BINS - 1, count: 0, expected: 0, score: 0};
  for (let first = 0; first < BINS; first++) {
    for (let last = first; last < BINS; last++) {
      const count = (sums[last + 1] ?? 0) - (sums[first] ?? 0);
      const least = (wanted[last + 1] ?? 0) - (wanted[first] ?? 0);
      const difference = count - least;
      if (direction === 'up' ? difference <= 0 : difference >= 0) continue;
      // `ratioOf` returns at most `difference ** 2 / least`. If that is not above the best score, skip its logarithm.
      if (difference * difference <= best.score * least) continue;
      const score = ratioOf(count, least);
      if (score > best.score) best = {first, last, count, expected: least, score};
    }
  }
  return {...best, series, direction, isRows: rates !== series.events, score: best.score / dispersion};
};

const prefix = (values: Float64Array): Float64Array => {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = (sums[at] ?? 0) + (values[at] ?? 0);
  return sums;
};

export interface Context {
  readonly items: Items;
  readonly observations: Observations;
}

export const rowsIn = ({series, first, last}: Deviation, {items}: Context): readonly number[] =>
  series.rows.filter(at => {
    const bin = items.rows[at]?.bin ?? -1;
    return bin >= first && bin <= last;
  });

/** Estimates the number of entries in the bins. `counts` has the number of sampled entries per bin. */
export const entriesIn = (
  counts: Float64Array,
  {first, last}: Pick<Deviation, 'first' | 'last'>,
  {items}: Context,
): number => sum(counts.subarray(first, last + 1).map((count, at) => count * (items.weights[first + at] ?? 1)));
