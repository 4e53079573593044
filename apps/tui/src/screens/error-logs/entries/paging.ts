import {
  contains,
  expectedPositions,
  firstUnread,
  hasUnstableCount,
  newestPosition,
  type PositionRange,
  pageAt,
  type Requested,
  requested,
  rowAt,
} from '@edge-console/client/rows';
import type {Failure} from '../../../core/failure.ts';
import {type Effect, type Env, effect} from '../../../core/screen.ts';
import {extentOf, withList} from '../../../list/list.ts';
import {middleTop, viewEnd} from '../../../list/rows/position.ts';
import {boundAbove} from '../histogram/state.ts';
import {type LogData, type LogsState, type LogsStep, withData} from '../log-state.ts';
import {positionsOf, readPosition, type TimeBound} from '../model/find-entries.ts';
import {type LogPage, positionNear} from '../model/log-rows.ts';
import {fit, logSource, seen} from './selection.ts';

export type PageAction =
  | {readonly kind: 'read.page'; readonly page: LogPage; readonly requested: Requested}
  | {readonly kind: 'read.page-failed'; readonly failure: Failure};

type PageStep = LogsStep<PageAction>;

export const viewedLogs = (state: LogsState, env: Env): PageStep => readRowsInView(seen(state, env), env);

export const refitted = (state: LogsState, env: Env): PageStep => viewedLogs(fit(state, env), env);

export const selectIndex = (state: LogsState, index: number, env: Env): PageStep => {
  const extent = extentOf(logSource, state, env);
  const {top} = state.list.position;
  const inView = index >= top && index < viewEnd(top, extent).end;
  const position = {selected: index, top: inView ? top : middleTop(index, extent)};
  return refitted(withList(state, {position, detailTop: 0}), env);
};

export const readRowsInView = (state: LogsState, env: Env): PageStep =>
  readOn(withData(state, {paging: {...state.data.paging, requests: 0}}), env);

/**
 * Requests the next row that the list needs. Requests nothing if `page` should have contained this row, because a
 * repeat would return the same page.
 */
export const readNext = (state: LogsState, page: LogPage, env: Env): PageStep =>
  readOn(
    withData(state, {paging: {...state.data.paging, inFlight: undefined}}),
    env,
    positionsOf(state.data.rows.frame, page),
  );

const readOn = (state: LogsState, env: Env, received?: PositionRange): PageStep => {
  const {rows, paging} = state.data;
  const wanted = wantedPosition(state, env);
  if (wanted === undefined) return [anchored(state)];
  if (paging.requests >= maxRequests(state, env)) return [state];
  if ([received, paging.inFlight].some(page => page !== undefined && contains(page, wanted))) return [state];
  const inFlight = expectedPositions(rows.frame, pageAt(rows.frame, wanted));
  const next = withData(state, {paging: {inFlight, requests: paging.requests + 1}});
  return [next, loadPosition(state.data, wanted)];
};

const holdsAnchor = ({list, data: {rows, anchor}}: LogsState): boolean =>
  anchor === undefined || positionNear(rows, anchor, newestPosition(rows) - list.position.selected) !== undefined;

const anchored = (state: LogsState): LogsState => {
  const {rows} = state.data;
  if (holdsAnchor(state)) return state;
  return withData(state, {anchor: rowAt(rows, newestPosition(rows) - state.list.position.selected)});
};

/** Maximum number of rows that are loaded for one screen. With folding, one line can contain hundreds of rows. */
const MAX_ROWS = 2_000;

const MAX_AHEAD = 200;

const rowsInView = (state: LogsState, env: Env): number => {
  const {top} = state.list.position;
  const extent = extentOf(logSource, state, env);
  const {end, left} = viewEnd(top, {...extent, count: Number.POSITIVE_INFINITY});
  return Math.min(MAX_ROWS, end - top + (left > 0 ? 1 : 0));
};

/** Rows in view come first, then rows around them, then rows near a selected entry that is not loaded. */
const wantedPosition = (state: LogsState, env: Env): number | undefined => {
  const {rows} = state.data;
  const height = rowsInView(state, env);
  const top = newestPosition(rows) - state.list.position.top;
  const view: PositionRange = {from: top - height + 1, to: top + 1};
  const beyond = Math.min(height, MAX_AHEAD);
  const ahead: PositionRange = {from: view.from - beyond - 1, to: view.to + beyond};
  const wanted =
    firstUnread(rows, view, 'held') ?? firstUnread(rows, view, 'current') ?? firstUnread(rows, ahead, 'current');
  if (wanted !== undefined || holdsAnchor(state)) return wanted;
  const around = 2 * rows.frame.pageSize;
  return firstUnread(rows, {from: top - around, to: top + around}, 'current');
};

const maxRequests = (state: LogsState, env: Env): number =>
  4 + 2 * Math.ceil((3 * rowsInView(state, env)) / state.data.rows.frame.pageSize);

const loadPosition = (data: LogData, position: number): Effect<PageAction> => {
  const {filter, rows} = data;
  const bound = boundOf(data, position);
  return effect<PageAction>(
    'page',
    async (context, signal) => ({
      kind: 'read.page',
      page: await readPosition({context, filter, rows, signal}, position, bound),
      requested: requested(rows),
    }),
    failure => ({kind: 'read.page-failed', failure}),
  );
};

/** For a higher page number, the gateway must skip many rows (`docs/field-facts.md#26`). */
const MAX_PAGE_NUMBER = 100;

/** Returns an end time that excludes newer rows, to lower the row's page number. Undefined if not needed or known. */
const boundOf = ({rows, rangeAppliedBy, histogram}: LogData, position: number): TimeBound | undefined => {
  const {frame} = rows;
  if (pageAt(frame, position) <= MAX_PAGE_NUMBER || rangeAppliedBy !== 'gateway' || hasUnstableCount(rows))
    return undefined;
  for (let above = position; above < position + frame.pageSize; above++) {
    const time = rowAt(rows, above)?.log_time;
    if (time !== undefined && !Number.isNaN(time)) return {time, count: above + 1 - frame.base};
  }
  const bound = boundAbove(histogram.counts, {total: frame.count ?? 0, count: position + 1 - frame.base});
  const skipped = (bound?.count ?? Number.POSITIVE_INFINITY) + frame.base - position;
  return skipped <= MAX_PAGE_NUMBER * frame.pageSize ? bound : undefined;
};
