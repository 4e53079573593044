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

interface Paging {
  /** Positions of the rows that are expected in the requested page. Undefined if no page is requested. */
  readonly inFlight: Span | undefined;
  /** Number of pages requested since the last poll or key. */
  readonly requests: number;
}

/** What a search looks for: a text, or an entry at ERROR or worse. */
export type Target = Search | 'error';

export interface RunningSearch {
  readonly target: Target;
  /** Direction of the search: 1 towards older entries, -1 towards newer entries. */
  readonly by: 1 | -1;
  /** Entries already searched, plus those on the other side of the selected entry. Shown as the progress. */
  readonly passed: number;
}

export interface LogData {
  readonly filter: LogFilter;
  readonly rows: Rows<ErrorLogEntry>;
  /** The selected entry. It stays selected when rows move. */
  readonly anchor: ErrorLogEntry | undefined;
  readonly paging: Paging;
  /** When the newest page was read, and whether the last attempt failed. The entries themselves are in `rows`. */
  readonly link: Remote<null>;
  readonly following: boolean;
  /** `rows.end` when the newest entry was last in view. Entries that came later are counted as `+N new`. */
  readonly seenEnd: number;
  /** Consecutive failed polls. */
  readonly failures: number;
  readonly pageFailure: Failure | undefined;
  /** If the gateway ignores the range, the console applies it. Without counts, nobody can. */
  readonly rangeAppliedBy: 'gateway' | 'console' | 'nobody';
  readonly times: TimeFormat;
  /** Patterns whose rows are dimmed. */
  readonly mutes: Mutes;
  readonly runningSearch: RunningSearch | undefined;
  readonly histogram: Histogram;
  /** Whether the bookmarks, mutes and display settings of the profile have been read. */
  readonly savedRead: boolean;
  readonly bookmarks: readonly Bookmark[];
  readonly pinned: readonly ErrorLogEntry[];
  /** Undefined while rows are not folded. */
  readonly folding: Folding | undefined;
  /** Ids of the entries in folds that the operator has opened. */
  readonly unfolded: ReadonlySet<number>;
  readonly textOf: (entry: ErrorLogEntry) => EntryText;
}

export type LogsState = ListScreenState<ErrorLogEntry, LogData>;
export type LogsNeedRow = NeedsRow<ErrorLogEntry, LogData>;

export type LogsStep<A> = ListStep<ErrorLogEntry, LogData, A>;

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
