import type {Observations} from '../read/observe.ts';
import type {Items, Series} from './items.ts';
import type {Deviation} from './scan.ts';

/** Data from which deviations are scored. */
export interface Context {
  readonly items: Items;
  readonly observations: Observations;
  /** Number of entries in the range, divided by the number expected from the baseline days. */
  readonly scale: number;
}

/** Returns the factor for a value's expected rows. It is 1 for the total, so that a rise of all entries is visible. */
export const scaleOf = ({item}: Series, scale: number): number => (item.dimension === 'total' ? 1 : scale);

/** Returns the indices of the rows in the interval of a deviation. */
export const rowsIn = ({series, first, last}: Deviation, {items}: Context): readonly number[] =>
  series.rows.filter(at => {
    const bin = items.rows[at]?.bin ?? -1;
    return bin >= first && bin <= last;
  });

/** Estimates the number of entries from `counts`, the numbers of sampled rows per bin, for bins `first` to `last`. */
export const entriesIn = (
  counts: Float64Array,
  {first, last}: Pick<Deviation, 'first' | 'last'>,
  {items}: Context,
): number => {
  let entries = 0;
  for (let bin = first; bin <= last; bin++) entries += (counts[bin] ?? 0) * (items.weights[bin] ?? 1);
  return entries;
};
