import {isCounted, lengthOf, newestPosition, positionOf} from '@edge-console/client/rows';
import {begin, fail} from '../../core/remote.ts';
import type {Env} from '../../core/screen.ts';
import {exportDialog} from '../../exports/dialog.ts';
import {plural} from '../../format/number.ts';
import {nextTimeFormat} from '../../format/time.ts';
import {searchDialog} from '../../list/dialogs/search-dialog.ts';
import {layoutOf, withList} from '../../list/list.ts';
import {listStart} from '../../list/rows/position.ts';
import {parseSearch} from '../../list/rows/search.ts';
import {anyLog, filterParams} from '../../logs/filter.ts';
import {nginxText} from '../../output/log-fields.ts';
import {createMutes} from '../../saved/mutes.ts';
import {updateApplication} from './application.ts';
import {filterDialog, rangeDialog, timeDialog} from './dialogs.ts';
import {explainEntry} from './explain.ts';
import {emptied} from './histogram/state.ts';
import {updateHistogram, withHistogram} from './histogram/update.ts';
import {rememberDisplay, updateKept} from './kept/update.ts';
import {findTime} from './model/bounds.ts';
import {createFolding, foldedAt} from './model/folding.ts';
import {filtered, polled, received} from './model/listing.ts';
import {readNext, readRows} from './model/paging.ts';
import {poll, pollLater, pollPause} from './model/poll.ts';
import {continueSearch, searchOn} from './model/search.ts';
import {fit, selectIndex, viewedLogs} from './model/selection.ts';
import {type LogsAction, type LogsState, type LogsStep, logRows, withData} from './model/state.ts';
import {goToRequest, requestDialog, requestIdsOf} from './request.ts';
import {logSource} from './view/source.ts';

export const updateLogs = (state: LogsState, action: LogsAction, env: Env): LogsStep => {
  const {data} = state;
  switch (action.kind) {
    case 'poll-due':
      return [begunLate(state, env.now), {...poll(data), background: true}];
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
      const narrowed = withHistogram(
        withData(state, {rows: {...data.rows, part: action.span}}),
        emptied(data.histogram),
      );
      return readRows(fit(narrowed, env), env);
    }
    case 'search-step':
      return searchStep(state, action, env);
    case 'search-on':
      return continueSearch(state, action);
    case 'search-found': {
      const found = received(withData(state, {runningSearch: undefined}), action, env);
      const position = positionOf(found.data.rows, action.entry);
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
      return [next, ...tasks, rememberDisplay({fold: folding !== undefined})];
    }
    case 'unfold': {
      const entries = foldedAt(state, state.list.position.selected).map(({id}) => id);
      return viewedLogs(fit(withData(state, {unfolded: new Set([...data.unfolded, ...entries])}), env), env);
    }
    case 'ask-filter':
      return [state, filterDialog(data.filter)];
    case 'ask-range':
      return [state, rangeDialog(data.filter)];
    case 'explore': {
      const range = data.histogram.span ?? data.filter.range;
      return [state, {kind: 'goto', screen: action.screen, params: filterParams({...data.filter, range})}];
    }
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
      const isAll = isCounted(data.rows.frame) && loaded.length === lengthOf(data.rows);
      const rows = {marked: [...state.list.marked.values()], loaded, isAll};
      return [state, exportDialog({filter: data.filter, search: state.list.search, rows}, action.values)];
    }
    case 'histogram-zoom-in': {
      const {histogram, filter} = data;
      if (histogram.span === undefined) return [state];
      const [next, ...tasks] = filtered(state, {...filter, range: histogram.span}, env);
      return [withHistogram(next, {outer: [...histogram.outer, filter.range]}), ...tasks];
    }
    case 'histogram-zoom-out': {
      const range = data.histogram.outer.at(-1);
      if (range === undefined) return [state];
      const [next, ...tasks] = filtered(state, {...data.filter, range}, env);
      return [withHistogram(next, {outer: data.histogram.outer.slice(0, -1)}), ...tasks];
    }
    case 'histogram-toggle':
    case 'histogram-clear':
    case 'histogram-span':
    case 'histogram-spike':
    case 'histogram-progress':
    case 'histogram-counted':
    case 'histogram-rested':
    case 'histogram-refined':
    case 'histogram-newest':
    case 'histogram-failed': {
      const [next, ...tasks] = updateHistogram(state, action, env);
      if (action.kind !== 'histogram-toggle') return [next, ...tasks];
      const [shown, ...reads] = viewedLogs(fit(next, env), env);
      return [shown, ...tasks, ...reads, rememberDisplay({histogram: next.data.histogram.shown})];
    }
    case 'pivot': {
      if (action.id !== undefined) return [state, goToRequest(action.id)];
      const entry = logRows(state).rowAt(state.list.position.selected);
      const [id, ...others] = entry === undefined ? [] : requestIdsOf(entry);
      if (id === undefined || others.length > 0) return [state, requestDialog(id === undefined ? [] : [id, ...others])];
      return [state, goToRequest(id)];
    }
    case 'application':
    case 'application-found':
    case 'application-failed':
      return updateApplication(state, action);
    case 'explain': {
      const entry = logRows(state).rowAt(state.list.position.selected);
      const {source} = action;
      return entry === undefined ? [state] : [state, explainEntry(entry, {source, folding: data.folding})];
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
      const marked = [...state.list.marked.values()];
      if (marked.length > 0) {
        const text = marked.map(entry => nginxText(entry).trimEnd().replaceAll(/\r?\n/g, ' ')).join('\n');
        return [state, {kind: 'copy', text, what: plural(marked.length, 'entry', 'entries')}];
      }
      const entry = logRows(state).rowAt(state.list.position.selected);
      return [state, ...(entry === undefined ? [] : [{kind: 'copy', text: entry.log, what: 'the message'} as const])];
    }
    default:
      return action satisfies never;
  }
};

/** Timers are this late after a suspension of the program, in milliseconds. */
const LATE_MS = 1_000;

/** A poll counts from its start if that is later than scheduled. */
const begunLate = (state: LogsState, now: number): LogsState => {
  const {link} = state.data;
  const due = link.kind === 'ready' ? link.refreshing : link.kind === 'stale' ? link.retryAt : now;
  return now - (due ?? now) < LATE_MS ? state : withData(state, {link: begin(link, now)});
};

const searchStep = (
  state: LogsState,
  {by, target: looksFor}: LogsAction & {readonly kind: 'search-step'},
  env: Env,
): LogsStep => {
  const target = looksFor === 'error' ? looksFor : state.list.search;
  if (target === undefined) return [state, searchDialog('entries', undefined)];
  return searchOn(state, {by, target}, index => selectIndex(state, index, env));
};
