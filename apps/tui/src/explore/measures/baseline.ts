import type {TimeRange} from '../../logs/filter.ts';

/** What a span is compared with. */
export const BASELINES = ['before', 'yesterday', 'week'] as const;
export type Baseline = (typeof BASELINES)[number];

export interface Span {
  /** Unix seconds, inclusive. */
  readonly from: number;
  readonly to: number;
}

/** The span that a baseline means: just before, or at the same time a day or a week earlier. */
export const baselineOf = ({from, to}: Span, baseline: Baseline): Span => {
  const back = {before: to - from + 1, yesterday: 86_400, week: 7 * 86_400}[baseline];
  return {from: from - back, to: to - back};
};

const QUARTER_HOUR = 900;

/** The span of a filter; without both ends, the last 15 minutes before its end. */
export const spanOf = ({from, to}: TimeRange, now: number): Span => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - QUARTER_HOUR, to: end};
};
