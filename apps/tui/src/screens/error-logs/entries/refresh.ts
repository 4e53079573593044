import {emptyRows, lengthOf, newestPosition, type PositionRange, placePage, requested} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../../core/failure.ts';
import {begin, fail, succeed} from '../../../core/remote.ts';
import {type Effect, type Env, effect, flash, timer} from '../../../core/screen.ts';
import {layoutOf, type WhyRead, withList} from '../../../list/list.ts';
import {listStart} from '../../../list/rows/position.ts';
import {currentFilter, hasConditions, inRange, type LogFilter, queryOf} from '../../../logs/filter.ts';
import {cancelHistogram, countHistogram, withHistogram} from '../histogram/counts/counting.ts';
import {emptied, type HistogramAction} from '../histogram/state.ts';
import {type LogData, type LogsState, type LogsStep, retryPause, unreadList, withData} from '../log-state.ts';
import {type FoundEntry, findBounds} from '../model/find-entries.ts';
import {newestRow} from '../model/log-rows.ts';
import {type PageAction, readNext, readRowsInView} from './paging.ts';
import {fit, logSource, withRows} from './selection.ts';
import {followAgain, type KeptAction, readMissing, replaced, resumeKept, shown, startKept} from './update-kept.ts';

type Response = Pick<FoundEntry, 'page' | 'requested'>;

type Polled = Response & {readonly at: number; readonly ms: number; readonly isBehind: boolean};

type ListAction =
  | PageAction
  | {readonly kind: 'read.poll'}
  | ({readonly kind: 'read.polled'} & Polled)
  | {readonly kind: 'read.poll-failed'; readonly failure: Failure}
  | {readonly kind: 'read.bounds'; readonly positions: PositionRange | undefined};

export type ReadAction = ListAction | KeptAction;

type ReadStep = LogsStep<ReadAction | HistogramAction>;

/** A poll that is this late, in milliseconds, means that the program was suspended. */
const SUSPENDED_MS = 1_000;
/** This many rows stay in memory on each side of the selected row. */
const ROWS_AROUND = 500;
/** With folding, a line can represent 500 rows, so this many stay in memory on each side of the selected row. */
const ROWS_AROUND_FOLDED = 2_500;

const poll = ({filter, kept, reading, rows: shownRows}: LogData): Effect<ReadAction> =>
  effect<ReadAction>(
    'poll',
    async ({client, now}, signal) => {
      const rows = kept?.all ?? shownRows;
      const began = performance.now();
      const query = {...queryOf(filter), page: 1, page_size: rows.frame.pageSize};
      const page = await client().errorLogs.list(query, {signal, retries: 0});
      const ms = performance.now() - began;
      const last = page.items.at(-1);
      // The page contains all new entries if its last row is already stored.
      const hasAllNew = last !== undefined && reading?.list.store.has(last.id) === true;
      if (kept !== undefined) await reading?.take(page.items, signal);
      const isBehind = hasAllNew && reading?.isBehind(page.count) === true;
      return {kind: 'read.polled', page, requested: requested(rows), at: now(), ms, isBehind};
    },
    failure => ({kind: 'read.poll-failed', failure}),
  );

/** The timer has the name of {@link poll}, so that only one of the two runs. */
const pollLater = (failures: number): Effect<ReadAction> =>
  timer<ReadAction>('poll', retryPause(failures), {kind: 'read.poll'});

/** A `refresh` first moves a relative time range to the current time. */
export const readLogs = (state: LogsState, env: Env, why: WhyRead): LogsStep<ReadAction> => {
  const {data} = state;
  const link = begin(data.link, env.now);
  if (why === 'refresh' && data.kept !== undefined) {
    const filter = currentFilter(data.filter, env.now);
    const from = data.kept.state === 'reading' ? 'memory' : 'gateway';
    const again = withData(state, {filter, link, histogram: emptied(data.histogram)});
    const [next, ...reads] = replaced(again, env, from);
    return [next, ...cancelHistogram, ...reads, poll(next.data)];
  }
  if (why === 'refresh' && data.filter.range.last !== undefined) {
    const {position, marked, open, detailTop} = state.list;
    const [next, ...tasks] = filtered(state, data.filter, env);
    return [withList(next, {position, marked, open, detailTop}), ...tasks];
  }
  // A count of the histogram was aborted when the operator left the screen, so it starts again.
  const {counting, lastCount} = data.histogram;
  const idle = {counting: false, countingNewest: false, lastCount: counting ? undefined : lastCount};
  const ready = withHistogram(withData(state, {link, pageFailure: undefined}), idle);
  const [next, ...reads] = resumeKept(ready, env);
  return [next, ...reads, poll(next.data)];
};

export const filtered = (state: LogsState, filter: LogFilter, env: Env): LogsStep<ReadAction> => {
  const {data} = state;
  const hadData = data.link.kind === 'ready' || data.link.kind === 'stale';
  const fresh = withData(state, {
    ...unreadList,
    inPlace: hasConditions(filter) ? undefined : data.inPlace,
    filter: currentFilter(filter, env.now),
    rows: emptyRows(data.rows.frame.pageSize),
    link: begin(hadData ? {kind: 'idle'} : data.link, env.now),
    histogram: {...emptied(data.histogram), outer: []},
  });
  const atStart = withList(fresh, {position: listStart, marked: new Map(), open: false, detailTop: 0});
  const [next, ...reads] = startKept(atStart, env);
  return [
    next,
    ...['page', 'bounds', 'search', 'time', 'kept', 'follow'].map(name => ({kind: 'cancel', name}) as const),
    ...cancelHistogram,
    ...reads,
    poll(next.data),
  ];
};

export const received = (state: LogsState, {page, requested}: Response, env: Env): LogsState => {
  const {data, list} = state;
  if (data.kept !== undefined) {
    const all = placePage(data.kept.all, page, {requested, keep: []});
    return withData(state, {kept: {...data.kept, all}});
  }
  const middle = newestPosition(data.rows) - list.position.selected;
  const around = data.folding === undefined ? ROWS_AROUND : ROWS_AROUND_FOLDED;
  const keep = [{from: middle - around, to: middle + around + 1}];
  const rows = placePage(data.rows, page, {requested, keep});
  return withRows(state, rows, env);
};

export const updateRead = (state: LogsState, action: ListAction, env: Env): ReadStep => {
  const {data} = state;
  switch (action.kind) {
    case 'read.poll':
      return [begunLate(state, env.now), {...poll(data), background: true}];
    case 'read.polled':
      return polled(state, action, env);
    case 'read.poll-failed': {
      const failures = data.failures + 1;
      const link = fail(data.link, action.failure, {now: env.now, retryIn: retryPause(failures)});
      const failed = withData(state, {link, failures});
      // The preview shows the failure. If there is no room for it, a message shows the failure once.
      const needsFlash =
        failures === 1 && lengthOf(data.rows) > 0 && layoutOf(logSource, state, env.size).previewRows === 0;
      return [failed, pollLater(failures), ...(needsFlash ? [flash('error', action.failure.message)] : [])];
    }
    case 'read.page':
      return readNext(withData(received(state, action, env), {pageFailure: undefined}), action.page, env);
    case 'read.page-failed':
      return [withData(state, {paging: {...data.paging, inFlight: undefined}, pageFailure: action.failure})];
    case 'read.bounds': {
      if (action.positions === undefined) return [withData(state, {rangeAppliedBy: 'neither'})];
      // The gateway ignores the range. The histogram is discarded, because it has counted entries outside of the range.
      const {kept} = data;
      const part = action.positions;
      const change = kept ? {kept: {...kept, all: {...kept.all, part}}} : {rows: {...data.rows, part}};
      const narrowed = withHistogram(withData(state, change), emptied(data.histogram));
      return readRowsInView(fit(narrowed, env), env);
    }
    default:
      return action satisfies never;
  }
};

const polled = (state: LogsState, response: Polled, env: Env): ReadStep => {
  // The start time of the next poll is recorded now, because recording it when the poll starts would redraw the screen
  // although no entries have changed.
  const link = begin(succeed(null, response.at, response.ms), env.now + retryPause(0));
  const taken = arrived(state, shown(received(withData(state, {link, failures: 0}), response, env), env), response.at);
  const [next, ...missing] = response.isBehind ? readMissing(taken, response.page.count ?? 0) : [taken];
  const {filter, rangeAppliedBy} = next.data;
  const ignored = rangeAppliedBy === 'gateway' && response.page.items.some(entry => !inRange(entry, filter.range));
  const [read, ...tasks] = readRowsInView(ignored ? withData(next, {rangeAppliedBy: 'console'}) : next, env);
  // The histogram is counted when `loadBounds` has found the rows of the range.
  if (ignored) return [read, ...missing, ...tasks, loadBounds(read.data), pollLater(0)];
  const [counting, ...counts] = countHistogram(read, env);
  const follows = state.data.failures > 0 ? followAgain(counting) : [];
  return [counting, ...missing, ...tasks, ...counts, ...follows, pollLater(0)];
};

const newestOf = ({data: {kept, rows}}: LogsState): ErrorLogEntry | undefined => newestRow(kept?.all ?? rows);

/** If the newest entry is sent again with a later time (docs/field-facts.md#18), this also counts as an arrival. */
const arrived = (before: LogsState, after: LogsState, at: number): LogsState => {
  const [last, newest] = [newestOf(before), newestOf(after)];
  const isNew = last !== undefined && (last.id !== newest?.id || last.log_time !== newest.log_time);
  return isNew ? withData(after, {arrivedAt: at}) : after;
};

const loadBounds = ({filter, kept, rows: shownRows}: LogData): Effect<ReadAction> =>
  effect<ReadAction>(
    'bounds',
    async (context, signal) => {
      const rows = kept?.all ?? shownRows;
      return {kind: 'read.bounds', positions: await findBounds({context, filter, rows, signal})};
    },
    failure => ({kind: 'read.page-failed', failure}),
  );

const begunLate = (state: LogsState, now: number): LogsState => {
  const {link} = state.data;
  const due = link.kind === 'ready' ? link.refreshing : link.kind === 'stale' ? link.retryAt : now;
  return now - (due ?? now) < SUSPENDED_MS ? state : withData(state, {link: begin(link, now)});
};
