import type {Env, Next} from '../../core/screen.ts';
import {loadPage} from './effects.ts';
import {logsLayout} from './layout.ts';
import {type Asked, type LogPage, pageOf, positionBase, unread} from './rows.ts';
import type {ErrorLogsAction, ErrorLogsState} from './state.ts';

/** How pages are read as the view needs them. */
export interface Paging {
  /** The highest and the lowest position that the page under way should bring. */
  readonly underWay: Span | undefined;
  /** Pages asked for since the last poll or key. */
  readonly asked: number;
  /** Entries that arrived while the last page was under way: the next one will be that much further down. */
  readonly late: number;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

export const noPaging: Paging = {underWay: undefined, asked: 0, late: 0};

type Step = Next<ErrorLogsState, ErrorLogsAction>;

const spanOf = (first: number, pageSize: number): Span => ({first, last: first - pageSize + 1});
const isIn = (position: number, {first, last}: Span): boolean => position <= first && position >= last;

/** After a poll or a key: asks for the page that the view lacks, if it is not under way already. */
export const readRows = (state: ErrorLogsState, env: Env): Step =>
  readOn({...state, paging: {...state.paging, asked: 0}}, env);

/**
 * After a page. What it should have brought and did not is left to the next poll, and so is what many pages did not
 * bring, so that no gateway is asked without pause.
 */
export const readNext = (state: ErrorLogsState, {page, asked}: {page: LogPage; asked: Asked}, env: Env): Step => {
  const counted = positionBase(page);
  const late = Math.max(0, counted - asked.counted);
  const came = spanOf(counted - 1 - (page.page - 1) * page.pageSize, page.pageSize);
  return readOn({...state, paging: {...state.paging, underWay: undefined, late}}, env, came);
};

const readOn = (state: ErrorLogsState, env: Env, came?: Span): Step => {
  const {rows, paging, pageSize} = state;
  const wanted = wantedOf(state, env);
  if (wanted === undefined || paging.asked >= mostPages(state, env)) return [state];
  if ([came, paging.underWay].some(span => span !== undefined && isIn(wanted, span))) return [state];
  const total = rows.counted + paging.late;
  const page = pageOf(wanted, {total, pageSize});
  const underWay = spanOf(total - 1 - (page - 1) * pageSize, pageSize);
  return [{...state, paging: {...paging, underWay, asked: paging.asked + 1}}, loadPage(state, page)];
};

/** What the view lacks goes first, then what in it may have moved, then what it will need when the operator goes on. */
const wantedOf = ({rows, position: {top}, ...state}: ErrorLogsState, env: Env): number | undefined => {
  const {listRows} = logsLayout(env.size, state);
  const view = {from: top, to: top + listRows - 1};
  return (
    unread(rows, view, 'not held') ??
    unread(rows, view, 'not sure') ??
    unread(rows, {from: top - listRows, to: top + 2 * listRows}, 'not sure')
  );
};

/** Twice the pages of what is read ahead, and some more for those that arrivals pushed on. */
const mostPages = (state: ErrorLogsState, env: Env): number =>
  4 + 2 * Math.ceil((3 * logsLayout(env.size, state).listRows) / state.pageSize);
