import {newestPosition, rowAt} from '@edge-console/client/rows';
import type {Env} from '../../../core/screen.ts';
import {extentOf, fitted, withList} from '../../../list/list.ts';
import {type ListPosition, middleTop, viewEnd} from '../../../list/rows/position.ts';
import {withVisibleSpan} from '../histogram/update.ts';
import {logSource} from '../view/source.ts';
import {readRows} from './paging.ts';
import {type LogsState, type LogsStep, withData} from './state.ts';

/** After the view moved: new entries at the top are seen, and what the view lacks is read. */
export const viewedLogs = (before: LogsState, env: Env): LogsStep => {
  const state = withVisibleSpan(before, env);
  const {following, rows, seenEnd} = state.data;
  const {selected, top} = state.list.position;
  const seen = following && top === 0 ? rows.end : seenEnd;
  return readRows(withData(state, {seenEnd: seen, anchor: rowAt(rows, newestPosition(rows) - selected)}), env);
};

/** Selects the row of an index, and brings it into view. */
export const selectIndex = (state: LogsState, index: number, env: Env): LogsStep =>
  viewedLogs(select(state, index, env), env);

/** Brings the selected row into view. */
export const fit = (state: LogsState, env: Env): LogsState => fitted(logSource, state, env);

/** Selects the row of an index: in the middle of the list, unless it is in view already. */
const select = (state: LogsState, index: number, env: Env): LogsState => {
  const extent = extentOf(logSource, state, env);
  const {top} = state.list.position;
  const inView = index >= top && index < viewEnd(top, extent).end;
  const position: ListPosition = {selected: index, top: inView ? top : middleTop(index, extent)};
  return fit(withList(state, {position, detailTop: 0}), env);
};
