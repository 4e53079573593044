import {slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import type {Size} from '../../../core/screen.ts';
import {clippedTo, isOpen, wholeOf} from '../../../explore/measures/spans.ts';
import type {LogFilter} from '../../../logs/filter.ts';

/** A cell of the severity histogram: the entries of a slice of time. */
export interface HistogramCell extends TimeSlice {
  /** Undefined: not known. */
  readonly count: number | undefined;
  /** Where the count is not known: the mean of the cells that were counted together. */
  readonly mean?: number | undefined;
  /** The most severe level; {@link CALM} for none at WARN or worse, undefined if not known. */
  readonly worst: number | undefined;
  /** `worst` was seen in cells that were counted together, or a more severe level may be in the cell. */
  readonly isNear?: boolean;
  /** The slice has not ended: its count still grows. */
  readonly open: boolean;
}

/** Whether the most severe level of a cell is not known for certain. */
export const isUncertain = ({count, worst, isNear = false}: HistogramCell): boolean =>
  count !== 0 && (count === undefined || worst === undefined || isNear);

/** Levels that a histogram distinguishes, the most severe first, and the one for everything less severe. */
export const HISTOGRAM_LEVELS: readonly number[] = [3, 4, 5];
export const CALM = 6;

/** Rows of the histogram: bars, and letters with times. */
const HISTOGRAM_ROWS = 2;
/** Rows of the pane in a terminal of 24 rows. */
const MIN_ROWS = 19;
export const MIN_COLUMNS = 60;
/** Cells of the label at the right end, and around the bars. */
export const LABEL_CELLS = 20;
const MARGIN = 3;

/** Rows of the histogram in a pane of a size; 0: there is no room. */
export const histogramRows = ({columns, rows}: Size): number =>
  rows >= MIN_ROWS && columns >= MIN_COLUMNS ? HISTOGRAM_ROWS : 0;

/** Counting takes a request for each cell; half of the requests of a histogram are left for levels. Wide terminals draw wide cells. */
const MAX_CELLS = 100;

/** Columns of the bars in a terminal of a width. */
export const barColumns = (columns: number): number => columns - LABEL_CELLS - MARGIN;

/** Columns of a cell. */
export const cellColumns = (cells: number, columns: number): number =>
  Math.max(1, Math.floor(barColumns(columns) / Math.max(1, cells)));

/** The slices of the histogram for a filter, in a width. */
export interface HistogramPlan {
  readonly whole: TimeSlice;
  readonly slices: readonly TimeSlice[];
  /** Changes with the filter and when the newest cell ends. */
  readonly key: string;
}

export const histogramPlan = (filter: LogFilter, {columns}: Pick<Size, 'columns'>, now: number): HistogramPlan => {
  const {from} = filter.range;
  const asked = wholeOf(filter.range, now);
  // Of a range that ends in the future, the cells are those of the past.
  const range = {...asked, to: Math.min(asked.to, Math.max(asked.from, Math.floor(now / 1000)))};
  const begun = slicesOf(range, Math.min(MAX_CELLS, barColumns(columns)));
  // Without a beginning, the first cell is whole.
  const round = from === undefined ? begun.filter(slice => slice.from >= range.from) : begun;
  const whole = {from: from ?? round[0]?.from ?? range.from, to: range.to};
  const [first, last] = [round[0]?.from, round.at(-1)?.to];
  return {whole, slices: round.map(clippedTo(whole)), key: JSON.stringify([filter, first, last, round.length])};
};

/** Cells without counts yet. */
export const unknownCells = ({slices}: HistogramPlan, now: number): readonly HistogramCell[] =>
  slices.map(slice => ({...slice, count: undefined, worst: undefined, open: isOpen(slice, now)}));

/** The cells that a span covers, as indices; undefined if it covers none. */
export const cellsIn = (
  cells: readonly TimeSlice[],
  span: TimeSlice,
): {readonly first: number; readonly last: number} | undefined => {
  const first = cells.findIndex(({to}) => to >= span.from);
  const last = cells.findLastIndex(({from}) => from <= span.to);
  return first === -1 || last < first ? undefined : {first, last};
};

/** How a span of cells changes: `move` shifts it, `resize` moves its newer end. */
export type SpanChange = {readonly kind: 'move' | 'resize'; readonly by: 1 | -1};

/** The highest cell, with its neighbours of more than twice the usual entries; undefined if nothing is counted. */
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

/** A span of whole cells after a change; it keeps at least one cell and stays within the histogram. */
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
