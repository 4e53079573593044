import type {Client} from '@edge-console/client';
import {sliceCounts, slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import type {LogFilter} from '../../logs/filter.ts';
import {type Coverage, type LogSample, readSample, SAMPLE_ROWS} from '../sample/sample.ts';
import {estimateOf, tallyBy} from '../sample/tally.ts';
import {ALL_LEVELS, countLevels} from './counts.ts';
import {clippedTo, isOpen, isWithin, wholeOf} from './spans.ts';

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

const [SEVERE, ERROR] = [3, 4];

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
  const stages = [{level: ERROR}, {level: SEVERE}];
  const counted = await countLevels(client, filter, {whole, slices, stages, now, signal});
  if (counted === undefined) {
    const inWhole = {...filter, range: whole};
    return fromSample(await readSample(client, inWhole, {rows: SAMPLE_ROWS, signal}), slices, now);
  }
  const {parts, isStable} = counted;
  const [all = [], errors = [], severe = []] = [ALL_LEVELS, ERROR, SEVERE].map(level =>
    sliceCounts(parts.get(level) ?? [], slices.length),
  );
  const total = all.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const rows = slices.map((slice, at) => ({
    ...slice,
    ...{count: all[at] ?? 0, plusMinus: 0, estimated: false},
    ...{errors: errors[at] ?? 0, severe: severe[at] ?? 0},
    open: isOpen(slice, now),
  }));
  if (isStable) return {rows: rows.toReversed(), coverage: {kind: 'all', rows: total, complete: true}};
  const uncertain = rows.map(row => ({...row, estimated: true}));
  return {rows: uncertain.toReversed(), coverage: {kind: 'counts', rows: total}};
};

const fromSample = (sample: LogSample, slices: readonly TimeSlice[], now: number): Timeline => {
  const tally = (level: number) =>
    tallyBy(sample, ({entry}) => {
      if ((entry.level ?? ALL_LEVELS) > level) return [];
      const at = slices.findIndex(slice => isWithin(slice)(entry.log_time));
      return at < 0 ? [] : [at];
    });
  const [all, errors, severe] = [tally(ALL_LEVELS), tally(ERROR), tally(SEVERE)];
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
