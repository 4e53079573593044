import type {TimeSlice} from '@edge-console/client/histogram';
import type {TimeRange} from '../../logs/filter.ts';

const DAY = 86_400;

/**
 * Returns a time range with both ends. If `range` has no end, the end is `now` (in milliseconds); if it has no start,
 * the start is one day before the end.
 */
export const wholeOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - DAY + 1, to: end};
};

/** Describes the start that {@link wholeOf} adds, such as `last 24h`. Undefined if the time range has a start. */
export const addedWords = ({from, to}: TimeRange): string | undefined => {
  if (from !== undefined) return undefined;
  return to === undefined ? 'last 24h' : 'the 24h to its end';
};

export const clippedTo =
  (whole: TimeSlice) =>
  ({from, to}: TimeSlice): TimeSlice => ({from: Math.max(from, whole.from), to: Math.min(to, whole.to)});

/** Whether a time slice ends now or later, so that its number of entries may still grow. `now` is in milliseconds. */
export const isOpen = ({to}: TimeSlice, now: number): boolean => to >= Math.floor(now / 1000);

export const isWithin =
  ({from, to}: TimeSlice) =>
  (time: number): boolean =>
    time >= from && time <= to;

export const TIME_BASELINES = ['before', 'yesterday', 'week'] as const;
export type TimeBaseline = (typeof TIME_BASELINES)[number];

/** Returns the earlier time range with which `baseline` compares a time range. Both have the same length. */
export const baselineOf = ({from, to}: TimeSlice, baseline: TimeBaseline): TimeSlice => {
  const back = {before: to - from + 1, yesterday: DAY, week: 7 * DAY}[baseline];
  return {from: from - back, to: to - back};
};

export const QUARTER_HOUR = 900;

/**
 * Returns a time range with both ends. If `range` has no end, the end is `now` (in milliseconds); if it has no start,
 * the start is 15 minutes before the end.
 */
export const spanOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - QUARTER_HOUR, to: end};
};
