import type {PositionRange, Rows} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../core/failure.ts';
import {idle, type Remote} from '../../core/remote.ts';
import type {TimeFormat} from '../../format/time.ts';
import type {ListScreenState, ListStep, NeedsRow} from '../../list/list.ts';
import type {ConditionField} from '../../logs/conditions/entry-condition.ts';
import {anyLog, type LogFilter} from '../../logs/filter.ts';
import {type Messages, noMessages} from '../../logs/messages.ts';
import {type EntrySearch, matchesEntry} from '../../logs/value-search.ts';
import type {Bookmark} from '../../saved/bookmarks.ts';
import {createMutes, type Mutes} from '../../saved/mutes.ts';
import {type Histogram, initialHistogram} from './histogram/state.ts';
import type {KeptList} from './kept/kept-list.ts';
import type {EntryMemory} from './kept/read-list.ts';
import type {Reading, StopReason} from './kept/reading.ts';
import type {IsMatch} from './model/caches.ts';
import {type EntryText, readEntryText} from './model/entry-text.ts';
import type {Folding} from './model/folding.ts';
import {logRows, noRows} from './model/log-rows.ts';

interface Paging {
  readonly inFlight: PositionRange | undefined;
  /** Number of pages requested since the last poll or key press. */
  readonly requests: number;
}

/** `error` means an entry at ERROR or worse. */
export type Target = EntrySearch | 'error';

export interface RunningSearch {
  readonly target: Target;
  /** 1 towards older entries, -1 towards newer entries. */
  readonly by: 1 | -1;
  /** Progress of the search: number of entries newer than the current position if `by` is 1, or older if `by` is -1. */
  readonly passed: number;
}

/** State of a list with conditions that the console tests. {@link LogData.rows} has only the entries that pass. */
interface KeptReading extends Pick<Reading, 'backTo'> {
  /** `stopped` by the operator or at a limit. `incomplete` if entries may be missing at the end of the list. */
  readonly state: 'reading' | 'stopped' | 'complete' | 'incomplete' | 'failed';
  /** Also counts entries that fail a condition. */
  readonly read: number;
  readonly malformed: number;
  readonly stopReason: StopReason | undefined;
  /** The rows as received. They include entries that fail a condition, because the gateway tests few conditions. */
  readonly all: Rows<ErrorLogEntry>;
  readonly list: KeptList;
  /** When all entries are tested again, the old rows stay until this many matching entries are found. */
  readonly awaited: number;
  readonly isFollowed: boolean;
  readonly failures: number;
}

interface DeploySigns {
  readonly expressions: readonly string[];
  readonly isDeploy: (entry: ErrorLogEntry) => boolean;
}

export interface LogData {
  readonly filter: LogFilter;
  readonly rows: Rows<ErrorLogEntry>;
  /** Undefined if the filter has no conditions. */
  readonly kept?: KeptReading | undefined;
  /** A mutable object. `kept` and `rows` are copies of its state at the last screen update. */
  readonly reading?: Reading | undefined;
  readonly memory: EntryMemory;
  /** Lines from the top of the view to the end of the selected row. If set, rows loaded above do not move that row. */
  readonly heldLines?: number | undefined;
  /** The list with conditions to return to. Set while the list without conditions is shown. */
  readonly inPlace?: LogsState | undefined;
  /** The selected entry. It stays selected when rows move. */
  readonly anchor: ErrorLogEntry | undefined;
  readonly paging: Paging;
  /** State of the polls. The polled entries are in `rows`. */
  readonly link: Remote<null>;
  readonly following: boolean;
  /** Value of `rows.end` when the newest entry was last in view. Later entries are counted as `+N new`. */
  readonly seenEnd: number;
  /** When a poll last returned a new entry, in epoch milliseconds of the console's clock. */
  readonly arrivedAt?: number | undefined;
  readonly failures: number;
  readonly pageFailure: Failure | undefined;
  /** `neither` if the gateway ignores the range and sends no counts, which the console needs to apply the range. */
  readonly rangeAppliedBy: 'gateway' | 'console' | 'neither';
  readonly times: TimeFormat;
  readonly mutes: Mutes;
  readonly messages: Messages;
  readonly runningSearch: RunningSearch | undefined;
  /** Set until the first match of a new search is selected. That match may have to be loaded. */
  readonly seeks: 'first-match' | undefined;
  readonly histogram: Histogram;
  /** Whether the profile's bookmarks, mutes and display settings are loaded. */
  readonly savedRead: boolean;
  readonly bookmarks: readonly Bookmark[];
  readonly deploySigns: DeploySigns;
  readonly pinned: readonly ErrorLogEntry[];
  /** Undefined while folding is off. */
  readonly folding: Folding | undefined;
  readonly unfolded: ReadonlySet<number>;
  /** The field under the cursor of the details. It stays the same when another entry is opened. */
  readonly detailField?: ConditionField | undefined;
  readonly textOf: (entry: ErrorLogEntry) => EntryText;
  readonly isMatch: IsMatch;
}

export type LogsState = ListScreenState<ErrorLogEntry, LogData>;
export type LogsNeedRow = NeedsRow<ErrorLogEntry, LogData>;

export type LogsStep<A> = ListStep<ErrorLogEntry, LogData, A>;

export const retryPause = (failures: number): number => Math.min(30_000, 2_000 * 2 ** failures);

export const unreadList = {
  rows: noRows,
  anchor: undefined,
  paging: {inFlight: undefined, requests: 0},
  seenEnd: 0,
  arrivedAt: undefined,
  failures: 0,
  pageFailure: undefined,
  rangeAppliedBy: 'gateway',
  runningSearch: undefined,
  seeks: undefined,
  unfolded: new Set<number>(),
  kept: undefined,
  inPlace: undefined,
  heldLines: undefined,
} satisfies Partial<LogData>;

export const initialLogs: LogData = {
  ...unreadList,
  filter: anyLog,
  memory: {list: undefined},
  link: idle,
  following: true,
  times: 'local',
  mutes: createMutes([]),
  messages: noMessages,
  histogram: initialHistogram,
  savedRead: false,
  bookmarks: [],
  deploySigns: {expressions: [], isDeploy: () => false},
  pinned: [],
  folding: undefined,
  textOf: readEntryText,
  isMatch: matchesEntry,
};

export const withData = (state: LogsState, change: Partial<LogData>): LogsState => ({
  ...state,
  data: {...state.data, ...change},
});

export const selectedEntry = (state: LogsState): ErrorLogEntry | undefined =>
  logRows(state).rowAt(state.list.position.selected);

export const noteOf = ({bookmarks}: Pick<LogData, 'bookmarks'>, {id}: ErrorLogEntry): string | undefined =>
  bookmarks.find(bookmark => bookmark.id === id)?.note;
