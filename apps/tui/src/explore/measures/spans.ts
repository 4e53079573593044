import type {TimeSlice} from '@edge-console/client/histogram';
import type {TimeRange} from '../../logs/filter.ts';

const DAY = 86_400;

/** The span of a range; one without a beginning is a day long, one without an end ends now. */
export const wholeOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - DAY + 1, to: end};
};

export const clippedTo =
  (whole: TimeSlice) =>
  ({from, to}: TimeSlice): TimeSlice => ({from: Math.max(from, whole.from), to: Math.min(to, whole.to)});

/** Whether a slice has not ended. */
export const isOpen = ({to}: TimeSlice, now: number): boolean => to >= Math.floor(now / 1000);

export const isWithin =
  ({from, to}: TimeSlice) =>
  (time: number): boolean =>
    time >= from && time <= to;

/** What a span is compared with. */
export const BASELINES = ['before', 'yesterday', 'week'] as const;
export type Baseline = (typeof BASELINES)[number];

/** The span that a baseline means: just before, or at the same time a day or a week earlier. */
export const baselineOf = ({from, to}: TimeSlice, baseline: Baseline): TimeSlice => {
  const back = {before: to - from + 1, yesterday: 86_400, week: 7 * 86_400}[baseline];
  return {from: from - back, to: to - back};
};

const QUARTER_HOUR = 900;

/** The span of a filter; without both ends, the last 15 minutes before its end. */
export const spanOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - QUARTER_HOUR, to: end};
};
