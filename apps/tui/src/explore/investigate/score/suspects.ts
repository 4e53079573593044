import {median, type Observations} from '../read/observe.ts';
import type {Item, Items} from './items.ts';
import {scan} from './scan.ts';

const MAX_BINS = 5;
/** Maximum number of bins to read for one item. A longer anomaly shows in these bins already. */
const MAX_BINS_EACH = 2;
/** Minimum rows and log-likelihood ratio of an item for which reading more entries may reveal an anomaly. */
const MIN_ROWS = 3;
const MIN_SCORE = 7;
/** Minimum ratio of a bin's entries to the median, to read more of the bin. */
const MIN_VOLUME = 2;

/** Dimensions in which a few unusual rows of one value occur by chance, since there are so many values. */
const COMMON: ReadonlySet<Item['dimension'] | undefined> = new Set(['client', 'request', 'host', 'level', 'total']);

/** Returns the bins of a sample to read further: those with the most entries, and those with unusual rows. */
export const suspectBins = ({now, before}: Observations, {series}: Items): readonly number[] => {
  const usual = Math.max(1, median(before.map(({volume}) => volume)));
  const full = now
    .filter(({volume}) => volume > MIN_VOLUME * usual)
    .toSorted((one, other) => other.volume - one.volume)
    .slice(0, MAX_BINS_EACH)
    .map(({bin}) => bin);
  const unusual = series
    .filter(({item: {dimension, and}}) => !COMMON.has(dimension) && !COMMON.has(and?.dimension))
    .map(each => scan(each, {direction: 'up', scale: 1}))
    .filter(({score, count}) => score >= MIN_SCORE && count >= MIN_ROWS)
    .toSorted((one, other) => other.score - one.score)
    .flatMap(({series: {counts}, first, last}) =>
      Array.from({length: last - first + 1}, (_, at) => first + at)
        .toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
        .slice(0, MAX_BINS_EACH),
    );
  return [...new Set([...full, ...unusual])]
    .filter(bin => (now[bin]?.volume ?? 0) > (now[bin]?.read ?? 0))
    .slice(0, MAX_BINS);
};
