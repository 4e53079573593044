import {BINS, DAYS, median, type Visit} from '../read/observe.ts';
import {sum} from './context.ts';

/** Numbers of rows that were read, per bin. */
export interface Rates {
  /** Rows of the range per bin. */
  readonly counts: Float64Array;
  /** Rows per bin expected from the baseline days. */
  readonly expected: Float64Array;
  /** Variance between visits, divided by the variance of chance; at least 1. */
  readonly dispersion: number;
}

export interface Counts {
  /** Rows per bin of the range. */
  readonly now: Float64Array;
  /** Rows per visit of the baseline days, by index of the visit. */
  readonly past: Map<number, number>;
}

export interface History {
  readonly before: readonly Visit[];
  /** Number of rows read on each baseline day. */
  readonly days: readonly number[];
  /** Rows of the baseline days within {@link REACH} bins, per bin. */
  readonly near: Float64Array;
  /** Entries expected from the baseline days, per bin. */
  readonly volumes: Float64Array;
  /** Share of the entries that were read, per bin of the range. */
  readonly fractions: Float64Array;
  readonly total: number;
  /** Rows of the range that were read, per bin. */
  readonly reads: Float64Array;
  /** Expected rows in the whole range for an item that has {@link UNSEEN} rows in the baseline days. */
  readonly unseen: number;
}

/** Distance in bins within which visits estimate the same time of day. */
const REACH = 3;

export const historyOf = (now: readonly Visit[], before: readonly Visit[]): History => {
  const visits = spread(before.map(({bin}) => [bin, 1]));
  const volumes = spread(before.map(({bin, volume}) => [bin, volume]));
  return {
    before,
    days: sumsOfDays(before.map(({day, read}) => [day, read])),
    near: spread(before.map(({bin, read}) => [bin, read])),
    volumes: volumes.map((volume, bin) => volume / Math.max(1, visits[bin] ?? 0)),
    fractions: Float64Array.from(now, ({volume, read}) => (volume === 0 ? 1 : read / volume)),
    reads: Float64Array.from(now, ({read}) => read),
    total: before.reduce((all, {volume}) => all + volume, 0),
    unseen: (UNSEEN * rowsOf(now)) / Math.max(1, rowsOf(before)),
  };
};

/** Adds each value to all bins within {@link REACH} of its own. */
const spread = (numbers: Iterable<readonly [bin: number, value: number]>): Float64Array => {
  const sums = new Float64Array(BINS);
  for (const [bin, value] of numbers) {
    const last = Math.min(BINS - 1, bin + REACH);
    for (let at = Math.max(0, bin - REACH); at <= last; at++) sums[at] = (sums[at] ?? 0) + value;
  }
  return sums;
};

export const sumOf = (past: ReadonlyMap<number, number>): number => {
  let sum = 0;
  for (const value of past.values()) sum += value;
  return sum;
};

const rowsOf = (visits: readonly Visit[]): number => visits.reduce((all, {read}) => all + read, 0);

/** Weight, in rows, of the item's mean share in the estimate for a time of day. */
const PRIOR_ROWS = 3;
/** Minimum number of rows that an item is assumed to have in the baseline days, since a sample may miss its rows. */
const UNSEEN = 0.5;

/**
 * Estimates expected rows per bin from the item's rows near that time of day and its mean share. With few rows the mean
 * has more weight, with many the time of day.
 */
export const ratesOf = ({now, past: counted}: Counts, history: History): Rates => {
  const {before, near, volumes, fractions, total, unseen} = history;
  if (before.length === 0) return ownRates(now, history);
  const past = withoutBursts(counted, history);
  const entries = [...past].reduce((all, [at, count]) => all + count * weightOf(before[at]), 0);
  const share = total === 0 ? 0 : entries / total;
  const own = spread([...past].map(([at, count]) => [before[at]?.bin ?? 0, count]));
  const expected = near.map((read, bin) => {
    const factor = ((own[bin] ?? 0) + PRIOR_ROWS) / (share * read + PRIOR_ROWS);
    return share * (volumes[bin] ?? 0) * factor * (fractions[bin] ?? 1) + Math.max(UNSEEN, unseen) / BINS;
  });
  return {counts: now, expected, dispersion: dispersionOf(past, own, history)};
};

/** Assumed dispersion of an item if there are no baseline days. */
const ALONE = 2;

/** Without baseline days, expects the same share of the item in all bins. */
const ownRates = (now: Float64Array, {reads}: History): Rates => {
  const share = sum(now) / Math.max(1, sum(reads));
  return {counts: now, expected: reads.map(read => share * read + UNSEEN / BINS), dispersion: ALONE};
};

const sumsOfDays = (numbers: Iterable<readonly [day: number, value: number]>): readonly number[] => {
  const sums = Array.from({length: DAYS}, () => 0);
  for (const [day, value] of numbers) sums[day - 1] = (sums[day - 1] ?? 0) + value;
  return sums;
};

/**
 * Limit of a day: the median day plus this many standard deviations (from the median absolute deviation) and
 * `MIN_BURST` rows.
 */
const MAX_DEVIATIONS = 3;
const MIN_BURST = 3;

/**
 * Reduces days with far more rows than the median day to the limit, so that an earlier incident is not expected again.
 */
const withoutBursts = (past: ReadonlyMap<number, number>, {before, days}: History): ReadonlyMap<number, number> => {
  const sums = sumsOfDays([...past].map(([at, count]) => [before[at]?.day ?? 1, count]));
  const shares = sums.map((all, day) => all / Math.max(1, days[day] ?? 0)).filter((_, day) => (days[day] ?? 0) > 0);
  const usual = median(shares);
  const deviation = 1.4826 * median(shares.map(share => Math.abs(share - usual)));
  const factors = sums.map((all, day) => {
    const read = days[day] ?? 0;
    const most = usual * read + MAX_DEVIATIONS * Math.max(deviation * read, Math.sqrt(usual * read)) + MIN_BURST;
    return Math.min(1, most / Math.max(1, all));
  });
  if (factors.every(factor => factor === 1)) return past;
  return new Map([...past].map(([at, count]) => [at, count * (factors[(before[at]?.day ?? 1) - 1] ?? 1)]));
};

const weightOf = (visit: Visit | undefined): number =>
  visit === undefined || visit.read === 0 ? 1 : visit.volume / visit.read;

const MAX_DISPERSION = 8;

/** Mean squared deviation of the visits from the item's share near their time of day, relative to chance. */
const dispersionOf = (past: ReadonlyMap<number, number>, own: Float64Array, {before, near}: History): number => {
  let [sum, visits] = [0, 0];
  for (const [at, {bin, read}] of before.entries()) {
    const all = near[bin] ?? 0;
    const expected = all === 0 ? 0 : ((own[bin] ?? 0) * read) / all;
    if (expected === 0) continue;
    sum += ((past.get(at) ?? 0) - expected) ** 2 / Math.max(expected, 0.5);
    visits++;
  }
  return Math.min(MAX_DISPERSION, Math.max(1, sum / Math.max(1, visits)));
};
