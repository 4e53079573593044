import {lengthOf, movedBy, newestPosition, type Rows, rowAt} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Env} from '../../../core/screen.ts';
import {extentOf, fitted, type RowSource, withList} from '../../../list/list.ts';
import {topEndingAt} from '../../../list/rows/position.ts';
import {histogramRows} from '../histogram/cells.ts';
import {withHistogram} from '../histogram/counts/counting.ts';
import {histogramBanner} from '../histogram/drawing/banner.ts';
import {type LogData, type LogsState, withData} from '../log-state.ts';
import {logGroups} from '../model/folding.ts';
import {logRows, positionNear} from '../model/log-rows.ts';
import {logColumns} from './entry-columns.ts';

const MIN_ROWS_FOR_PREVIEW = 26;

export const logSource: RowSource<ErrorLogEntry, LogData> = {
  rows: logRows,
  columns: logColumns,
  groups: logGroups,
  pinned: ({data}) => data.pinned,
  banner: histogramBanner(),
  previewFrom: MIN_ROWS_FOR_PREVIEW,
};

export const fit = (state: LogsState, env: Env): LogsState => fitted(logSource, state, env);

/** If the selected row has disappeared, the nearest unchanged row within this many rows keeps its screen line. */
const REACH = 50;

/** Rows in view stay on their screen lines, unless the list follows new entries and shows its top. */
export const withRows = (state: LogsState, rows: Rows<ErrorLogEntry>, env: Env): LogsState => {
  const {data, list} = state;
  const {selected, top} = list.position;
  const middle = newestPosition(data.rows) - selected;
  const atTop = lengthOf(data.rows) === 0 || (data.following && selected === 0 && top === 0);
  if (atTop) return withData(fit(withData(state, {rows}), env), {seenEnd: rows.end, anchor: undefined});
  const found = data.anchor && positionNear(rows, data.anchor, middle);
  const to = found ?? middle + movedBy(data.rows, rows, {position: middle, reach: REACH});
  const by = newestPosition(rows) - to - selected;
  const position = {selected: selected + by, top: top + by};
  return fit(held(withList(withData(state, {rows}), {position}), env), env);
};

/** While `heldLines` is set, the selected row stays on its screen line, even if rows above it become taller. */
const held = (state: LogsState, env: Env): LogsState => {
  const {position} = state.list;
  const {heldLines: height} = state.data;
  if (height === undefined) return state;
  const top = topEndingAt(position.selected, {...extentOf(logSource, state, env), height});
  return withList(state, {position: {...position, top}});
};

export const seen = (state: LogsState, {size}: Env): LogsState => {
  const {following, rows, seenEnd, histogram} = state.data;
  const {selected, top} = state.list.position;
  // Enter must not zoom into a time range that the operator does not see.
  const shown =
    histogram.span !== undefined && histogramRows(size) === 0 ? withHistogram(state, {span: undefined}) : state;
  return withData(shown, {
    seenEnd: following && top === 0 ? rows.end : seenEnd,
    anchor: rowAt(rows, newestPosition(rows) - selected),
    heldLines: undefined,
  });
};
