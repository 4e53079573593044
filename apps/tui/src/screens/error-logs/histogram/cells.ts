import {slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import type {Size} from '../../../core/screen.ts';
import {clippedTo, isOpen, wholeOf} from '../../../explore/measures/spans.ts';
import type {LogFilter} from '../../../logs/filter.ts';

export interface HistogramCell extends TimeSlice {
  readonly count: number | undefined;
  /** Mean count per cell of a longer range that was counted. Shown while `count` is unknown. */
  readonly mean?: number | undefined;
  /** {@link BELOW_WARN} if no entry is at WARN or worse. Undefined if unknown. */
  readonly worst: number | undefined;
  /** Number of entries at each of {@link HISTOGRAM_LEVELS} or worse. An estimate if only a longer range was counted. */
  readonly atLeast?: readonly number[] | undefined;
  /** True if `worst` is that of a longer range, or if more severe levels were not counted. */
  readonly isApproximate?: boolean;
  /** True if other cells count only matching entries. This cell counts all its entries, which were not tested. */
  readonly countsAll?: boolean;
  /** True if the cell ends in the future, so that its count may still grow. */
  readonly open: boolean;
}

export const isUncertain = ({count, worst, isApproximate = false}: HistogramCell): boolean =>
  count !== 0 && (count === undefined || worst === undefined || isApproximate);

/** CRIT, ERROR and WARN. */
export const HISTOGRAM_LEVELS: readonly number[] = [3, 4, 5];
export const BELOW_WARN = 6;

/** `from` is the minimum height of the pane, which has 45, 25 or 19 rows if the terminal has 50, 30 or 24 rows. */
const BAR_ROWS = [
  {from: 45, bars: 5},
  {from: 25, bars: 3},
  {from: 19, bars: 1},
];
export const MIN_COLUMNS = 60;
export const LABEL_CELLS = 20;
export const MARGIN_LEFT = 1;
const MARGIN = 3;

export const barRows = (rows: number): number => BAR_ROWS.find(({from}) => rows >= from)?.bars ?? 0;

/** Bars of several rows are followed by a line of level letters. */
export const histogramRows = ({columns, rows}: Size): number => {
  const bars = columns < MIN_COLUMNS ? 0 : barRows(rows);
  return bars > 1 ? bars + 1 : bars;
};

// Counting all entries takes up to one request per cell, which is half of `MAX_REQUESTS` in counts/read-counts.ts. The
// other half is left for counts of single levels.
const MAX_CELLS = 100;

export const barColumns = (columns: number): number => columns - LABEL_CELLS - MARGIN;

/** Below this average width, all cells are one column wide, because the few wider cells would seem to last longer. */
const MIN_AVERAGE = 1.25;

export const cellWidths = (cells: number, columns: number): readonly number[] => {
  const average = barColumns(columns) / Math.max(1, cells);
  const exact = average < MIN_AVERAGE ? 1 : average;
  return Array.from({length: cells}, (_, at) => Math.floor((at + 1) * exact) - Math.floor(at * exact));
};

/** In seconds. The first and the last cell may be shorter. */
export const stepOf = (cells: readonly TimeSlice[]): number => Math.max(1, ...cells.map(({from, to}) => to - from + 1));

/** `begin` is the Unix time at which the first cell would begin at its full length, which is `step` seconds. */
export type CellGrid = {readonly begin: number; readonly step: number; readonly cells: number};

export const gridOf = (cells: readonly TimeSlice[]): CellGrid => {
  const step = stepOf(cells);
  const [first, second] = cells;
  return {step, begin: second === undefined ? (first?.from ?? 0) : second.from - step, cells: cells.length};
};

export interface HistogramPlan {
  readonly whole: TimeSlice;
  readonly slices: readonly TimeSlice[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly key: string;
}

export const filterSince = (filter: LogFilter, since: number | undefined): LogFilter =>
  since === undefined || filter.range.from !== undefined ? filter : {...filter, range: {...filter.range, from: since}};

export const histogramPlan = (filter: LogFilter, {columns}: Pick<Size, 'columns'>, now: number): HistogramPlan => {
  const {from} = filter.range;
  const span = wholeOf(filter.range, now);
  // There are no entries in the future, so the last cell ends now.
  const range = {...span, to: Math.min(span.to, Math.max(span.from, Math.floor(now / 1000)))};
  const all = slicesOf(range, Math.min(MAX_CELLS, barColumns(columns)));
  // If the filter has no start, `span` is one day, and a first cell that begins before that day is left out.
  const slices = from === undefined ? all.filter(slice => slice.from >= range.from) : all;
  const whole = {from: from ?? slices[0]?.from ?? range.from, to: range.to};
  const key = JSON.stringify([filter, slices[0]?.from, slices.at(-1)?.to, slices.length]);
  return {whole, slices: slices.map(clippedTo(whole)), now, key};
};

export const unknownCells = ({slices, now}: HistogramPlan): readonly HistogramCell[] =>
  slices.map(slice => ({...slice, count: undefined, worst: undefined, open: isOpen(slice, now)}));

export type CellRange = {readonly first: number; readonly last: number};

export const cellsIn = (cells: readonly TimeSlice[], span: TimeSlice): CellRange | undefined => {
  const first = cells.findIndex(({to}) => to >= span.from);
  const last = cells.findLastIndex(({from}) => from <= span.to);
  return first === -1 || last < first ? undefined : {first, last};
};

/** `move` shifts the selected time range by a cell. `resize` moves its newer end by a cell. */
export type SpanChange = {readonly kind: 'move' | 'resize'; readonly by: 1 | -1};

/** Returns the range of the highest cell and of adjacent cells above twice the median and a tenth of the highest. */
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

/** If nothing was selected, selects the cell at the time `at`, or else the newest cell. */
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
