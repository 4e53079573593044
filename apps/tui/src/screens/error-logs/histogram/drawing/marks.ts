import type {LogsState} from '../../log-state.ts';
import {gridOf, type HistogramCell} from '../cells.ts';
import {createEntryCounts} from '../counts/entry-counts.ts';

export interface CellMarks {
  readonly deploys: readonly number[];
  readonly found: readonly number[];
  readonly compared: number | undefined;
}

const perCell = (cells: readonly HistogramCell[], times: readonly number[]): readonly number[] => {
  const {begin, step} = gridOf(cells);
  const [from = 0, to = 0] = [cells[0]?.from, cells.at(-1)?.to];
  const counts = cells.map(() => 0);
  for (const time of times) {
    const at = Math.floor((time - begin) / step);
    if (time >= from && time <= to) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
};

export const cellMarks = (
  state: LogsState,
  cells: readonly HistogramCell[],
  counts = createEntryCounts(),
): CellMarks => {
  const {search} = state.list;
  const deploys = counts.deploys(state).map(({time}) => time);
  const found = search === undefined ? [] : counts.found(state, search).map(({log_time}) => log_time);
  const compared = search === undefined ? undefined : counts.newest(state).entries.length;
  return {deploys: perCell(cells, deploys), found: perCell(cells, found), compared};
};
