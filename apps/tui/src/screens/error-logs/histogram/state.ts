import type {TimeSlice} from '@edge-console/client/histogram';
import type {Failure} from '../../../core/failure.ts';
import type {LogFilter, TimeRange} from '../../../logs/filter.ts';
import {type HistogramCell, histogramPlan, type SpanChange, unknownCells} from './cells.ts';
import type {KnownCounts} from './known-counts.ts';
import type {HistogramCounts} from './read-counts.ts';

export interface Histogram {
  readonly shown: boolean;
  readonly counts: HistogramCounts | undefined;
  /** `key` of the histogram plan that was counted last, and the start of that count in milliseconds since the epoch. */
  readonly lastCount: {readonly key: string; readonly at: number} | undefined;
  readonly counting: boolean;
  readonly countingNewest: boolean;
  readonly failure: Failure | undefined;
  /** Counts that can be used again. They are valid for the filter fields in `knownOf`, with any time range. */
  readonly known: KnownCounts;
  readonly knownOf: string;
  /** It consists of whole cells. */
  readonly span: TimeSlice | undefined;
  /** The time range before each zoom in. Zooming out restores the last one first. */
  readonly outer: readonly TimeRange[];
}

export type HistogramAction =
  | {readonly kind: 'histogram.toggle' | 'histogram.clear' | 'histogram.spike'}
  | {readonly kind: 'histogram.span'; readonly change: SpanChange}
  /** Sent when the selected time range has not changed for a moment. Its uncertain levels are then counted. */
  | {readonly kind: 'histogram.rested'}
  /** `progress`: the counts so far; `counted`: the final ones; `refined`: those of the selected time range only. */
  | {
      readonly kind: 'histogram.progress' | 'histogram.counted' | 'histogram.refined';
      readonly counts: HistogramCounts;
    }
  | {readonly kind: 'histogram.newest'; readonly cell: HistogramCell}
  | {readonly kind: 'histogram.failed'; readonly failure: Failure};

export const initialHistogram: Histogram = {
  shown: true,
  counts: undefined,
  lastCount: undefined,
  counting: false,
  countingNewest: false,
  failure: undefined,
  known: new Map(),
  knownOf: '',
  span: undefined,
  outer: [],
};

/** The counts and the selected time range are not valid for another filter. */
export const emptied = (histogram: Histogram): Histogram => ({
  ...histogram,
  ...{counts: undefined, lastCount: undefined, counting: false, countingNewest: false},
  ...{failure: undefined, span: undefined},
});

export interface WithHistogram {
  readonly data: {readonly histogram: Histogram; readonly filter: LogFilter};
}

export const histogramCells = (
  {data: {histogram, filter}}: WithHistogram,
  {now, columns}: {readonly now: number; readonly columns: number},
): readonly HistogramCell[] => {
  const counted = histogram.counts?.cells ?? [];
  return counted.length > 0 ? counted : unknownCells(histogramPlan(filter, {columns}, now), now);
};

/** The earliest end of a cell with at least `count` of the `total` entries up to it. Needs exact counts. */
export const boundAbove = (
  counts: HistogramCounts | undefined,
  {total, count}: {readonly total: number; readonly count: number},
): {readonly time: number; readonly count: number} | undefined => {
  let bound: {readonly time: number; readonly count: number} | undefined;
  let older = total;
  for (const cell of counts?.badge === 'exact' ? counts.cells.toReversed() : []) {
    if (older < count) break;
    bound = {time: cell.to, count: older};
    if (cell.count === undefined) break;
    older -= cell.count;
  }
  return bound;
};
