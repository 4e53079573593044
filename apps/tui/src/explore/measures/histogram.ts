import type {Client} from '@edge-console/client';
import {sliceCounts, slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import {sum} from '../../format/number.ts';
import {hasConditions, type LogFilter} from '../../logs/filter.ts';
import {type Coverage, isExact, readSample, SAMPLE_ROWS, WHOLE_ROWS} from '../sample/sample.ts';
import {createKeyTally, estimateOf} from '../sample/tally.ts';
import {ALL_LEVELS, countLevels} from './counts.ts';
import {clippedTo, isOpen, wholeOf} from './spans.ts';
import {type Cell, sliceFinder} from './value-table.ts';

export interface HistogramRow extends TimeSlice {
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

export interface Histogram {
  readonly rows: readonly HistogramRow[];
  readonly coverage: Coverage;
}

interface HistogramRequest {
  readonly now: number;
  readonly maxSlices: number;
  readonly signal: AbortSignal;
}

const [SEVERE, ERROR] = [3, 4];
const LEVELS = [ALL_LEVELS, ERROR, SEVERE];

/** If the gateway cannot count the entries, the counts are estimated from a sample. */
export const readHistogram = async (
  client: Client,
  filter: LogFilter,
  {now, maxSlices, signal}: HistogramRequest,
): Promise<Histogram> => {
  const whole = wholeOf(filter.range, now);
  const slices = slicesOf(whole, maxSlices).map(clippedTo(whole));
  const stages = [{level: ERROR}, {level: SEVERE}];
  const counted = hasConditions(filter)
    ? undefined
    : await countLevels(client, filter, {whole, slices, stages, now, signal});
  if (counted === undefined) return estimated(client, {...filter, range: whole}, {slices, now, signal});
  const {parts, isStable} = counted;
  const counts = LEVELS.map(level => sliceCounts(parts.get(level) ?? [], slices.length).map((each = 0) => each));
  const rows = sum(counts[0] ?? []);
  const coverage: Coverage = isStable ? {kind: 'all', rows, complete: true} : {kind: 'counts', rows};
  return histogramOf(slices, {coverage, now}, at => counts.map(each => ({count: each[at] ?? 0, plusMinus: 0})));
};

const histogramOf = (
  slices: readonly TimeSlice[],
  {coverage, now}: {readonly coverage: Coverage; readonly now: number},
  countsAt: (at: number) => readonly Cell[],
): Histogram => {
  const rows = slices.map((slice, at) => {
    const [{count, plusMinus} = {count: 0, plusMinus: 0}, errors, severe] = countsAt(at);
    const levels = {errors: errors?.count ?? 0, severe: severe?.count ?? 0};
    return {...slice, count, plusMinus, ...levels, estimated: !isExact(coverage), open: isOpen(slice, now)};
  });
  return {rows: rows.toReversed(), coverage};
};

const estimated = async (
  client: Client,
  filter: LogFilter,
  {slices, now, signal}: Pick<HistogramRequest, 'now' | 'signal'> & {readonly slices: readonly TimeSlice[]},
): Promise<Histogram> => {
  const tallies = LEVELS.map(least => ({least, tally: createKeyTally<number>()}));
  const sliceOf = sliceFinder(slices);
  const coverage = await readSample(client, filter, {
    ...{rows: SAMPLE_ROWS, wholeUpTo: WHOLE_ROWS, signal},
    add: ({entry: {log_time, level = ALL_LEVELS}, page}) => {
      const at = sliceOf(log_time);
      for (const {least, tally} of tallies) if (at >= 0 && level <= least) tally.add(at, page);
    },
  });
  const counts = tallies.map(({tally}) => tally.tallies(coverage));
  return histogramOf(slices, {coverage, now}, at => counts.map(each => each.get(at) ?? estimateOf([], coverage)));
};

/** The scale is logarithmic, so that a few entries are visible next to thousands. */
export const logShare = (count: number, highest: number): number =>
  count <= 0 || highest <= 0 ? 0 : Math.log1p(count) / Math.log1p(Math.max(count, highest));
