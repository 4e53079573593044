import type {TimeSlice} from '@edge-console/client/histogram';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../../core/failure.ts';
import type {OldestTime} from '../../../explore/measures/oldest-entry.ts';
import type {LogFilter, TimeRange} from '../../../logs/filter.ts';
import type {TimeBound} from '../model/find-entries.ts';
import {filterSince, type HistogramCell, histogramPlan, type SpanChange, unknownCells} from './cells.ts';
import type {KnownCounts} from './counts/known-counts.ts';
import type {HistogramCounts} from './counts/read-counts.ts';

export type Scale = 'linear' | 'log';

interface DrawnValue {
  /** A condition such as `server:api.example.com`. */
  readonly text: string;
  readonly isMatch: (entry: ErrorLogEntry) => boolean;
}

export interface Histogram {
  readonly shown: boolean;
  readonly scale: Scale;
  readonly counts: HistogramCounts | undefined;
  /** `at` is the start of the count in epoch milliseconds, and `columns` the width of the pane. */
  readonly lastCount: {readonly key: string; readonly at: number; readonly columns: number} | undefined;
  readonly counting: boolean;
  readonly countingNewest: boolean;
  readonly failure: Failure | undefined;
  /** Cached counts of past time ranges. `knownOf` is the filter of these counts, as JSON without the time range. */
  readonly known: KnownCounts;
  readonly knownOf: string;
  /** Time of the oldest entry with a correct clock. If the filter has no start time, the first cell begins here. */
  readonly since: number | undefined;
  /** Number of entries before `since`. They were logged with a wrong clock, so no cell counts them. */
  readonly older: number;
  readonly drawn: DrawnValue | undefined;
  /** The selected time range. It begins and ends with a cell. */
  readonly span: TimeSlice | undefined;
  /** The filter's time ranges before each zoom in. Zooming out restores the last one. */
  readonly outer: readonly TimeRange[];
}

export type HistogramAction =
  | {readonly kind: 'histogram.toggle' | 'histogram.scale' | 'histogram.pattern'}
  | {readonly kind: 'histogram.clear' | 'histogram.spike'}
  | {readonly kind: 'histogram.span'; readonly change: SpanChange}
  | {readonly kind: 'histogram.select'; readonly span: TimeSlice}
  /** Sent when the selected time range has not changed for `REST_MS`. Its cells are then counted more exactly. */
  | {readonly kind: 'histogram.rested'}
  | {readonly kind: 'histogram.progress' | 'histogram.counted' | 'histogram.refined'; readonly counts: HistogramCounts}
  | ({readonly kind: 'histogram.since'} & OldestTime)
  | {readonly kind: 'histogram.newest'; readonly cell: HistogramCell}
  | {readonly kind: 'histogram.failed'; readonly failure: Failure};

const notCounted = {
  ...{counts: undefined, lastCount: undefined, counting: false, countingNewest: false},
  ...{failure: undefined, span: undefined, since: undefined, older: 0, drawn: undefined},
};

export const initialHistogram: Histogram = {
  ...notCounted,
  ...{shown: true, scale: 'linear', known: new Map(), knownOf: '', outer: []},
};

export const emptied = (histogram: Histogram): Histogram => ({...histogram, ...notCounted});

export type WithHistogram = {readonly data: {readonly histogram: Histogram; readonly filter: LogFilter}};

export const histogramCells = (
  {data: {histogram, filter}}: WithHistogram,
  {now, columns}: {readonly now: number; readonly columns: number},
): readonly HistogramCell[] => {
  const counted = histogram.counts?.cells ?? [];
  if (counted.length > 0) return counted;
  return unknownCells(histogramPlan(filterSince(filter, histogram.since), {columns}, now));
};

/** Returns the earliest end of a cell at which `count` entries or more existed. Undefined if the counts are inexact. */
export const boundAbove = (
  counts: HistogramCounts | undefined,
  {total, count}: {readonly total: number; readonly count: number},
): TimeBound | undefined => {
  let bound: TimeBound | undefined;
  let older = total;
  for (const cell of counts?.badge === 'exact' ? counts.cells.toReversed() : []) {
    if (older < count) break;
    bound = {time: cell.to, count: older};
    if (cell.count === undefined) break;
    older -= cell.count;
  }
  return bound;
};
