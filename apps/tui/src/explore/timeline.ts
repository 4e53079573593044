import type {Client} from '@edge-console/client';
import {countSlices, slicesOf, type TimeSlice} from '@edge-console/client/strip';
import type {LogFilter, TimeRange} from '../logs/filter.ts';
import {queryOf} from '../logs/filter.ts';
import {type Coverage, type LogSample, readSample, SAMPLE_ROWS, tallyBy} from './sample.ts';

/** Entries of a slice of time. */
export interface TimelineRow extends TimeSlice {
  readonly count: number;
  /** Half of the 95 % interval; 0 where `count` is exact. */
  readonly plusMinus: number;
  /** At ERROR or worse. */
  readonly errors: number;
  /** At CRIT or worse. */
  readonly severe: number;
  /** The slice has not ended. */
  readonly open: boolean;
}

export interface Timeline {
  /** The latest slice first. */
  readonly rows: readonly TimelineRow[];
  readonly coverage: Coverage;
}

export interface TimelineRequest {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Slices at most. */
  readonly most: number;
  readonly signal: AbortSignal;
}

const DAY = 86_400;
const [SEVERE, ERROR] = [3, 4];
/** A short list is read: that needs fewer requests than counts. */
const FEW_ENTRIES = 2000;
const FAR_SECONDS = 100 * 365 * DAY;

/** The span of a range; one without a beginning is a day long, one without an end ends now. */
const wholeOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - DAY + 1, to: end};
};

/**
 * Counts entries over time: exactly, by halving the span; by reading them if they are few; and from a sample, as estimates,
 * where the gateway ignores times or sends no counts.
 */
export const readTimeline = async (
  client: Client,
  filter: LogFilter,
  {now, most, signal}: TimelineRequest,
): Promise<Timeline> => {
  const whole = wholeOf(filter.range, now);
  const slices = slicesOf(whole, most).map(clippedTo(whole));
  const inWhole = {...filter, range: whole};
  const counter = (level: number | undefined) => (slice: TimeSlice) =>
    client.errorLogs.count(queryOf({...filter, ...(level !== undefined && {level}), range: slice}), {signal});
  const [total, beyond] = [
    await counter(filter.level)(whole),
    await counter(filter.level)({from: whole.to + FAR_SECONDS, to: whole.to + FAR_SECONDS + 1}),
  ];
  // A gateway that ignores times has entries in the far future too.
  if (total === undefined || beyond !== 0 || total <= FEW_ENTRIES) {
    return fromSample(await readSample(client, inWhole, {rows: SAMPLE_ROWS, signal}), slices, now);
  }
  const atLeast = (level: number) =>
    countSlices(counter(Math.min(level, filter.level ?? level)), slices).then(counts => counts ?? []);
  const counts = (await countSlices(counter(filter.level), slices)) ?? [];
  const errors = await atLeast(ERROR);
  const severe = await atLeast(SEVERE);
  const rows = slices.map((slice, at) => ({
    ...slice,
    ...{count: counts[at] ?? 0, plusMinus: 0, errors: errors[at] ?? 0, severe: severe[at] ?? 0},
    open: isOpen(slice, now),
  }));
  return {rows: rows.toReversed(), coverage: {kind: 'all', rows: total, complete: true}};
};

const clippedTo =
  (whole: TimeSlice) =>
  ({from, to}: TimeSlice): TimeSlice => ({from: Math.max(from, whole.from), to: Math.min(to, whole.to)});

const isOpen = ({to}: TimeSlice, now: number): boolean => to >= Math.floor(now / 1000);

const fromSample = (sample: LogSample, slices: readonly TimeSlice[], now: number): Timeline => {
  const tally = (level: number) =>
    tallyBy(sample, ({entry}) => {
      if ((entry.level ?? Number.POSITIVE_INFINITY) > level) return [];
      const at = slices.findIndex(({from, to}) => entry.log_time >= from && entry.log_time <= to);
      return at < 0 ? [] : [at];
    });
  const [all, errors, severe] = [tally(Number.POSITIVE_INFINITY), tally(ERROR), tally(SEVERE)];
  const rows = slices.map((slice, at) => ({
    ...slice,
    ...{count: all.get(at)?.count ?? 0, plusMinus: all.get(at)?.plusMinus ?? 0},
    ...{errors: errors.get(at)?.count ?? 0, severe: severe.get(at)?.count ?? 0},
    open: isOpen(slice, now),
  }));
  return {rows: rows.toReversed(), coverage: sample.coverage};
};

/** Height of a bar, 0 to 1, on a scale of logarithms: a few entries show beside thousands. */
export const logShare = (count: number, most: number): number =>
  count <= 0 || most <= 0 ? 0 : Math.log1p(count) / Math.log1p(Math.max(count, most));
