import {
  emptyRows,
  lengthOf,
  movedBy,
  newestPosition,
  placePage,
  positionOf,
  type Requested,
} from '@edge-console/client/rows';
import {begin, succeed} from '../../../core/remote.ts';
import {type Env, effect} from '../../../core/screen.ts';
import {withList} from '../../../list/list.ts';
import {listStart} from '../../../list/rows/position.ts';
import {inRange, type LogFilter} from '../../../logs/filter.ts';
import {readMutes} from '../../../saved/mutes.ts';
import {emptied} from '../histogram/state.ts';
import {cancelHistogram, countHistogram} from '../histogram/update.ts';
import {readKept} from '../kept/update.ts';
import {findBounds} from './bounds.ts';
import {readRows} from './paging.ts';
import {poll, pollLater, pollPause} from './poll.ts';
import {fit} from './selection.ts';
import {type LogPage, type LogsAction, type LogsState, type LogsStep, noPaging, withData} from './state.ts';

/** Rows kept on either side of the selected row. */
const KEEP = 500;
/** The same where rows are folded: a view may have hundreds in a line. */
const KEEP_FOLDED = 2_500;
/** Rows around a selected row that is no longer listed, by which its place is kept. */
const REACH = 50;

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
  const {histogram} = data;
  const idle = {...histogram, countingNewest: false, ...(histogram.counting && {counting: false, asked: undefined})};
  return [
    withData(state, {link, pageFailure: undefined, histogram: idle}),
    poll(data),
    loadMutes,
    ...(why === 'enter' ? [readKept] : []),
  ];
};

/** What cannot be read mutes nothing. */
const loadMutes = effect<LogsAction>(
  'mutes',
  async ({preferences, now}) => ({kind: 'mutes', mutes: await readMutes(preferences(), now())}),
  () => ({kind: 'mutes', mutes: []}),
);

/** Shows another list: nothing that was read for the old one is kept. */
export const filtered = (state: LogsState, filter: LogFilter, env: Env): LogsStep => {
  const {data} = state;
  const {last} = filter.range;
  const range = last === undefined ? filter.range : {...filter.range, from: Math.floor(env.now / 1000) - last};
  const hadData = data.link.kind === 'ready' || data.link.kind === 'stale';
  const fresh = withData(state, {
    filter: {...filter, range},
    rows: emptyRows(data.rows.frame.pageSize),
    paging: noPaging,
    link: begin(hadData ? {kind: 'idle'} : data.link, env.now),
    anchor: undefined,
    seenEnd: 0,
    failures: 0,
    pageFailure: undefined,
    range: 'gateway',
    runningSearch: undefined,
    histogram: {...emptied(data.histogram), outer: []},
    unfolded: new Set(),
  });
  return [
    withList(fresh, {position: listStart, marked: new Map(), open: false, detailTop: 0}),
    {kind: 'cancel', name: 'page'},
    {kind: 'cancel', name: 'bounds'},
    {kind: 'cancel', name: 'search'},
    ...cancelHistogram,
    poll(fresh.data),
  ];
};

interface Response {
  readonly page: LogPage;
  readonly requested: Requested;
}

/** Places the newest page, and reads what its arrival calls for. */
export const polled = (state: LogsState, response: Response & {at: number; ms: number}, env: Env): LogsStep => {
  // From then on the next poll is awaited: no frame is drawn for its start.
  const link = begin(succeed(null, response.at, response.ms), env.now + pollPause(0));
  const next = received(withData(state, {link, failures: 0}), response, env);
  const {filter, range} = next.data;
  const ignored = range === 'gateway' && response.page.items.some(entry => !inRange(entry, filter.range));
  const [shown, ...tasks] = readRows(ignored ? withData(next, {range: 'console'}) : next, env);
  // Times that the gateway ignores are known when the bounds are.
  const [counting, ...counts] = ignored ? [shown] : countHistogram(shown, env);
  return [counting, ...tasks, ...(ignored ? [findBounds(shown.data)] : []), ...counts, pollLater(0)];
};

/** Places a page. Rows in view stay in view; at the top while following, new rows appear. */
export const received = (state: LogsState, {page, requested}: Response, env: Env): LogsState => {
  const {data, list} = state;
  const {selected, top} = list.position;
  const middle = newestPosition(data.rows) - selected;
  const kept = data.folding === undefined ? KEEP : KEEP_FOLDED;
  const keep = [{from: middle - kept, to: middle + kept + 1}];
  const rows = placePage(data.rows, page, {requested, keep});
  const atTop = lengthOf(data.rows) === 0 || (data.following && selected === 0 && top === 0);
  if (atTop) return withData(fit(withData(state, {rows}), env), {seenEnd: rows.end, anchor: undefined});
  const found = data.anchor && positionOf(rows, data.anchor);
  const to = found ?? middle + movedBy(data.rows, rows, {position: middle, reach: REACH});
  const by = newestPosition(rows) - to - selected;
  const position = {selected: selected + by, top: top + by};
  return fit(withList(withData(state, {rows}), {position}), env);
};
