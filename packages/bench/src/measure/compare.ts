import {type Line, verdict} from '../row.ts';

/** Uses the nearest-rank method. `share` is from 0 to 1. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const timed = async (run: () => unknown): Promise<number> => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};

type Sample = () => Promise<number>;

export interface Samples {
  readonly subject: readonly number[];
  readonly baseline: readonly number[];
}

/** Measures alternately, so that other load affects both. Drops the first round, in which caches are not yet filled. */
export const interleave = async (rounds: number, subject: Sample, baseline: Sample): Promise<Samples> => {
  const samples = {subject: [] as number[], baseline: [] as number[]};
  for (let round = 0; round <= rounds; round++) {
    const early = round % 2 === 0 ? await subject() : undefined;
    const other = await baseline();
    const own = early ?? (await subject());
    if (round === 0) continue;
    samples.subject.push(own);
    samples.baseline.push(other);
  }
  return samples;
};

interface Ratio {
  readonly what: string;
  /** `maxMs` limits the subject's median. `atMost` and `atLeast` limit that median divided by the baseline's median. */
  readonly budget: {readonly maxMs: number} | {readonly atMost: number} | {readonly atLeast: number};
  readonly against: string;
  text(value: number): string;
}

const check = (budget: Ratio['budget'], ms: number, ratio: number): readonly [limit: string, isMet: boolean] => {
  if ('maxMs' in budget) return [`≤ ${budget.maxMs} ms`, ms <= budget.maxMs];
  if ('atMost' in budget) return [`≤ ${budget.atMost} ×`, ratio <= budget.atMost];
  return [`≥ ${budget.atLeast} ×`, ratio >= budget.atLeast];
};

export const ratioLine = ({subject, baseline}: Samples, {what, budget, against, text}: Ratio): Line => {
  const [own, other] = [median(subject), median(baseline)];
  const ratio = own / other;
  const [limit, isMet] = check(budget, own, ratio);
  return {
    what,
    budget: limit,
    measured: text(own),
    against: `${against}: ${text(other)}`,
    ratio,
    runs: `${subject.length} + ${baseline.length}`,
    verdict: verdict(isMet),
  };
};

interface Comparison extends Ratio {
  readonly subject: Sample;
  readonly baseline: Sample;
}

export const compare = async (rounds: number, {subject, baseline, ...ratio}: Comparison): Promise<Line> =>
  ratioLine(await interleave(rounds, subject, baseline), ratio);

export const wholeMs = (ms: number): string => `${ms.toFixed(0)} ms`;
