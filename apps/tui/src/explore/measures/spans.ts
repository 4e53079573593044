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
