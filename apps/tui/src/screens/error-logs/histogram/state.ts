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
  /** Key of the last counted plan, and the start of that count in milliseconds since the epoch. */
  readonly lastCount: {readonly key: string; readonly at: number} | undefined;
  readonly counting: boolean;
  /** The newest cell is being counted. */
  readonly countingNewest: boolean;
  readonly failure: Failure | undefined;
  /** Counts for the filter fields in `knownOf`; they hold for any time range. */
  readonly known: KnownCounts;
  readonly knownOf: string;
  /** The selected span of whole cells. */
  readonly span: TimeSlice | undefined;
  /** The time ranges to which zooming out returns, the last one first used. */
  readonly outer: readonly TimeRange[];
}

export type HistogramAction =
  | {readonly kind: 'histogram.toggle' | 'histogram.clear' | 'histogram.spike'}
  | {readonly kind: 'histogram.span'; readonly change: SpanChange}
  /** The span has not changed for a moment: its uncertain levels are counted. */
  | {readonly kind: 'histogram.rested'}
  /** `progress`: the counts so far; `refined`: of the span alone. */
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

/** A histogram without the counts and the span, which do not hold for another filter. */
export const emptied = (histogram: Histogram): Histogram => ({
  ...histogram,
  ...{counts: undefined, lastCount: undefined, counting: false, countingNewest: false},
  ...{failure: undefined, span: undefined},
});

export interface WithHistogram {
  readonly data: {readonly histogram: Histogram; readonly filter: LogFilter};
}

/** The cells to draw: the counted ones, or cells without counts until there are any. */
export const histogramCells = (
  {data: {histogram, filter}}: WithHistogram,
  {now, columns}: {readonly now: number; readonly columns: number},
): readonly HistogramCell[] => {
  const counted = histogram.counts?.cells ?? [];
  return counted.length > 0 ? counted : unknownCells(histogramPlan(filter, {columns}, now), now);
};

/** The end of the oldest cell up to which the list has `count` of its `total` entries. Undefined without exact counts. */
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
