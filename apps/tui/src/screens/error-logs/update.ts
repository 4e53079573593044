import {lengthOf, narrow, newestPosition, type Requested, rowAt} from '@edge-console/client/rows';
import {begin, fail, succeed} from '../../core/remote.ts';
import {type Env, effect} from '../../core/screen.ts';
import {exportDialog} from '../../exports/dialog.ts';
import {nextTimeFormat} from '../../format/time.ts';
import {searchDialog} from '../../list/dialogs.ts';
import {extentOf, fitted, layoutOf, withList} from '../../list/list.ts';
import {type ListPosition, listStart, middleTop, viewEnd} from '../../list/position.ts';
import {parseSearch} from '../../list/search.ts';
import {anyLog, inRange, type LogFilter} from '../../logs/filter.ts';
import {filterParams} from '../../logs/filter-params.ts';
import {createMutes, readMutes} from '../../saved/mutes.ts';
import {filterDialog, rangeDialog, timeDialog} from './dialogs.ts';
import {keepLook, readKept, updateKept} from './kept/update.ts';
import {findBounds, findTime} from './model/bounds.ts';
import {createFolding, foldedAt} from './model/folding.ts';
import {readNext, readRows} from './model/paging.ts';
import {poll, pollLater, pollPause} from './model/poll.ts';
import {goToRequest, requestDialog, requestIdsOf} from './model/request.ts';
import {continueSearch, searchOn} from './model/search.ts';
import {
  type LogPage,
  type LogsAction,
  type LogsState,
  type LogsStep,
  logModel,
  logRows,
  noPaging,
  withData,
} from './model/state.ts';
import {emptied} from './strip/state.ts';
import {countStrip, updateStrip, withStrip, withVisibleSpan} from './strip/update.ts';
import {logSource} from './view/source.ts';

/** Rows kept on either side of the selected row. */
const KEEP = 500;
/** The same where rows are folded: a view may have hundreds in a line. */
const KEEP_FOLDED = 2_500;
/** Rows around a selected row that is no longer listed, by which its place is kept. */
const REACH = 50;

export const updateLogs = (state: LogsState, action: LogsAction, env: Env): LogsStep => {
  const {data} = state;
  switch (action.kind) {
    case 'poll-due':
      return [state, {...poll(data), background: true}];
    case 'polled':
      return polled(state, action, env);
    case 'poll-failed': {
      const failures = data.failures + 1;
      const link = fail(data.link, action.failure, {now: env.now, retryIn: pollPause(failures)});
      const failed = withData(state, {link, failures});
      // The preview shows the reason; without a preview, a flash shows it once.
      const needsFlash =
        failures === 1 && lengthOf(data.rows) > 0 && layoutOf(logSource, state, env.size).previewRows === 0;
      const {message: text} = action.failure;
      return [failed, pollLater(failures), ...(needsFlash ? [{kind: 'flash', tone: 'error', text} as const] : [])];
    }
    case 'page':
      return readNext(withData(received(state, action, env), {pageFailure: undefined}), action.page, env);
    case 'page-failed':
      return [withData(state, {paging: {...data.paging, inFlight: undefined}, pageFailure: action.failure})];
    case 'bounds': {
      if (action.span === undefined) return [withData(state, {range: 'ignored'})];
      // Counts made before cover the whole list.
      const narrowed = withStrip(withData(state, {rows: narrow(data.rows, action.span)}), emptied(data.strip));
      return readRows(fit(narrowed, env), env);
    }
    case 'search-step':
      return searchStep(state, action, env);
    case 'search-on':
      return continueSearch(state, action);
    case 'search-found': {
      const found = received(withData(state, {runningSearch: undefined}), action, env);
      const position = logModel.find(found.data.rows, action.entry);
      if (position === undefined) return [found];
      return selectIndex(found, newestPosition(found.data.rows) - position, env);
    }
    case 'ask-time':
      return [state, timeDialog()];
    case 'at':
      return [state, findTime(data, action.time)];
    case 'time-found':
      return selectIndex(state, Math.max(0, newestPosition(data.rows) - action.position), env);
    case 'search-failed': {
      const {message: text, hint} = action.failure;
      return [withData(state, {runningSearch: undefined}), {kind: 'flash', tone: 'error', text, hint}];
    }
    case 'follow':
      if (data.following) return [withData(state, {following: false, seenEnd: data.rows.end})];
      return viewedLogs(withList(withData(state, {following: true}), {position: listStart, detailTop: 0}), env);
    case 'times':
      return [withData(state, {times: nextTimeFormat(data.times)})];
    case 'fold': {
      const folding = data.folding === undefined ? createFolding() : undefined;
      const [next, ...tasks] = viewedLogs(fit(withData(state, {folding, unfolded: new Set()}), env), env);
      return [next, ...tasks, keepLook({fold: folding !== undefined})];
    }
    case 'unfold': {
      const entries = foldedAt(state, state.list.position.selected).map(({id}) => id);
      return viewedLogs(fit(withData(state, {unfolded: new Set([...data.unfolded, ...entries])}), env), env);
    }
    case 'ask-filter':
      return [state, filterDialog(data.filter)];
    case 'ask-range':
      return [state, rangeDialog(data.filter)];
    case 'explore':
      return [state, {kind: 'goto', screen: action.screen, params: filterParams(data.filter)}];
    case 'clear-filter':
      return filtered(state, anyLog, env);
    case 'filter': {
      const {search: text} = action;
      const search = text === undefined || text === '' ? undefined : parseSearch(text);
      const searched =
        text === undefined ? state : withList(state, {search: typeof search === 'string' ? undefined : search});
      return filtered(searched, {range: data.filter.range, ...action.filter}, env);
    }
    case 'narrow': {
      const {[action.part]: _, ...others} = data.filter;
      return filtered(state, {...others, ...action.filter, range: data.filter.range}, env);
    }
    case 'range':
      return filtered(state, {...data.filter, range: action.range}, env);
    case 'export': {
      const loaded = [...data.rows.slots].toSorted(([one], [other]) => other - one).flatMap(([, {row}]) => row ?? []);
      const rows = {marked: [...state.list.marked.values()], loaded};
      return [state, exportDialog({filter: data.filter, rows}, action.values)];
    }
    case 'strip-zoom-in': {
      const {strip, filter} = data;
      if (strip.span === undefined) return [state];
      const [next, ...tasks] = filtered(state, {...filter, range: strip.span}, env);
      return [withStrip(next, {outer: [...strip.outer, filter.range]}), ...tasks];
    }
    case 'strip-zoom-out': {
      const range = data.strip.outer.at(-1);
      if (range === undefined) return [state];
      const [next, ...tasks] = filtered(state, {...data.filter, range}, env);
      return [withStrip(next, {outer: data.strip.outer.slice(0, -1)}), ...tasks];
    }
    case 'strip-toggle':
    case 'strip-clear':
    case 'strip-span':
    case 'strip-counted':
    case 'strip-failed': {
      const [next, ...tasks] = updateStrip(state, action, env);
      if (action.kind !== 'strip-toggle') return [next, ...tasks];
      const [shown, ...reads] = viewedLogs(fit(next, env), env);
      return [shown, ...tasks, ...reads, keepLook({strip: next.data.strip.shown})];
    }
    case 'pivot': {
      if (action.id !== undefined) return [state, goToRequest(action.id)];
      const entry = logRows(state).rowAt(state.list.position.selected);
      const [id, ...others] = entry === undefined ? [] : requestIdsOf(entry);
      if (id === undefined || others.length > 0) return [state, requestDialog(id === undefined ? [] : [id, ...others])];
      return [state, goToRequest(id)];
    }
    case 'kept-read':
    case 'pin': {
      const [next, ...tasks] = updateKept(state, action);
      const [shown, ...reads] = viewedLogs(fit(next, env), env);
      return [shown, ...tasks, ...reads];
    }
    case 'kept-failed':
    case 'kept-saved':
    case 'bookmark':
    case 'bookmarks':
    case 'bookmark-step':
    case 'bookmark-gone':
      return updateKept(state, action);
    case 'mutes':
      return [withData(state, {mutes: createMutes(action.mutes)})];
    case 'copy': {
      const entry = logRows(state).rowAt(state.list.position.selected);
      return [state, ...(entry === undefined ? [] : [{kind: 'copy', text: entry.log, what: 'the message'} as const])];
    }
    default:
      return action satisfies never;
  }
};

/** Polls. A refresh recomputes a relative range from now. */
export const readLogs = (state: LogsState, env: Env, why: 'enter' | 'refresh'): LogsStep => {
  const {data} = state;
  if (why === 'refresh' && data.filter.range.last !== undefined) {
    const {position, marked, open, detailTop} = state.list;
    const [next, ...tasks] = filtered(state, data.filter, env);
    return [withList(next, {position, marked, open, detailTop}), ...tasks];
  }
  const link = begin(data.link, env.now);
  // A count that was cancelled when another view came to the front is asked for again.
  const {strip} = data;
  const idle = strip.counting ? {...strip, counting: false, asked: undefined} : strip;
  return [
    withData(state, {link, pageFailure: undefined, strip: idle}),
    poll(data),
    loadMutes,
    ...(why === 'enter' ? [readKept] : []),
  ];
};

/** What cannot be read mutes nothing. */
const loadMutes = effect<LogsAction>(
  'mutes',
  async ({keep, now}) => ({kind: 'mutes', mutes: await readMutes(keep(), now())}),
  () => ({kind: 'mutes', mutes: []}),
);

/** After the view moved: new entries at the top are seen, and what the view lacks is read. */
export const viewedLogs = (before: LogsState, env: Env): LogsStep => {
  const state = withVisibleSpan(before, env);
  const {following, rows, seenEnd} = state.data;
  const {selected, top} = state.list.position;
  const seen = following && top === 0 ? rows.end : seenEnd;
  return readRows(withData(state, {seenEnd: seen, anchor: rowAt(rows, newestPosition(rows) - selected)}), env);
};

const searchStep = (
  state: LogsState,
  {by, target: looksFor}: LogsAction & {readonly kind: 'search-step'},
  env: Env,
): LogsStep => {
  const target = looksFor === 'error' ? looksFor : state.list.search;
  if (target === undefined) return [state, searchDialog('Search the error logs', undefined)];
  return searchOn(state, {by, target}, index => selectIndex(state, index, env));
};

/** Selects the row of an index, and brings it into view. */
export const selectIndex = (state: LogsState, index: number, env: Env): LogsStep =>
  viewedLogs(select(state, index, env), env);

const fit = (state: LogsState, env: Env): LogsState => fitted(logSource, state, env);

/** Selects the row of an index: in the middle of the list, unless it is in view already. */
const select = (state: LogsState, index: number, env: Env): LogsState => {
  const extent = extentOf(logSource, state, env);
  const {top} = state.list.position;
  const inView = index >= top && index < viewEnd(top, extent).end;
  const position: ListPosition = {selected: index, top: inView ? top : middleTop(index, extent)};
  return fit(withList(state, {position, detailTop: 0}), env);
};

/** Shows another list: nothing that was read for the old one is kept. */
const filtered = (state: LogsState, filter: LogFilter, env: Env): LogsStep => {
  const {data} = state;
  const {last} = filter.range;
  const range = last === undefined ? filter.range : {...filter.range, from: Math.floor(env.now / 1000) - last};
  const hadData = data.link.kind === 'ready' || data.link.kind === 'stale';
  const fresh = withData(state, {
    filter: {...filter, range},
    rows: logModel.empty(data.rows.frame.pageSize),
    paging: noPaging,
    link: begin(hadData ? {kind: 'idle'} : data.link, env.now),
    anchor: undefined,
    seenEnd: 0,
    failures: 0,
    pageFailure: undefined,
    range: 'gateway',
    runningSearch: undefined,
    strip: {...emptied(data.strip), outer: []},
    unfolded: new Set(),
  });
  return [
    withList(fresh, {position: listStart, marked: new Map(), open: false, detailTop: 0}),
    {kind: 'cancel', name: 'page'},
    {kind: 'cancel', name: 'bounds'},
    {kind: 'cancel', name: 'search'},
    {kind: 'cancel', name: 'strip'},
    poll(fresh.data),
  ];
};

interface Response {
  readonly page: LogPage;
  readonly requested: Requested;
}

const polled = (state: LogsState, response: Response & {at: number; ms: number}, env: Env): LogsStep => {
  const link = succeed(null, response.at, response.ms);
  const next = received(withData(state, {link, failures: 0}), response, env);
  const {filter, range} = next.data;
  const ignored = range === 'gateway' && response.page.items.some(entry => !inRange(entry, filter.range));
  const [shown, ...tasks] = readRows(ignored ? withData(next, {range: 'console'}) : next, env);
  // Times that the gateway ignores are known when the bounds are.
  const [counting, ...counts] = ignored ? [shown] : countStrip(shown, env);
  return [counting, ...tasks, ...(ignored ? [findBounds(shown.data)] : []), ...counts, pollLater(0)];
};

/** Places a page. Rows in view stay in view; at the top while following, new rows appear. */
const received = (state: LogsState, {page, requested}: Response, env: Env): LogsState => {
  const {data, list} = state;
  const {selected, top} = list.position;
  const middle = newestPosition(data.rows) - selected;
  const kept = data.folding === undefined ? KEEP : KEEP_FOLDED;
  const keep = [{from: middle - kept, to: middle + kept + 1}];
  const rows = logModel.place(data.rows, page, {requested, keep});
  const atTop = lengthOf(data.rows) === 0 || (data.following && selected === 0 && top === 0);
  if (atTop) return withData(fit(withData(state, {rows}), env), {seenEnd: rows.end, anchor: undefined});
  const found = data.anchor && logModel.find(rows, data.anchor);
  const to = found ?? middle + logModel.moved(data.rows, rows, {position: middle, reach: REACH});
  const by = newestPosition(rows) - to - selected;
  const position = {selected: selected + by, top: top + by};
  return fit(withList(withData(state, {rows}), {position}), env);
};
