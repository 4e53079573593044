import type {TimeSlice} from '@edge-console/client/histogram';
import type {LogsState} from '../log-state.ts';
import {BELOW_WARN, HISTOGRAM_LEVELS, type HistogramCell} from './cells.ts';
import {createEntryCounts} from './counts/entry-counts.ts';

/** Counts of only those loaded entries that meet the conditions or have the selected pattern or value. */
export interface Narrowed {
  readonly cells: readonly HistogramCell[];
  /** `kept` entries meet the conditions. `matching` entries have the selected pattern or value. */
  readonly noun: 'kept' | 'matching';
  /** False if the console did not check all entries of the histogram's time range, so the counts may be too low. */
  readonly isWhole: boolean;
}

export const narrowed = (
  state: LogsState,
  cells: readonly HistogramCell[],
  counts = createEntryCounts(),
): Narrowed | undefined => {
  const {kept, histogram} = state.data;
  const {drawn} = histogram;
  if (kept === undefined && drawn === undefined) return undefined;
  const {entries, ranges} = drawn === undefined ? counts.held(state) : counts.newest(state);
  const levels = counts.levels(drawn === undefined ? entries : counts.matching(entries, drawn.isMatch), cells);
  const coverages = cells.map(cell => coverageOf(cell, ranges));
  return {
    cells: cells.map((cell, at) => countedCell(cell, levels[at] ?? [], coverages[at] ?? 'none')),
    noun: drawn === undefined ? 'kept' : 'matching',
    isWhole: coverages.every(coverage => coverage === 'whole'),
  };
};

type Coverage = 'whole' | 'part' | 'none';

const countedCell = (cell: HistogramCell, levels: readonly number[], coverage: Coverage): HistogramCell => {
  if (coverage === 'none') return {...cell, countsAll: true};
  const {from, to, open} = cell;
  const [crit = 0, error = 0, warn = 0, rest = 0] = levels;
  const atLeast = [crit, crit + error, crit + error + warn];
  const worst = [...HISTOGRAM_LEVELS, BELOW_WARN][levels.findIndex(each => each > 0)];
  return {from, to, count: crit + error + warn + rest, worst, atLeast, open: open || coverage === 'part'};
};

const coverageOf = (cell: TimeSlice, ranges: readonly TimeSlice[]): Coverage => {
  if (ranges.some(({from, to}) => from <= cell.from && to >= cell.to)) return 'whole';
  return ranges.some(({from, to}) => from <= cell.to && to >= cell.from) ? 'part' : 'none';
};
