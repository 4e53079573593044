interface Estimate {
  readonly count: number;
  /** Half the width of the 95 % confidence interval; 0 if all pages were read. */
  readonly plusMinus: number;
}

/**
 * Estimates how many entries of a list have some property, from a sample of its pages. `counts` are the numbers of such
 * entries on the sampled pages; pages without such entries may be omitted. Entries of the same page are similar, so the
 * interval is computed from the differences between pages, not from the number of rows. If only one or two sampled
 * pages have such entries, the estimate is rough. If none has, `plusMinus` is an upper bound.
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
  // Minimum half-width of the interval. The last page may have fewer entries than the others, so the estimate is
  // uncertain even if the counts of all sampled pages are equal.
  const least = pages / sampled;
  // If none of n sampled pages has such an entry, up to 3/n of all pages may have one, with 95 % confidence ("rule of
  // three").
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
