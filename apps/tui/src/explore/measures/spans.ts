import type {TimeSlice} from '@edge-console/client/histogram';
import type {TimeRange} from '../../logs/filter.ts';

export const DAY = 86_400;

/** Default end: `now` (in milliseconds). Default start: one day before the end. */
export const wholeOf = (range: TimeRange, now: number): TimeSlice => spanOf(range, now, DAY - 1);

export const addedWords = ({from, to}: TimeRange): string | undefined => {
  if (from !== undefined) return undefined;
  return to === undefined ? 'last 24h' : 'the 24h to its end';
};

export const clippedTo =
  (whole: TimeSlice) =>
  ({from, to}: TimeSlice): TimeSlice => ({from: Math.max(from, whole.from), to: Math.min(to, whole.to)});

/** Whether the count of a slice may still grow, because the slice ends at `now` (in milliseconds) or later. */
export const isOpen = ({to}: TimeSlice, now: number): boolean => to >= Math.floor(now / 1000);

export const TIME_BASELINES = ['before', 'yesterday', 'week'] as const;
export type TimeBaseline = (typeof TIME_BASELINES)[number];

export const baselineOf = ({from, to}: TimeSlice, baseline: TimeBaseline): TimeSlice => {
  const back = {before: to - from + 1, yesterday: DAY, week: 7 * DAY}[baseline];
  return {from: from - back, to: to - back};
};

export const QUARTER_HOUR = 900;

/** Default end: `now` (in milliseconds). Default start: 15 minutes before the end. */
export const spanOf = ({from, to}: TimeRange, now: number, seconds = QUARTER_HOUR): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - seconds, to: end};
};
