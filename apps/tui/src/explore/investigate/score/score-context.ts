import type {Observations} from '../read/observe.ts';
import type {Items, Series} from './items.ts';
import type {Deviation} from './scan.ts';

export interface Context {
  readonly items: Items;
  readonly observations: Observations;
  /** Ratio of the number of entries in the range to the number expected from the baseline days. */
  readonly scale: number;
}

/** All entries together are not scaled, so that a rise of all entries stays visible. */
export const scaleOf = ({item}: Series, scale: number): number => (item.dimension === 'total' ? 1 : scale);

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
): number => {
  let entries = 0;
  for (let bin = first; bin <= last; bin++) entries += (counts[bin] ?? 0) * (items.weights[bin] ?? 1);
  return entries;
};
