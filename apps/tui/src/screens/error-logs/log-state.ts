import type {Rows, Span} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../core/failure.ts';
import {idle, type Remote} from '../../core/remote.ts';
import type {TimeFormat} from '../../format/time.ts';
import type {ListScreenState, ListStep, NeedsRow} from '../../list/list.ts';
import type {Search} from '../../list/rows/search.ts';
import {anyLog, type LogFilter} from '../../logs/filter.ts';
import type {Bookmark} from '../../saved/bookmarks.ts';
import {createMutes, type Mutes} from '../../saved/mutes.ts';
import {type Histogram, initialHistogram} from './histogram/state.ts';
import {type EntryText, readEntryText} from './model/entry-text.ts';
import type {Folding} from './model/folding.ts';
import {logRows, noRows} from './model/rows.ts';

/** The requests for pages that the view lacks. */
interface Paging {
  /** Positions that the page in flight is expected to have. */
  readonly inFlight: Span | undefined;
  /** Pages requested since the last poll or key. */
  readonly requests: number;
}

/** What a search looks for: a text, or an entry at ERROR or worse. */
export type Target = Search | 'error';

/** A search that reads entries which are not in memory. */
export interface RunningSearch {
  readonly target: Target;
  /** 1 to older entries, -1 to newer ones. */
  readonly by: 1 | -1;
  /** Entries that are searched, including those on the other side of the selected entry. */
  readonly passed: number;
}

/** Data of the error-logs screen. */
export interface LogData {
  readonly filter: LogFilter;
  readonly rows: Rows<ErrorLogEntry>;
  /** The selected entry: the selection stays on it when rows move. */
  readonly anchor: ErrorLogEntry | undefined;
  readonly paging: Paging;
  /** Freshness of the newest page; the entries are in `rows`. */
  readonly link: Remote<null>;
  readonly following: boolean;
  /** End of the list when its newest entry was last in view. Later entries are counted as `+N new`. */
  readonly seenEnd: number;
  /** Consecutive failed polls. */
  readonly failures: number;
  readonly pageFailure: Failure | undefined;
  /** What applies the time range. The console does if the gateway ignores it, but needs counts for that. */
  readonly rangeAppliedBy: 'gateway' | 'console' | 'nobody';
  readonly times: TimeFormat;
  /** Patterns whose rows are drawn as muted. */
  readonly mutes: Mutes;
  readonly runningSearch: RunningSearch | undefined;
  readonly histogram: Histogram;
  /** Whether bookmarks, mutes and display settings of the profile were read. */
  readonly savedRead: boolean;
  readonly bookmarks: readonly Bookmark[];
  /** Entries pinned above the list. */
  readonly pinned: readonly ErrorLogEntry[];
  /** Undefined while rows are not folded. */
  readonly folding: Folding | undefined;
  /** Ids of the entries whose folds were opened. */
  readonly unfolded: ReadonlySet<number>;
  readonly textOf: (entry: ErrorLogEntry) => EntryText;
}

export type LogsState = ListScreenState<ErrorLogEntry, LogData>;
export type LogsNeedRow = NeedsRow<ErrorLogEntry, LogData>;

/** The next state, and tasks that end in actions of a feature. */
export type LogsStep<A> = ListStep<ErrorLogEntry, LogData, A>;

/** Data of a list of which nothing was read. */
export const unreadList = {
  rows: noRows,
  anchor: undefined,
  paging: {inFlight: undefined, requests: 0},
  seenEnd: 0,
  failures: 0,
  pageFailure: undefined,
  rangeAppliedBy: 'gateway',
  runningSearch: undefined,
  unfolded: new Set<number>(),
} satisfies Partial<LogData>;

export const initialLogs: LogData = {
  ...unreadList,
  filter: anyLog,
  link: idle,
  following: true,
  times: 'local',
  mutes: createMutes([]),
  histogram: initialHistogram,
  savedRead: false,
  bookmarks: [],
  pinned: [],
  folding: undefined,
  textOf: readEntryText,
};

export const withData = (state: LogsState, change: Partial<LogData>): LogsState => ({
  ...state,
  data: {...state.data, ...change},
});

export const selectedEntry = (state: LogsState): ErrorLogEntry | undefined =>
  logRows(state).rowAt(state.list.position.selected);
