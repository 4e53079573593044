import type {Motion} from '../../commands/motions.ts';
import type {Failure} from '../../core/failure.ts';
import {type ListPosition, listStart} from '../../core/list.ts';
import {idle, type Remote} from '../../core/remote.ts';
import type {TimeFormat} from '../../format/time.ts';
import {anyLog, type LogFilter, type TimeRange} from './filter.ts';
import {noPaging, type Paging} from './paging.ts';
import {type Asked, type LogPage, type LogRows, noRows} from './rows.ts';
import type {Search, Walk} from './search.ts';

/** How the selected entry is shown: in a pane under the list, over the whole screen, or not. */
export type DetailMode = 'pane' | 'full' | 'off';

export interface ErrorLogsState {
  readonly filter: LogFilter;
  readonly rows: LogRows;
  /** Rows of one page of the gateway. */
  readonly pageSize: number;
  readonly paging: Paging;
  /** Freshness of the newest page; the rows themselves are in `rows`. */
  readonly link: Remote<null>;
  readonly position: ListPosition;
  readonly following: boolean;
  /** Total when the newest entry was last in view: what came since is `+N new`. */
  readonly seenTotal: number;
  readonly failures: number;
  readonly retryAt: number | undefined;
  readonly rowsFailure: Failure | undefined;
  /** The gateway ignores time ranges; the console finds their ends itself. */
  readonly rangeIgnored: boolean;
  readonly detail: DetailMode;
  readonly detailTop: number;
  readonly sideways: number;
  readonly times: TimeFormat;
  readonly search: Search | undefined;
  readonly searching: Walk | undefined;
}

/** Rows asked for in one request: some screens high, small enough to be read and checked in a few milliseconds. */
const PAGE_SIZE = 100;

export const errorLogsInitial: ErrorLogsState = {
  filter: anyLog,
  rows: noRows,
  pageSize: PAGE_SIZE,
  paging: noPaging,
  link: idle,
  position: listStart,
  following: true,
  seenTotal: 0,
  failures: 0,
  retryAt: undefined,
  rowsFailure: undefined,
  rangeIgnored: false,
  detail: 'pane',
  detailTop: 0,
  sideways: 0,
  times: 'local',
  search: undefined,
  searching: undefined,
};

export type ErrorLogsAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'leave'}
  | {readonly kind: 'refresh'}
  | {readonly kind: 'resized'}
  | {readonly kind: 'poll-due'}
  | {readonly kind: 'polled'; readonly page: LogPage; readonly asked: Asked; readonly at: number; readonly ms: number}
  | {readonly kind: 'poll-failed'; readonly failure: Failure}
  | {readonly kind: 'rows'; readonly page: LogPage; readonly asked: Asked}
  | {readonly kind: 'rows-failed'; readonly failure: Failure}
  | {readonly kind: 'bounds'; readonly floor: number; readonly ceiling: number}
  | {readonly kind: 'move'; readonly motion: Motion}
  | {readonly kind: 'jump-error'; readonly by: 1 | -1}
  | {readonly kind: 'ask-search'}
  | {readonly kind: 'search'; readonly text: string}
  | {readonly kind: 'search-step'; readonly by: 1 | -1}
  | ({readonly kind: 'search-on'} & Walk)
  | {readonly kind: 'search-found'; readonly position: number}
  | {readonly kind: 'search-failed'; readonly failure: Failure}
  | {readonly kind: 'search-stop'}
  | {readonly kind: 'sideways'; readonly by: number}
  | {readonly kind: 'follow'}
  | {readonly kind: 'detail'; readonly to: 'open' | 'close' | 'toggle'}
  | {readonly kind: 'times'}
  | {readonly kind: 'ask-filter'}
  | {readonly kind: 'ask-range'}
  | {readonly kind: 'clear-filter'}
  | {readonly kind: 'filter'; readonly filter: Omit<LogFilter, 'range'> & Partial<LogFilter>}
  | {readonly kind: 'range'; readonly range: TimeRange}
  | {readonly kind: 'copy'; readonly what: 'message' | 'json'};
