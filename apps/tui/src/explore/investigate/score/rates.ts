import {median, sum} from '../../../format/number.ts';
import {BINS, type BinSample, DAYS} from '../observe.ts';

export interface Rates {
  readonly counts: Float64Array;
  /** For each bin, the number of entries expected from the baseline days. */
  readonly expected: Float64Array;
  /** Variance of the counts on the baseline days, divided by the variance of Poisson counts. At least 1. */
  readonly dispersion: number;
}

export interface Counts {
  readonly now: Float64Array;
  /** Number of earlier entries with one value, such as a client, by index of the sample in {@link History.before}. */
  readonly past: Map<number, number>;
}

export interface History {
  readonly before: readonly BinSample[];
  readonly days: readonly number[];
  /** For each bin, the number of entries read in that bin and in up to {@link REACH} bins on either side. */
  readonly near: Float64Array;
  /** For each bin, the number of entries expected from the baseline days. */
  readonly volumes: Float64Array;
  /** For each bin of the range, the share of its entries that were read. */
  readonly fractions: Float64Array;
  readonly total: number;
  readonly reads: Float64Array;
  /** Expected number of entries of a value that is absent on the baseline days. */
  readonly unseen: number;
}

/** Bins at most this far apart count as the same time of day. */
const REACH = 3;

export const historyOf = (now: readonly BinSample[], before: readonly BinSample[]): History => {
  const samples = spread(before.map(({bin}) => [bin, 1]));
  const volumes = spread(before.map(({bin, volume}) => [bin, volume]));
  return {
    before,
    days: sumsOfDays(before.map(({day, read}) => [day, read])),
    near: spread(before.map(({bin, read}) => [bin, read])),
    volumes: volumes.map((volume, bin) => volume / Math.max(1, samples[bin] ?? 0)),
    fractions: Float64Array.from(now, ({volume, read}) => (volume === 0 ? 1 : read / volume)),
    reads: Float64Array.from(now, ({read}) => read),
    total: sum(before.map(({volume}) => volume)),
    unseen: (UNSEEN * rowsOf(now)) / Math.max(1, rowsOf(before)),
  };
};

const spread = (numbers: Iterable<readonly [bin: number, value: number]>): Float64Array => {
  const sums = new Float64Array(BINS);
  for (const [bin, value] of numbers) {
    const last = Math.min(BINS - 1, bin + REACH);
    for (let at = Math.max(0, bin - REACH); at <= last; at++) sums[at] = (sums[at] ?? 0) + value;
  }
  return sums;
};

const rowsOf = (samples: readonly BinSample[]): number => sum(samples.map(({read}) => read));

/** Pseudocount, so that a few entries at one time of day hardly change the expected number. */
const PRIOR_ROWS = 3;
/** A value that is absent from the sample of the baseline days counts as this many entries. */
const UNSEEN = 0.5;

/**
 * The expected number of entries with a value is the expected number of all entries times the value's share of the past
 * entries, adjusted by a smoothed factor for the time of day.
 */
export const ratesOf = ({now, past: counted}: Counts, history: History): Rates => {
  const {before, near, volumes, fractions, total, unseen} = history;
  if (before.length === 0) return ownRates(now, history);
  const past = withoutBursts(counted, history);
  const entries = sum([...past].map(([at, count]) => count * weightOf(before[at])));
  const share = total === 0 ? 0 : entries / total;
  const own = spread([...past].map(([at, count]) => [before[at]?.bin ?? 0, count]));
  const expected = near.map((read, bin) => {
    const factor = ((own[bin] ?? 0) + PRIOR_ROWS) / (share * read + PRIOR_ROWS);
    return share * (volumes[bin] ?? 0) * factor * (fractions[bin] ?? 1) + Math.max(UNSEEN, unseen) / BINS;
  });
  return {counts: now, expected, dispersion: dispersionOf(past, own, history)};
};

const ALONE = 2;

/** Without baseline days, a value is expected to have the same share of the entries in every bin. */
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
 * The count of an earlier day is limited to this many standard deviations (estimated from the median absolute
 * deviation) above the count of the median day.
 */
const MAX_DEVIATIONS = 3;
const MIN_BURST = 3;

/** Limits the count of each day, so that an earlier incident is not expected again. */
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

const weightOf = (sample: BinSample | undefined): number =>
  sample === undefined || sample.read === 0 ? 1 : sample.volume / sample.read;

const MAX_DISPERSION = 8;

const dispersionOf = (past: ReadonlyMap<number, number>, own: Float64Array, {before, near}: History): number => {
  let [squares, samples] = [0, 0];
  for (const [at, {bin, read}] of before.entries()) {
    const all = near[bin] ?? 0;
    const expected = all === 0 ? 0 : ((own[bin] ?? 0) * read) / all;
    if (expected === 0) continue;
    squares += ((past.get(at) ?? 0) - expected) ** 2 / Math.max(expected, 0.5);
    samples++;
  }
  return Math.min(MAX_DISPERSION, Math.max(1, squares / Math.max(1, samples)));
};
