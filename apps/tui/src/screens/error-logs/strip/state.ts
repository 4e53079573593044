import type {TimeSlice} from '@edge-console/client/strip';
import type {Failure} from '../../../core/failure.ts';
import type {TimeRange} from '../../../logs/filter.ts';
import type {SpanChange, StripCell} from './cells.ts';
import type {KnownCounts} from './known.ts';
import type {StripCounts} from './read.ts';

/** The severity strip: entries over time, above the list. */
export interface Strip {
  readonly shown: boolean;
  readonly counts: StripCounts | undefined;
  /** Key of the plan whose counts were asked for last, and when, in milliseconds. */
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

export type StripAction =
  | {readonly kind: 'strip-zoom-in' | 'strip-zoom-out'}
  | {readonly kind: 'strip-toggle' | 'strip-clear' | 'strip-spike'}
  | {readonly kind: 'strip-span'; readonly change: SpanChange}
  | {readonly kind: 'strip-counted'; readonly counts: StripCounts}
  /** What is known while it is counted. */
  | {readonly kind: 'strip-progress'; readonly counts: StripCounts}
  /** The cursor stays on a span: what is uncertain of its levels is counted. */
  | {readonly kind: 'strip-rested'}
  | {readonly kind: 'strip-refined'; readonly counts: StripCounts}
  | {readonly kind: 'strip-newest'; readonly cell: StripCell}
  | {readonly kind: 'strip-failed'; readonly failure: Failure};

export const initialStrip: Strip = {
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
export const emptied = (strip: Strip): Strip => ({
  ...strip,
  ...{counts: undefined, asked: undefined, counting: false, countingNewest: false},
  ...{failure: undefined, span: undefined},
});
