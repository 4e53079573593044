import {
  contains,
  expectedSpan,
  firstUnread,
  hasUnstableCount,
  newestPosition,
  pageAt,
  positionOf,
  type Requested,
  requested,
  rowAt,
  type Span,
} from '@edge-console/client/rows';
import type {Failure} from '../../../core/failure.ts';
import {type Effect, type Env, effect} from '../../../core/screen.ts';
import {extentOf, withList} from '../../../list/list.ts';
import {middleTop, viewEnd} from '../../../list/rows/position.ts';
import {boundAbove} from '../histogram/state.ts';
import {type LogData, type LogsState, type LogsStep, withData} from '../log-state.ts';
import {positionsOf, readPosition, type TimeBound} from '../model/find-entries.ts';
import type {LogPage} from '../model/rows.ts';
import {fit, logSource, seen} from './selection.ts';

export type PageAction =
  | {readonly kind: 'read.page'; readonly page: LogPage; readonly requested: Requested}
  | {readonly kind: 'read.page-failed'; readonly failure: Failure};

type PageStep = LogsStep<PageAction>;

/** Reads the rows that the view lacks after it moved. */
export const viewedLogs = (state: LogsState, env: Env): PageStep => readRows(seen(state, env), env);

/** Brings the selected row into view after the layout changed, and reads the rows that the view lacks. */
export const refitted = (state: LogsState, env: Env): PageStep => viewedLogs(fit(state, env), env);

/** Selects the row of an index: in the middle of the list, unless it is in view already. */
export const selectIndex = (state: LogsState, index: number, env: Env): PageStep => {
  const extent = extentOf(logSource, state, env);
  const {top} = state.list.position;
  const inView = index >= top && index < viewEnd(top, extent).end;
  const position = {selected: index, top: inView ? top : middleTop(index, extent)};
  return refitted(withList(state, {position, detailTop: 0}), env);
};

/** After a poll or a key, reads the first page that the view lacks, unless that is in flight. */
export const readRows = (state: LogsState, env: Env): PageStep =>
  readOn(withData(state, {paging: {...state.data.paging, requests: 0}}), env);

/**
 * Continues after a page. Rows that the page was expected to have but did not, and rows beyond the request limit, wait
 * for the next poll or key, so that requests cannot follow each other endlessly.
 */
export const readNext = (state: LogsState, page: LogPage, env: Env): PageStep =>
  readOn(
    withData(state, {paging: {...state.data.paging, inFlight: undefined}}),
    env,
    positionsOf(state.data.rows.frame, page),
  );

const readOn = (state: LogsState, env: Env, came?: Span): PageStep => {
  const {rows, paging} = state.data;
  const wanted = wantedPosition(state, env);
  if (wanted === undefined) return [anchored(state)];
  if (paging.requests >= maxRequests(state, env)) return [state];
  if ([came, paging.inFlight].some(span => span !== undefined && contains(span, wanted))) return [state];
  const inFlight = expectedSpan(rows.frame, pageAt(rows.frame, wanted));
  const next = withData(state, {paging: {inFlight, requests: paging.requests + 1}});
  return [next, loadPosition(state.data, wanted)];
};

/** If the selected entry was not found in the pages around it, anchors the selection to the entry in its place. */
const anchored = (state: LogsState): LogsState => {
  const {rows, anchor} = state.data;
  if (anchor === undefined || positionOf(rows, anchor) !== undefined) return state;
  return withData(state, {anchor: rowAt(rows, newestPosition(rows) - state.list.position.selected)});
};

/** Maximum rows that are read for one view: with folds, a view may show thousands. */
const MAX_ROWS = 2_000;

/** Maximum rows read ahead above and below the view. */
const MAX_AHEAD = 200;

/** Rows in view, including a last one that is cut. */
const rowsInView = (state: LogsState, env: Env): number => {
  const {top} = state.list.position;
  const extent = extentOf(logSource, state, env);
  const {end, left} = viewEnd(top, {...extent, count: Number.POSITIVE_INFINITY});
  return Math.min(MAX_ROWS, end - top + (left > 0 ? 1 : 0));
};

/**
 * The next position to read: rows missing in the view, then rows in it that may have moved, then rows ahead, then the
 * pages around a selected entry that is no longer in memory.
 */
const wantedPosition = (state: LogsState, env: Env): number | undefined => {
  const {rows, anchor} = state.data;
  const height = rowsInView(state, env);
  const top = newestPosition(rows) - state.list.position.top;
  const view: Span = {from: top - height + 1, to: top + 1};
  const beyond = Math.min(height, MAX_AHEAD);
  const ahead: Span = {from: view.from - beyond - 1, to: view.to + beyond};
  const wanted =
    firstUnread(rows, view, 'held') ?? firstUnread(rows, view, 'current') ?? firstUnread(rows, ahead, 'current');
  if (wanted !== undefined || anchor === undefined || positionOf(rows, anchor) !== undefined) return wanted;
  const around = 2 * rows.frame.pageSize;
  return firstUnread(rows, {from: top - around, to: top + around}, 'current');
};

/** Maximum requests: twice the pages of the view and the rows ahead, and 4 for rows that move. */
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

/** Deepest page read by number: the gateway has to skip the rows above it (`docs/field-facts.md#26`). */
const MAX_PAGE_NUMBER = 100;

/** For deep pages, a known time shortly above a position, from a row in memory or the histogram. */
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
