import type {Client} from '@edge-console/client';
import {countSlices, slicesOf, type TimeSlice} from '@edge-console/client/strip';
import type {LogFilter, TimeRange} from '../logs/filter.ts';
import {queryOf} from '../logs/filter.ts';
import {type Coverage, estimateOf, type LogSample, readSample, SAMPLE_ROWS, tallyBy} from './sample.ts';

/** Entries of a slice of time. */
export interface TimelineRow extends TimeSlice {
  readonly count: number;
  /** Half of the 95 % interval; 0 where `count` is exact. */
  readonly plusMinus: number;
  /** At ERROR or worse. */
  readonly errors: number;
  /** At CRIT or worse. */
  readonly severe: number;
  /** Whether the counts are estimates, or the least. */
  readonly estimated: boolean;
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
  const readEntries = async () =>
    fromSample(await readSample(client, inWhole, {rows: SAMPLE_ROWS, signal}), slices, now);
  const total = await counter(filter.level)(whole);
  if (total === undefined || total <= FEW_ENTRIES) return readEntries();
  // A gateway that ignores times or levels counts entries here too.
  const future = await counter(filter.level)({from: whole.to + FAR_SECONDS, to: whole.to + FAR_SECONDS + 1});
  const past = await counter(filter.level)({from: 0, to: 1});
  const lowest = await counter(0)(whole);
  if (future !== 0 || past !== 0 || lowest === undefined || lowest >= total) return readEntries();
  const atLeast = (level: number) => countSlices(counter(Math.min(level, filter.level ?? level)), slices);
  const counts = await countSlices(counter(filter.level), slices);
  const errors = await atLeast(ERROR);
  const severe = await atLeast(SEVERE);
  if (counts === undefined || errors === undefined || severe === undefined) return readEntries();
  const rows = slices.map((slice, at) => ({
    ...slice,
    ...{count: counts[at] ?? 0, plusMinus: 0, errors: errors[at] ?? 0, severe: severe[at] ?? 0, estimated: false},
    open: isOpen(slice, now),
  }));
  const closed = rows.filter(({open}) => !open);
  const again = await counter(filter.level)({from: whole.from, to: closed.at(-1)?.to ?? whole.from});
  const isStable =
    (closed.length === 0 || again === closed.reduce((sum, {count}) => sum + count, 0)) &&
    closed.every(row => row.severe <= row.errors && row.errors <= row.count);
  if (isStable) return {rows: rows.toReversed(), coverage: {kind: 'all', rows: total, complete: true}};
  const uncertain = rows.map(row => ({...row, estimated: true}));
  return {rows: uncertain.toReversed(), coverage: {kind: 'counts', rows: total}};
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
    ...countOf(all.get(at) ?? estimateOf([], sample.coverage)),
    ...{errors: errors.get(at)?.count ?? 0, severe: severe.get(at)?.count ?? 0},
    estimated: sample.coverage.kind !== 'all' || !sample.coverage.complete,
    open: isOpen(slice, now),
  }));
  return {rows: rows.toReversed(), coverage: sample.coverage};
};

const countOf = ({count, plusMinus}: Pick<TimelineRow, 'count' | 'plusMinus'>) => ({count, plusMinus});

/** Height of a bar, 0 to 1, on a scale of logarithms: a few entries show beside thousands. */
export const logShare = (count: number, most: number): number =>
  count <= 0 || most <= 0 ? 0 : Math.log1p(count) / Math.log1p(Math.max(count, most));
