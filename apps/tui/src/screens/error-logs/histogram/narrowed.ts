import type {TimeSlice} from '@edge-console/client/histogram';
import {newestPosition, oldestPosition} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {LogsState} from '../log-state.ts';
import {BELOW_WARN, HISTOGRAM_LEVELS, type HistogramCell, stepOf} from './cells.ts';

/** Maximum number of entries whose pattern is determined to draw one frame. */
const MAX_ENTRIES = 5_000;

/** Counts of the entries in memory that are of one pattern, or that meet the conditions, instead of all entries. */
export interface Narrowed {
  readonly cells: readonly HistogramCell[];
  /** What is counted, after a number: `12 kept`. */
  readonly noun: 'kept' | 'of pattern';
  /** Whether all entries of all cells were tested. */
  readonly isWhole: boolean;
}

interface Tested {
  readonly entries: readonly ErrorLogEntry[];
  /** Times within which all entries are in memory. */
  readonly spans: readonly TimeSlice[];
}

/** Returns the counts of entries in memory to draw in place of `cells`. Undefined if all entries are to be drawn. */
export const narrowed = (state: LogsState, cells: readonly HistogramCell[]): Narrowed | undefined => {
  const {kept, histogram} = state.data;
  const {pattern} = histogram;
  if (kept === undefined && pattern === undefined) return undefined;
  const {entries, spans} = kept === undefined ? testedRows(state) : testedKept(kept);
  if (pattern === undefined) return {...countedIn(cells, {entries, spans}), noun: 'kept'};
  const some = entries.slice(0, MAX_ENTRIES);
  const oldest = some.length === entries.length ? undefined : some.at(-1)?.log_time;
  const known = oldest === undefined ? spans : spans.map(({from, to}) => ({from: Math.max(from, oldest + 1), to}));
  const matching = some.filter(entry => pattern.folding(entry).id === pattern.id);
  return {...countedIn(cells, {entries: matching, spans: known}), noun: 'of pattern'};
};

const testedKept = ({list, state, backTo}: NonNullable<LogsState['data']['kept']>): Tested => {
  const isEnd = state === 'complete';
  // The second of the oldest entry read may have entries that were not read.
  const from = isEnd ? Number.NEGATIVE_INFINITY : (backTo ?? Number.POSITIVE_INFINITY) + 1;
  return {entries: list.entries, spans: [{from, to: Number.POSITIVE_INFINITY}]};
};

/** Returns the rows in memory. Adjacent rows give a span, because the list has no other entries between their times. */
const testedRows = ({data: {rows}}: LogsState): Tested => {
  const held = [...rows.slots].flatMap(([position, {row}]) => (row === undefined ? [] : [{position, row}]));
  const sorted = held.toSorted((one, other) => other.position - one.position);
  const [newest, oldest] = [newestPosition(rows), oldestPosition(rows)];
  const spans: TimeSlice[] = [];
  let to = Number.POSITIVE_INFINITY;
  for (const [at, {position, row}] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before?.position !== position + 1) to = position === newest ? Number.POSITIVE_INFINITY : row.log_time - 1;
    if (sorted[at + 1]?.position === position - 1) continue;
    spans.push({from: position === oldest ? Number.NEGATIVE_INFINITY : row.log_time + 1, to});
  }
  return {entries: sorted.map(({row}) => row), spans};
};

const countedIn = (cells: readonly HistogramCell[], {entries, spans}: Tested): Pick<Narrowed, 'cells' | 'isWhole'> => {
  const step = stepOf(cells);
  const begin = cells[1] === undefined ? (cells[0]?.from ?? 0) : cells[1].from - step;
  const counts = cells.map((): number[] => [0, 0, 0, 0]);
  for (const {log_time, level = BELOW_WARN} of entries) {
    const at = Math.floor((log_time - begin) / step);
    const found = HISTOGRAM_LEVELS.findIndex(each => level <= each);
    const levels = counts[at];
    const rank = found === -1 ? HISTOGRAM_LEVELS.length : found;
    if (levels !== undefined) levels[rank] = (levels[rank] ?? 0) + 1;
  }
  const shown = cells.map((cell, at): HistogramCell => {
    const coverage = coverageOf(cell, spans);
    if (coverage === 'none') return {...cell, isOther: true};
    const {from, to, open} = cell;
    const levels = counts[at] ?? [];
    const [crit = 0, error = 0, warn = 0, rest = 0] = levels;
    const atLeast = [crit, crit + error, crit + error + warn];
    const count = crit + error + warn + rest;
    const worst = [...HISTOGRAM_LEVELS, BELOW_WARN][levels.findIndex(each => each > 0)];
    return {from, to, count, worst, atLeast, open: open || coverage === 'part'};
  });
  return {
    cells: shown,
    isWhole: !shown.some(({isOther = false}, at) => isOther || coverageOf(cells[at], spans) === 'part'),
  };
};

const coverageOf = (cell: TimeSlice | undefined, spans: readonly TimeSlice[]): 'whole' | 'part' | 'none' => {
  if (cell === undefined) return 'none';
  if (spans.some(({from, to}) => from <= cell.from && to >= cell.to)) return 'whole';
  return spans.some(({from, to}) => from <= cell.to && to >= cell.from) ? 'part' : 'none';
};
