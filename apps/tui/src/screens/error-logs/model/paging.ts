import {
  contains,
  expectedSpan,
  firstUnread,
  newestPosition,
  pageAt,
  positionOf,
  type ReadPage,
  readAt,
  requested,
  rowAt,
  type Span,
} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {type Effect, type EffectContext, type Env, effect} from '../../../core/screen.ts';
import {extentOf} from '../../../list/list.ts';
import {viewEnd} from '../../../list/rows/position.ts';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';
import {logSource} from '../view/source.ts';
import {type LogData, type LogPage, type LogsAction, type LogsState, type LogsStep, withData} from './state.ts';

/** Reads pages of a filtered list. */
export const pageReader =
  ({client}: Pick<EffectContext, 'client'>, filter: LogFilter, signal: AbortSignal): ReadPage<ErrorLogEntry> =>
  (page, page_size) =>
    client().errorLogs.list({...queryOf(filter), page, page_size}, {signal});

/** After a poll or a key: reads the page that the view lacks, if it is not in flight. */
export const readRows = (state: LogsState, env: Env): LogsStep =>
  readOn(withData(state, {paging: {...state.data.paging, requests: 0}}), env);

/**
 * Continues after a page. Rows that the page should have had but did not, and rows past the request limit, are
 * requested after the next poll or key, so that requests never follow each other without end.
 */
export const readNext = (state: LogsState, page: LogPage, env: Env): LogsStep =>
  readOn(
    withData(state, {paging: {...state.data.paging, inFlight: undefined}}),
    env,
    // The page has been placed: no rows are expected to arrive before it.
    expectedSpan({...state.data.rows.frame, drift: 0}, page.page),
  );

const readOn = (state: LogsState, env: Env, came?: Span): LogsStep => {
  const {rows, paging} = state.data;
  const wanted = wantedPosition(state, env);
  if (wanted === undefined) return [anchored(state)];
  if (paging.requests >= maxRequests(state, env)) return [state];
  if ([came, paging.inFlight].some(span => span !== undefined && contains(span, wanted))) return [state];
  const inFlight = expectedSpan(rows.frame, pageAt(rows.frame, wanted));
  const next = withData(state, {paging: {inFlight, requests: paging.requests + 1}});
  return [next, loadPosition(state.data, wanted)];
};

/** Where the selected entry was not found in the pages around, the selection stays on the one in its place. */
const anchored = (state: LogsState): LogsState => {
  const {rows, anchor} = state.data;
  if (anchor === undefined || positionOf(rows, anchor) !== undefined) return state;
  return withData(state, {anchor: rowAt(rows, newestPosition(rows) - state.list.position.selected)});
};

/** Rows of one view at most: where rows are drawn as one, a view may have thousands. */
const MAX_ROWS = 2_000;

/** Rows read above and below a view. */
const MAX_AHEAD = 200;

/** Rows in view, one more if the last one is in view in part. */
const rowsInView = (state: LogsState, env: Env): number => {
  const {top} = state.list.position;
  const extent = extentOf(logSource, state, env);
  const {end, left} = viewEnd(top, {...extent, count: Number.POSITIVE_INFINITY});
  return Math.min(MAX_ROWS, end - top + (left > 0 ? 1 : 0));
};

/**
 * First what the view lacks, then what in it may have moved, then what comes next; and where the selected entry is no
 * longer in memory, the pages around.
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

/** Request limit: twice the pages of the view and its surroundings, and 4 for rows that shift. */
const maxRequests = (state: LogsState, env: Env): number =>
  4 + 2 * Math.ceil((3 * rowsInView(state, env)) / state.data.rows.frame.pageSize);

/** Reads the page that holds a position. */
const loadPosition = ({filter, rows}: LogData, position: number): Effect<LogsAction> =>
  effect<LogsAction>(
    'page',
    async (context, signal) => {
      const {page} = await readAt(pageReader(context, filter, signal), rows.frame, position);
      return {kind: 'page', page, requested: requested(rows)};
    },
    failure => ({kind: 'page-failed', failure}),
  );
