import {median} from '../../../format/number.ts';
import type {Observations} from '../observe.ts';
import type {Item, Items} from './items.ts';
import {scan} from './scan.ts';

const MAX_BINS = 6;
const MAX_BINS_EACH = 2;
const MIN_ROWS = 3;
const MIN_SCORE = 7;
/** Factor for the score of a value that is absent on the baseline days. */
const NEW = 2;
/**
 * More entries are read from a bin (a slice of the time range) if the bin has more than this many times the entries of
 * the median bin on earlier days.
 */
const MIN_VOLUME = 2;
/** Minimum difference to the median of the bins around a bin, in standard deviations of a Poisson count. */
const MIN_EXCESS = 4;
/** A bin is compared with this many bins before and after it. */
const AROUND = 4;

/**
 * These dimensions are not examined for unusual values. They have so many values (clients) or so many entries per value
 * (levels) that some values have a few unusual entries by chance.
 */
const COMMON: ReadonlySet<Item['dimension'] | undefined> = new Set(['client', 'request', 'host', 'level', 'total']);

export const suspectBins = ({now, before}: Observations, {series}: Items): readonly number[] => {
  const volumes = now.map(({volume}) => volume);
  const usual = Math.max(1, median(before.map(({volume}) => volume)));
  const ratios = volumes.map(volume => volume / usual);
  const excesses = volumes.map((volume, bin) => {
    const around = Math.max(1, median(volumes.slice(Math.max(0, bin - AROUND), bin + AROUND + 1)));
    return (volume - around) / Math.sqrt(around);
  });
  const unusual = series
    .filter(({item: {dimension, and}}) => !COMMON.has(dimension) && !COMMON.has(and?.dimension))
    .map(each => scan(each, {direction: 'up'}))
    .map(found => ({...found, score: found.score * (found.series.seen === 0 ? NEW : 1)}))
    .filter(({score, count}) => score >= MIN_SCORE && count >= MIN_ROWS)
    .toSorted((one, other) => other.score - one.score)
    .flatMap(({series: {counts}, first, last}) => highest(counts, {first, last}));
  return [...new Set([...highest(ratios, {above: MIN_VOLUME}), ...highest(excesses, {above: MIN_EXCESS}), ...unusual])]
    .filter(bin => (now[bin]?.volume ?? 0) > (now[bin]?.read ?? 0))
    .slice(0, MAX_BINS);
};

const highest = (
  values: ArrayLike<number>,
  {first = 0, last = values.length - 1, above = Number.NEGATIVE_INFINITY},
): readonly number[] =>
  Array.from({length: last - first + 1}, (_, at) => first + at)
    .filter(bin => (values[bin] ?? 0) > above)
    .toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
    .slice(0, MAX_BINS_EACH);
