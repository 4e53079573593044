interface Estimate {
  readonly count: number;
  /** Half of the 95 % interval; 0 if all pages were read. */
  readonly plusMinus: number;
}

/**
 * Estimates how many entries of the list have something, from the number of them on each sampled page (pages without any
 * may be left out). Entries of a page are alike, so the interval follows from how pages differ, not from the number of
 * rows. For something on one or two pages only, the estimate is rough; on no page, `plusMinus` is an upper bound.
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
  // Pages that are all alike leave no error to see, but the last one may be short.
  const least = pages / sampled;
  // What is on no page may be on three of a hundred others ("rule of three").
  const unseen = sum === 0 ? 3 * least : 0;
  return {
    count: Math.round(mean * pages),
    plusMinus: Math.ceil(Math.max(least, unseen, quantile(sampled) * error)),
  };
};

/** 97.5 % quantile of Student's t, within 1 % from 4 degrees of freedom on (Cornish and Fisher, 1937). */
const quantile = (sampled: number): number => {
  const z = 1.959964;
  const freedom = Math.max(1, sampled - 1);
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
};
