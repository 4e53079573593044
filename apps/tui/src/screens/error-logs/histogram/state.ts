import type {TimeSlice} from '@edge-console/client/histogram';
import type {Failure} from '../../../core/failure.ts';
import type {LogFilter, TimeRange} from '../../../logs/filter.ts';
import {type HistogramCell, histogramPlan, type SpanChange, unknownCells} from './cells.ts';
import type {KnownCounts} from './known-counts.ts';
import type {HistogramCounts} from './read-counts.ts';

/** The severity histogram: entries over time, above the list. */
export interface Histogram {
  readonly shown: boolean;
  readonly counts: HistogramCounts | undefined;
  /** Key of the plan that was counted last, and when its count began, in milliseconds. */
  readonly asked: {readonly key: string; readonly at: number} | undefined;
  readonly counting: boolean;
  /** The cell that has not ended is being counted. */
  readonly countingNewest: boolean;
  readonly failure: Failure | undefined;
  /** Counts of cells for a filter without its range, which `knownOf` names. */
  readonly known: KnownCounts;
  readonly knownOf: string;
  /** The selected span of time, in whole cells. */
  readonly span: TimeSlice | undefined;
  /** The ranges before the last zooms. */
  readonly outer: readonly TimeRange[];
}

export type HistogramAction =
  | {readonly kind: 'histogram.toggle' | 'histogram.clear' | 'histogram.spike'}
  | {readonly kind: 'histogram.span'; readonly change: SpanChange}
  | {readonly kind: 'histogram.counted'; readonly counts: HistogramCounts}
  /** What is known while it is counted. */
  | {readonly kind: 'histogram.progress'; readonly counts: HistogramCounts}
  /** A span stays selected: what is uncertain of its levels is counted. */
  | {readonly kind: 'histogram.rested'}
  | {readonly kind: 'histogram.refined'; readonly counts: HistogramCounts}
  | {readonly kind: 'histogram.newest'; readonly cell: HistogramCell}
  | {readonly kind: 'histogram.failed'; readonly failure: Failure};

export const initialHistogram: Histogram = {
  shown: true,
  counts: undefined,
  asked: undefined,
  counting: false,
  countingNewest: false,
  failure: undefined,
  known: new Map(),
  knownOf: '',
  span: undefined,
  outer: [],
};

/** The counts of the list before do not hold for another filter or range. */
export const emptied = (histogram: Histogram): Histogram => ({
  ...histogram,
  ...{counts: undefined, asked: undefined, counting: false, countingNewest: false},
  ...{failure: undefined, span: undefined},
});

/** A state that has a histogram. */
export interface WithHistogram {
  readonly data: {readonly histogram: Histogram; readonly filter: LogFilter};
}

/** Cells drawn now: as counted, or without counts for another filter. */
export const histogramCells = (
  {data: {histogram, filter}}: WithHistogram,
  {now, columns}: {readonly now: number; readonly columns: number},
): readonly HistogramCell[] => {
  const counted = histogram.counts?.cells ?? [];
  return counted.length > 0 ? counted : unknownCells(histogramPlan(filter, {columns}, now), now);
};

/** The end of the oldest cell with at least `count` entries up to it, of `total`. Undefined if cells are not counted. */
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
