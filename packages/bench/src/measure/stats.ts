/** Percentile by nearest rank; `share` is 0 to 1. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Measures one number. */
type Sample = () => Promise<number>;

/** Measures two subjects in turns (A B A B), so that other load affects both. The first round warms caches and is dropped. */
export const interleave = async (
  rounds: number,
  subject: Sample,
  baseline: Sample,
): Promise<{subject: number[]; baseline: number[]}> => {
  const samples = {subject: [] as number[], baseline: [] as number[]};
  for (let round = 0; round <= rounds; round++) {
    const pair = [await subject(), await baseline()] as const;
    if (round === 0) continue;
    samples.subject.push(pair[0]);
    samples.baseline.push(pair[1]);
  }
  return samples;
};
