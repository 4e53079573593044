import type {TimeSlice} from '@edge-console/client/histogram';
import type {TimeRange} from '../../logs/filter.ts';

const DAY = 86_400;

/** The span of a range. Without a start it is a day long; without an end it ends now. */
export const wholeOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - DAY + 1, to: end};
};

export const clippedTo =
  (whole: TimeSlice) =>
  ({from, to}: TimeSlice): TimeSlice => ({from: Math.max(from, whole.from), to: Math.min(to, whole.to)});

/** Whether a slice has not ended, so that its count may grow. */
export const isOpen = ({to}: TimeSlice, now: number): boolean => to >= Math.floor(now / 1000);

export const isWithin =
  ({from, to}: TimeSlice) =>
  (time: number): boolean =>
    time >= from && time <= to;

/** Earlier spans that a span is compared with. */
export const BASELINES = ['before', 'yesterday', 'week'] as const;
export type Baseline = (typeof BASELINES)[number];

/** The span of a baseline: directly before, or at the same time a day or a week earlier. */
export const baselineOf = ({from, to}: TimeSlice, baseline: Baseline): TimeSlice => {
  const back = {before: to - from + 1, yesterday: DAY, week: 7 * DAY}[baseline];
  return {from: from - back, to: to - back};
};

const QUARTER_HOUR = 900;

/** The span of a filter. Without a start it is 15 minutes long; without an end it ends now. */
export const spanOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - QUARTER_HOUR, to: end};
};
