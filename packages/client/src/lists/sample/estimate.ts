export interface Estimate {
  readonly count: number;
  /** Half the width of the 95 % confidence interval; 0 if all pages were read. */
  readonly plusMinus: number;
}

/**
 * Estimates how many rows of a list have some property. `counts` has the number of such rows on each sampled page; a 0
 * may be omitted. The interval is computed from the differences between pages, because rows of a page are similar.
 */
export const estimateTotal = (
  counts: readonly number[],
  {sampled, pages}: {readonly sampled: number; readonly pages: number},
): Estimate => {
  const sum = counts.reduce((total, value) => total + value, 0);
  if (sampled >= pages || sampled === 0) return {count: sum, plusMinus: 0};
  const mean = sum / sampled;
  const squares = counts.reduce((total, value) => total + value * value, 0);
  const variance = sampled > 1 ? Math.max(0, (squares - sampled * mean * mean) / (sampled - 1)) : mean * mean;
  const error = pages * Math.sqrt((variance / sampled) * (1 - sampled / pages));
  // One more row on a sampled page raises the estimate by `least`. The estimate is uncertain by at least this much even
  // if all counts are equal, because the last page may be shorter than the others.
  const least = pages / sampled;
  // If none of n sampled pages has a row with the property, up to 3/n of all pages may have such a row, with 95 %
  // confidence (rule of three).
  const unseen = sum === 0 ? 3 * least : 0;
  return {
    count: Math.round(mean * pages),
    plusMinus: Math.ceil(Math.max(least, unseen, quantile(sampled) * error)),
  };
};

/** 97.5 % quantile of Student's t (Cornish and Fisher, 1937), with an error below 1 % from 4 degrees of freedom on. */
const quantile = (sampled: number): number => {
  const z = 1.959964;
  const freedom = Math.max(1, sampled - 1);
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
};
