import {BINS, median, type Observations} from '../read/observe.ts';
import type {Items} from './items.ts';
import {scan} from './scan.ts';

const MAX_BINS = 5;
/** Rows, and log-likelihood ratio, of what may be remarkable if more of it is read. */
const MIN_ROWS = 4;
const MIN_SCORE = 9;
/** A bin with this many times the usual entries has something to read. */
const MIN_VOLUME = 2;

/** Returns the bins of a sample of which more should be read: those with most entries, and those with unusual rows. */
export const suspectBins = ({now, before}: Observations, {series}: Items): readonly number[] => {
  const usual = Math.max(1, median(before.map(({volume}) => volume)));
  const full = now
    .filter(({volume, read}) => volume > MIN_VOLUME * usual && volume > read)
    .toSorted((one, other) => other.volume - one.volume)
    .slice(0, MAX_BINS / 2);
  const unusual = series
    .map(each => scan(each, {direction: 'up', scale: 1, rates: each.events ?? each}))
    .filter(({score, count, first, last}) => score >= MIN_SCORE && count >= MIN_ROWS && last - first < BINS / 4)
    .toSorted((one, other) => other.score - one.score)
    .flatMap(({first, last}) => Array.from({length: last - first + 1}, (_, at) => first + at));
  return [...new Set([...full.map(({bin}) => bin), ...unusual])]
    .filter(bin => (now[bin]?.volume ?? 0) > (now[bin]?.read ?? 0))
    .slice(0, MAX_BINS);
};
