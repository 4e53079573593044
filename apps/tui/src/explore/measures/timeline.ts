import type {Client} from '@edge-console/client';
import {sliceCounts, slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import {hasConditions, type LogFilter} from '../../logs/filter.ts';
import {type Coverage, readSample, SAMPLE_ROWS, WHOLE_ROWS} from '../sample/sample.ts';
import {createKeyTally, estimateOf} from '../sample/tally.ts';
import {ALL_LEVELS, countLevels} from './counts.ts';
import {clippedTo, isOpen, isWithin, wholeOf} from './spans.ts';

export interface TimelineRow extends TimeSlice {
  readonly count: number;
  /** Half the width of the 95 % confidence interval of `count`. 0 if `count` is exact. */
  readonly plusMinus: number;
  /** Number of entries at level ERROR or worse. `severe` counts those at CRIT or worse. */
  readonly errors: number;
  readonly severe: number;
  /** True for estimates, for lower bounds, and if the gateway's counts contradict each other. */
  readonly estimated: boolean;
  readonly open: boolean;
}

export interface Timeline {
  readonly rows: readonly TimelineRow[];
  readonly coverage: Coverage;
}

interface TimelineRequest {
  readonly now: number;
  readonly maxSlices: number;
  readonly signal: AbortSignal;
}

const [SEVERE, ERROR] = [3, 4];

/** If the gateway cannot count the entries, the counts are estimated from a sample. */
export const readTimeline = async (
  client: Client,
  filter: LogFilter,
  {now, maxSlices, signal}: TimelineRequest,
): Promise<Timeline> => {
  const whole = wholeOf(filter.range, now);
  const slices = slicesOf(whole, maxSlices).map(clippedTo(whole));
  const stages = [{level: ERROR}, {level: SEVERE}];
  const counted = hasConditions(filter)
    ? undefined
    : await countLevels(client, filter, {whole, slices, stages, now, signal});
  if (counted === undefined) return estimated(client, {...filter, range: whole}, {slices, now, signal});
  const {parts, isStable} = counted;
  const [all = [], errors = [], severe = []] = [ALL_LEVELS, ERROR, SEVERE].map(level =>
    sliceCounts(parts.get(level) ?? [], slices.length),
  );
  const total = all.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const rows = slices.map((slice, at) => ({
    ...slice,
    ...{count: all[at] ?? 0, plusMinus: 0, estimated: !isStable},
    ...{errors: errors[at] ?? 0, severe: severe[at] ?? 0},
    open: isOpen(slice, now),
  }));
  const coverage: Coverage = isStable ? {kind: 'all', rows: total, complete: true} : {kind: 'counts', rows: total};
  return {rows: rows.toReversed(), coverage};
};

const estimated = async (
  client: Client,
  filter: LogFilter,
  {slices, now, signal}: Pick<TimelineRequest, 'now' | 'signal'> & {readonly slices: readonly TimeSlice[]},
): Promise<Timeline> => {
  const [all, errors, severe] = [createKeyTally<number>(), createKeyTally<number>(), createKeyTally<number>()];
  const coverage = await readSample(client, filter, {
    ...{rows: SAMPLE_ROWS, wholeUpTo: WHOLE_ROWS, signal},
    add: ({entry: {log_time, level = ALL_LEVELS}, page}) => {
      const at = slices.findIndex(slice => isWithin(slice)(log_time));
      if (at < 0) return;
      all.add(at, page);
      if (level <= ERROR) errors.add(at, page);
      if (level <= SEVERE) severe.add(at, page);
    },
  });
  const isEstimate = coverage.kind !== 'all' || !coverage.complete;
  const [counts, errorCounts, severeCounts] = [all, errors, severe].map(tally => tally.tallies(coverage));
  const rows = slices.map((slice, at) => {
    const {count, plusMinus} = counts?.get(at) ?? estimateOf([], coverage);
    const levels = {errors: errorCounts?.get(at)?.count ?? 0, severe: severeCounts?.get(at)?.count ?? 0};
    return {...slice, count, plusMinus, ...levels, estimated: isEstimate, open: isOpen(slice, now)};
  });
  return {rows: rows.toReversed(), coverage};
};

/** The scale is logarithmic, so that a few entries are visible next to thousands. */
export const logShare = (count: number, highest: number): number =>
  count <= 0 || highest <= 0 ? 0 : Math.log1p(count) / Math.log1p(Math.max(count, highest));
