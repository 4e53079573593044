import type {TimeSlice} from '@edge-console/client/histogram';
import {newestPosition, oldestPosition, type Rows} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {isDeployNote} from '../../../../explore/deploys.ts';
import type {EntrySearch} from '../../../../logs/value-search.ts';
import {placeOf} from '../../../../saved/bookmarks.ts';
import type {LogData, LogsState} from '../../log-state.ts';
import {type IsMatch, lastResult} from '../../model/caches.ts';
import {BELOW_WARN, type CellGrid, gridOf, HISTOGRAM_LEVELS} from '../cells.ts';

type Entries = readonly ErrorLogEntry[];

/** `entries` are newest first. `ranges` are the time ranges of which all entries are loaded. */
type HeldEntries = {readonly entries: Entries; readonly ranges: readonly TimeSlice[]};

type EntryTest = (entry: ErrorLogEntry) => boolean;

/** Returns four counts of entries for each cell: CRIT or worse, exactly ERROR, exactly WARN, less severe. */
const levelsIn = (entries: Entries, {begin, step, cells}: CellGrid): readonly (readonly number[])[] => {
  const counts = Array.from({length: cells}, (): number[] => [0, 0, 0, 0]);
  for (const {log_time, level = BELOW_WARN} of entries) {
    const found = HISTOGRAM_LEVELS.findIndex(each => level <= each);
    const levels = counts[Math.floor((log_time - begin) / step)];
    const rank = found === -1 ? HISTOGRAM_LEVELS.length : found;
    if (levels !== undefined) levels[rank] = (levels[rank] ?? 0) + 1;
  }
  return counts;
};

const heldRows = (rows: Rows<ErrorLogEntry>): HeldEntries => {
  const held = [...rows.slots].flatMap(([position, {row}]) => (row === undefined ? [] : [{position, row}]));
  const sorted = held.toSorted((one, other) => other.position - one.position);
  const [newest, oldest] = [newestPosition(rows), oldestPosition(rows)];
  const ranges: TimeSlice[] = [];
  let to = Number.POSITIVE_INFINITY;
  for (const [at, {position, row}] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before?.position !== position + 1) to = position === newest ? Number.POSITIVE_INFINITY : row.log_time - 1;
    if (sorted[at + 1]?.position === position - 1) continue;
    ranges.push({from: position === oldest ? Number.NEGATIVE_INFINITY : row.log_time + 1, to});
  }
  return {entries: sorted.map(({row}) => row), ranges};
};

const keptEntries = ({list, state, backTo}: NonNullable<LogData['kept']>): HeldEntries => {
  const isEnd = state === 'complete';
  // Other entries of the oldest second may not be loaded, so the range begins a second later.
  const from = isEnd ? Number.NEGATIVE_INFINITY : (backTo ?? Number.POSITIVE_INFINITY) + 1;
  return {entries: list.entries, ranges: [{from, to: Number.POSITIVE_INFINITY}]};
};

const MAX_TESTED = 5_000;

const newestOf = (held: HeldEntries): HeldEntries => {
  if (held.entries.length <= MAX_TESTED) return held;
  const entries = held.entries.slice(0, MAX_TESTED);
  const oldest = entries.at(-1)?.log_time ?? Number.POSITIVE_INFINITY;
  return {entries, ranges: held.ranges.map(({from, to}) => ({from: Math.max(from, oldest + 1), to}))};
};

/** `_length` is part of the cache key, because `read` stays the same array while deploys are appended to it. */
const placesOf = (read: Entries, bookmarks: LogData['bookmarks'], _length: number) => {
  const marked = bookmarks.filter(({note}) => isDeployNote(note));
  return [...new Map([...marked, ...read.map(placeOf)].map(place => [place.id, place])).values()];
};

const passing = (entries: Entries, test: EntryTest): Entries => entries.filter(test);

export type EntryCounts = ReturnType<typeof createEntryCounts>;

/** Results are cached, because counting 50,000 entries for each frame would delay key presses. */
export const createEntryCounts = () => {
  const [rowsOf, keptOf, newest] = [lastResult(heldRows), lastResult(keptEntries), lastResult(newestOf)];
  const held = ({data: {kept, rows}}: LogsState) => (kept === undefined ? rowsOf(rows) : keptOf(kept));
  const levels = lastResult((entries: Entries, begin: number, step: number, cells: number) =>
    levelsIn(entries, {begin, step, cells}),
  );
  const [matching, deploysIn] = [lastResult(passing), lastResult(passing)];
  const found = lastResult((entries: Entries, search: EntrySearch, isMatch: IsMatch) =>
    entries.filter(entry => isMatch(search, entry)),
  );
  const places = lastResult(placesOf);
  return {
    ...{held, matching},
    found: (state: LogsState, search: EntrySearch) => found(newest(held(state)).entries, search, state.data.isMatch),
    deploys: ({data: {reading, rows, deploySigns, bookmarks}}: LogsState) => {
      const read = reading?.list.deploys ?? deploysIn(rowsOf(rows).entries, deploySigns.isDeploy);
      return places(read, bookmarks, read.length);
    },
    newest: (state: LogsState) => newest(held(state)),
    levels: (entries: Entries, cells: readonly TimeSlice[]) => {
      const grid = gridOf(cells);
      return levels(entries, grid.begin, grid.step, grid.cells);
    },
  };
};
