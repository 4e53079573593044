import {fitList, listStart, moveList, scrollsText, scrollText} from '../../core/list.ts';
import {begin, fail, succeed} from '../../core/remote.ts';
import type {Env, Next, Task} from '../../core/screen.ts';
import {nextTimeFormat} from '../../format/time.ts';
import {plainPaint} from '../../theme/theme.ts';
import {fullLines} from './detail-lines.ts';
import {filterDialog, rangeDialog} from './dialogs.ts';
import {findBounds, poll, pollLater, pollPause} from './effects.ts';
import {createEntryText} from './entry-text.ts';
import {anyLog, inRange, type LogFilter} from './filter.ts';
import {logsLayout} from './layout.ts';
import {noPaging, readNext, readRows} from './paging.ts';
import {type Asked, type LogPage, lengthOf, newest, noRows, placePage} from './rows.ts';
import {parseSearch} from './search.ts';
import {searchDialog, searchOn, walk} from './search-update.ts';
import {jumpToError, selectedEntry} from './selection.ts';
import type {ErrorLogsAction, ErrorLogsState} from './state.ts';

type Step = Next<ErrorLogsState, ErrorLogsAction>;

export const updateErrorLogs = (state: ErrorLogsState, action: ErrorLogsAction, env: Env): Step => {
  switch (action.kind) {
    case 'enter':
      return refresh(state, env);
    case 'refresh':
      // `last 1 h` is measured from now again.
      return state.filter.range.last === undefined ? refresh(state, env) : filtered(state, state.filter, env);
    case 'resized':
      return readRows({...state, position: fitList(state.position, extent(state, env))}, env);
    case 'leave':
      return [state, {kind: 'cancel', name: 'poll'}];
    case 'poll-due':
      return [state, {...poll(state), background: true}];
    case 'polled':
      return polled(state, action, env);
    case 'poll-failed': {
      const failures = state.failures + 1;
      const link = fail(state.link, action.failure, env.now);
      const failed = {...state, link, failures, retryAt: env.now + pollPause(failures)};
      // The pane under the list says why; where there is none, a flash does, once.
      const silent = failures === 1 && lengthOf(state.rows) > 0 && logsLayout(env.size, state).detailRows === 0;
      const {message: text} = action.failure;
      return [failed, pollLater(failures), ...(silent ? [{kind: 'flash', tone: 'error', text} as const] : [])];
    }
    case 'rows':
      return rowsCame(state, action, env);
    case 'rows-failed':
      return [{...state, paging: {...state.paging, underWay: undefined}, rowsFailure: action.failure}];
    case 'bounds':
      return bounded({...state, rows: {...state.rows, floor: action.floor, ceiling: action.ceiling}}, env);
    case 'move':
      if (state.detail === 'full' && scrollsText(action.motion)) {
        return [{...state, detailTop: scrollText(state.detailTop, action.motion, detailExtent(state, env))}];
      }
      return moved(state, moveList(state.position, action.motion, extent(state, env)), env);
    case 'jump-error':
      return moved(state, fitList(jumpToError(state, action.by), extent(state, env)), env);
    case 'ask-search':
      return [state, searchDialog(state.search)];
    case 'search': {
      if (action.text === '') return [{...state, search: undefined}];
      const search = parseSearch(action.text);
      return typeof search === 'string'
        ? [state]
        : searchOn({...state, search}, 1, index => select({...state, search}, index, env));
    }
    case 'search-step':
      return searchOn(state, action.by, index => select(state, index, env));
    case 'search-on':
      return walk(state, action);
    case 'search-found':
      return select({...state, searching: undefined}, newest(state.rows) - action.position, env);
    case 'search-failed':
      return [
        {...state, searching: undefined},
        {kind: 'flash', tone: 'error', text: action.failure.message},
      ];
    case 'search-stop':
      // The first Esc stops reading on, the next one takes the marks away.
      if (state.searching === undefined) return [{...state, search: undefined}];
      return [
        {...state, searching: undefined},
        {kind: 'cancel', name: 'search'},
      ];
    case 'sideways':
      return [{...state, sideways: Math.max(0, state.sideways + action.by)}];
    case 'follow':
      if (state.following) return [{...state, following: false, seenTotal: state.rows.total}];
      return moved({...state, following: true}, listStart, env);
    case 'detail':
      return detail(state, action.to, env);
    case 'times':
      return [{...state, times: nextTimeFormat(state.times)}];
    case 'ask-filter':
      return [state, filterDialog(state.filter)];
    case 'ask-range':
      return [state, rangeDialog(state.filter)];
    case 'clear-filter':
      return filtered(state, anyLog, env);
    case 'filter':
      return filtered(state, {range: state.filter.range, ...action.filter}, env);
    case 'range':
      return filtered(state, {...state.filter, range: action.range}, env);
    case 'copy':
      return [state, ...copy(state, action.what)];
    default:
      return action satisfies never;
  }
};

/** Shows the row of an index in the middle of the list, unless it is in view already. */
const select = (state: ErrorLogsState, index: number, env: Env): Step => {
  const {height} = extent(state, env);
  const {top} = state.position;
  const inView = index >= top && index < top + height;
  const position = {selected: index, top: inView ? top : index - Math.floor(height / 2)};
  return moved(state, fitList(position, extent(state, env)), env);
};

/** The selected entry in full: its rows, and how many of them are in view. */
const detailExtent = (state: ErrorLogsState, {size, now}: Env) => {
  const entry = selectedEntry(state);
  const look = {paint: plainPaint, cells: size.columns - 2, now};
  const lines = entry === undefined ? 0 : fullLines(entry, createEntryText()(entry), look).length;
  return {lines, height: size.rows - (logsLayout(size, state).rules ? 2 : 1)};
};

const extent = (state: ErrorLogsState, env: Env) => ({
  count: lengthOf(state.rows),
  height: logsLayout(env.size, state).listRows,
});

const refresh = (state: ErrorLogsState, env: Env): Step => [
  {...state, link: begin(state.link, env.now), retryAt: undefined, rowsFailure: undefined},
  poll(state),
];

/** Another filter is another listing: what was read belongs to the old one. */
const filtered = (state: ErrorLogsState, filter: LogFilter, env: Env): Step => {
  const range =
    filter.range.last === undefined
      ? filter.range
      : {...filter.range, from: Math.floor(env.now / 1000) - filter.range.last};
  const fresh = {
    ...state,
    filter: {...filter, range},
    rows: noRows,
    paging: noPaging,
    position: {selected: 0, top: 0},
    seenTotal: 0,
    rangeIgnored: false,
    searching: undefined,
  };
  return [
    {
      ...fresh,
      link: begin(state.link.kind === 'ready' || state.link.kind === 'stale' ? {kind: 'idle'} : state.link, env.now),
      failures: 0,
      retryAt: undefined,
      rowsFailure: undefined,
    },
    {kind: 'cancel', name: 'rows'},
    {kind: 'cancel', name: 'bounds'},
    {kind: 'cancel', name: 'search'},
    poll(fresh),
  ];
};

interface Came {
  readonly page: LogPage;
  readonly asked: Asked;
}

const polled = (state: ErrorLogsState, came: Came & {at: number; ms: number}, env: Env): Step => {
  const healthy = {...state, link: succeed(null, came.at, came.ms), failures: 0, retryAt: undefined};
  const next = received(withPageSizeOf(healthy, came.page), came, env);
  const ignored = !next.rangeIgnored && came.page.items.some(entry => !inRange(entry, next.filter.range));
  const marked = ignored ? {...next, rangeIgnored: true} : next;
  const [shown, ...tasks] = readRows(marked, env);
  return [shown, ...tasks, ...(ignored ? [findBounds(shown)] : []), pollLater(0)];
};

const rowsCame = (state: ErrorLogsState, came: Came, env: Env): Step =>
  readNext({...received(state, came, env), rowsFailure: undefined}, came, env);

/** A gateway may give pages of another size than it is asked for: then all are read at its own, or rows would be missed. */
const withPageSizeOf = (state: ErrorLogsState, page: LogPage): ErrorLogsState => {
  const came = page.items.length;
  const other = came > page.pageSize || (came > 0 && came < page.pageSize && (page.count ?? 0) > came);
  return other ? {...state, pageSize: came, rows: {...noRows, answers: state.rows.answers}} : state;
};

/** The ends of a range leave fewer rows than there seemed to be. */
const bounded = (state: ErrorLogsState, env: Env): Step =>
  readRows({...state, position: fitList(state.position, extent(state, env))}, env);

/** Takes a page in. What is being read stays under the operator's eyes; only at the top, following, the list moves on. */
const received = (state: ErrorLogsState, {page, asked}: Came, env: Env): ErrorLogsState => {
  const {selected, top} = state.position;
  const first = state.rows.total === 0;
  const rows = placePage(state.rows, page, {around: newest(state.rows) - selected, asked: asked.answers});
  const came = newest(rows) - newest(state.rows);
  const atTop = first || (state.following && selected === 0 && top === 0);
  const position = atTop ? state.position : {selected: selected + came, top: top + came};
  const moved = {...state, rows, position: fitList(position, {...extent({...state, rows}, env)})};
  return atTop ? {...moved, seenTotal: rows.total} : moved;
};

const moved = (state: ErrorLogsState, position: ErrorLogsState['position'], env: Env): Step => {
  const seen = position.top === 0 && state.following ? state.rows.total : state.seenTotal;
  return readRows({...state, position, detailTop: 0, seenTotal: seen}, env);
};

const detail = (state: ErrorLogsState, to: 'open' | 'close' | 'toggle', env: Env): Step => {
  const next = {...state, detailTop: 0};
  if (to === 'open') return [{...next, detail: 'full'}];
  if (to === 'close') return [{...next, detail: state.detail === 'full' ? 'pane' : state.detail}];
  const toggled: ErrorLogsState = {...next, detail: state.detail === 'pane' ? 'off' : 'pane'};
  return readRows({...toggled, position: fitList(toggled.position, extent(toggled, env))}, env);
};

const copy = (state: ErrorLogsState, what: 'message' | 'json'): Task<ErrorLogsAction>[] => {
  const entry = selectedEntry(state);
  if (entry === undefined) return [];
  return what === 'message'
    ? [{kind: 'copy', text: entry.log, what: 'the message'}]
    : [{kind: 'copy', text: JSON.stringify(entry), what: 'the entry as JSON'}];
};
