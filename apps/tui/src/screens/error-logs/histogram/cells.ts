import {slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import type {Size} from '../../../core/screen.ts';
import {clippedTo, isOpen, wholeOf} from '../../../explore/measures/spans.ts';
import type {LogFilter} from '../../../logs/filter.ts';

/** A cell of the severity histogram: the entries of a slice of time. */
export interface HistogramCell extends TimeSlice {
  /** Undefined if not known. */
  readonly count: number | undefined;
  /** If the count is not known: the mean of a group of cells that were counted together. */
  readonly mean?: number | undefined;
  /** The most severe level; {@link BELOW_WARN} if nothing is at WARN or worse, undefined if not known. */
  readonly worst: number | undefined;
  /** `worst` is uncertain: it is that of a group of cells, or the cell may have a more severe level. */
  readonly isApproximate?: boolean;
  /** The slice has not ended, so its count still grows. */
  readonly open: boolean;
}

/** Whether the most severe level of a cell is uncertain. */
export const isUncertain = ({count, worst, isApproximate = false}: HistogramCell): boolean =>
  count !== 0 && (count === undefined || worst === undefined || isApproximate);

/** The levels that a histogram distinguishes, the most severe first: CRIT, ERROR and WARN. */
export const HISTOGRAM_LEVELS: readonly number[] = [3, 4, 5];
export const BELOW_WARN = 6;

/** Rows of the histogram: bars, and letters with times. */
const HISTOGRAM_ROWS = 2;
/** Pane rows of a terminal with 24 rows. */
const MIN_ROWS = 19;
export const MIN_COLUMNS = 60;
/** Width of the labels at the right end. */
export const LABEL_CELLS = 20;
const MARGIN = 3;

/** Rows of the histogram in a pane of a size; 0 if there is no room. */
export const histogramRows = ({columns, rows}: Size): number =>
  rows >= MIN_ROWS && columns >= MIN_COLUMNS ? HISTOGRAM_ROWS : 0;

/** Each cell takes a request, and as many requests are left for levels. Wide terminals draw wider cells. */
const MAX_CELLS = 100;

/** Columns for all bars in a terminal of a width. */
export const barColumns = (columns: number): number => columns - LABEL_CELLS - MARGIN;

/** Columns of one cell. */
export const cellColumns = (cells: number, columns: number): number =>
  Math.max(1, Math.floor(barColumns(columns) / Math.max(1, cells)));

/** The slices of a histogram for a filter and a width. */
export interface HistogramPlan {
  readonly whole: TimeSlice;
  readonly slices: readonly TimeSlice[];
  /** Changes when the filter changes or the newest cell ends. */
  readonly key: string;
}

export const histogramPlan = (filter: LogFilter, {columns}: Pick<Size, 'columns'>, now: number): HistogramPlan => {
  const {from} = filter.range;
  const span = wholeOf(filter.range, now);
  // The part of the range that lies in the future has no entries, so it gets no cells.
  const range = {...span, to: Math.min(span.to, Math.max(span.from, Math.floor(now / 1000)))};
  const all = slicesOf(range, Math.min(MAX_CELLS, barColumns(columns)));
  // A range without a beginning starts with a whole cell.
  const slices = from === undefined ? all.filter(slice => slice.from >= range.from) : all;
  const whole = {from: from ?? slices[0]?.from ?? range.from, to: range.to};
  const key = JSON.stringify([filter, slices[0]?.from, slices.at(-1)?.to, slices.length]);
  return {whole, slices: slices.map(clippedTo(whole)), key};
};

export const unknownCells = ({slices}: HistogramPlan, now: number): readonly HistogramCell[] =>
  slices.map(slice => ({...slice, count: undefined, worst: undefined, open: isOpen(slice, now)}));

/** Indices of the first and last cell that a span covers; undefined if it covers none. */
export const cellsIn = (
  cells: readonly TimeSlice[],
  span: TimeSlice,
): {readonly first: number; readonly last: number} | undefined => {
  const first = cells.findIndex(({to}) => to >= span.from);
  const last = cells.findLastIndex(({from}) => from <= span.to);
  return first === -1 || last < first ? undefined : {first, last};
};

/** A change of the span: `move` shifts it, `resize` moves its newer end. */
export type SpanChange = {readonly kind: 'move' | 'resize'; readonly by: 1 | -1};

/** The highest cell and those beside it with more than twice the median; undefined if nothing is counted. */
export const spikeSpan = (
  cells: readonly (TimeSlice & {readonly count?: number | undefined})[],
): TimeSlice | undefined => {
  const counts = cells.map(({count = 0}) => count);
  const most = Math.max(0, ...counts);
  if (most === 0) return undefined;
  const usual = counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
  const isHigh = (at: number): boolean => (counts[at] ?? 0) > Math.max(2 * usual, most / 10);
  let [first, last] = [counts.indexOf(most), counts.indexOf(most)];
  while (isHigh(first - 1)) first--;
  while (isHigh(last + 1)) last++;
  const [from, to] = [cells[first]?.from, cells[last]?.to];
  return from === undefined || to === undefined ? undefined : {from, to};
};

/** The span after a change, at least one cell and within the histogram. Without a span, the cell of the time `at`. */
export const changedSpan = (
  cells: readonly TimeSlice[],
  span: TimeSlice | undefined,
  {change, at}: {readonly change: SpanChange; readonly at: number | undefined},
): TimeSlice | undefined => {
  const covered = span && cellsIn(cells, span);
  if (covered === undefined) {
    const start = at === undefined ? undefined : cellsIn(cells, {from: at, to: at});
    const cell = cells[start?.first ?? cells.length - 1];
    return cell && {from: cell.from, to: cell.to};
  }
  const {first, last} = covered;
  const end = cells.length - 1;
  const by = change.kind === 'move' ? Math.max(-first, Math.min(end - last, change.by)) : 0;
  const grown = change.kind === 'resize' ? Math.max(first, Math.min(end, last + change.by)) : last + by;
  const [from, to] = [cells[first + by]?.from, cells[grown]?.to];
  return from === undefined || to === undefined ? span : {from, to};
};
