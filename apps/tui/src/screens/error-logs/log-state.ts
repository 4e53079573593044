import type {Rows, Span} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../core/failure.ts';
import {idle, type Remote} from '../../core/remote.ts';
import type {TimeFormat} from '../../format/time.ts';
import type {ListScreenState, ListStep, NeedsRow} from '../../list/list.ts';
import type {ConditionField} from '../../logs/conditions/condition.ts';
import {anyLog, type LogFilter} from '../../logs/filter.ts';
import {type Messages, noMessages} from '../../logs/messages.ts';
import type {EntrySearch} from '../../logs/value-search.ts';
import type {Bookmark} from '../../saved/bookmarks.ts';
import {createMutes, type Mutes} from '../../saved/mutes.ts';
import {type Histogram, initialHistogram} from './histogram/state.ts';
import type {KeptList} from './kept/kept-list.ts';
import type {EntryMemory} from './kept/read-list.ts';
import type {Reading, StopReason} from './kept/reading.ts';
import {type IsMatch, matchesLine} from './model/caches.ts';
import {type EntryText, readEntryText} from './model/entry-text.ts';
import type {Folding} from './model/folding.ts';
import {logRows, noRows} from './model/rows.ts';

interface Paging {
  /** Row positions of the page being requested. Undefined while no request runs. */
  readonly inFlight: Span | undefined;
  /** Number of pages requested since the last poll or key. */
  readonly requests: number;
}

/** Target of a search: a text or value, or an entry at ERROR or worse. */
export type Target = EntrySearch | 'error';

export interface RunningSearch {
  readonly target: Target;
  /** Direction of the search: 1 towards older entries, -1 towards newer entries. */
  readonly by: 1 | -1;
  /** Number of entries that the search has passed: newer ones if `by` is 1, older ones if `by` is -1. */
  readonly passed: number;
}

/** Progress of testing a list against conditions in the console. {@link LogData.rows} has only the matches. */
interface KeptReading {
  /**
   * `stopped`: by the operator or at a limit. `incomplete`: the list was read to its end, but entries may be missing.
   */
  readonly state: 'reading' | 'stopped' | 'complete' | 'incomplete' | 'failed';
  /** Number of entries read, including those that fail a condition. */
  readonly read: number;
  readonly kept: number;
  /** Number of malformed rows, which `read` excludes. */
  readonly malformed: number;
  /**
   * Time of the oldest entry read, in Unix seconds. Older entries are not tested yet. Undefined if the time is unknown.
   */
  readonly backTo: number | undefined;
  readonly stopReason: StopReason | undefined;
  /** The gateway's list, including entries that fail a condition. Polls update its newest page and its count. */
  readonly all: Rows<ErrorLogEntry>;
  readonly list: KeptList;
  /** Number of earlier rows on the screen. They stay until the read has found as many matching entries. */
  readonly awaited: number;
  readonly isFollowed: boolean;
  /** Number of consecutive requests of the read that failed. 0 after a success. */
  readonly failures: number;
}

interface DeploySigns {
  /** The expressions in the config from which `isDeploy` was created. */
  readonly expressions: readonly string[];
  readonly isDeploy: (entry: ErrorLogEntry) => boolean;
}

export interface LogData {
  readonly filter: LogFilter;
  readonly rows: Rows<ErrorLogEntry>;
  /** Result of the conditions. Undefined if the filter has no conditions. */
  readonly kept?: KeptReading | undefined;
  /**
   * Tests entries against the conditions. Mutable: `kept` and `rows` are copies of its state at the last screen update.
   */
  readonly reading?: Reading | undefined;
  readonly memory: EntryMemory;
  /** Number of lines above the selected row, kept constant while rows above it are read. */
  readonly heldLines?: number | undefined;
  /** The filtered list to return to. Set while one of its entries is shown in the unfiltered list. */
  readonly inPlace?: LogsState | undefined;
  /** The selected entry. It stays selected when rows move. */
  readonly anchor: ErrorLogEntry | undefined;
  readonly paging: Paging;
  /** Time of the last successful poll, and whether the last poll failed. The polled entries are in `rows`. */
  readonly link: Remote<null>;
  readonly following: boolean;
  /** Value of `rows.end` when the newest entry was last in view. Entries that arrived later are counted as `+N new`. */
  readonly seenEnd: number;
  /**
   * Time of the last poll that returned a new entry, in epoch milliseconds of the console's clock. Undefined until
   * then.
   */
  readonly arrivedAt?: number | undefined;
  /** Number of consecutive failed polls. */
  readonly failures: number;
  readonly pageFailure: Failure | undefined;
  /**
   * Where the time range is applied. `console`: the gateway ignores the range. `neither`: the gateway ignores the range
   * and sends no counts.
   */
  readonly rangeAppliedBy: 'gateway' | 'console' | 'neither';
  readonly times: TimeFormat;
  /** The muted patterns. Rows of these patterns are dimmed. */
  readonly mutes: Mutes;
  /** Log messages that the config file describes. Empty until the profile's settings are loaded. */
  readonly messages: Messages;
  readonly runningSearch: RunningSearch | undefined;
  /** Set while a new search has not yet selected its first match. That match may have to be loaded first. */
  readonly seeks: 'first-match' | undefined;
  readonly histogram: Histogram;
  /** Whether the profile's bookmarks, mutes and display settings are loaded. */
  readonly savedRead: boolean;
  readonly bookmarks: readonly Bookmark[];
  readonly deploySigns: DeploySigns;
  readonly pinned: readonly ErrorLogEntry[];
  /** Returns the pattern of an entry, to fold rows. Undefined while folding is off. */
  readonly folding: Folding | undefined;
  /** Ids of the entries in folds that the operator opened. */
  readonly unfolded: ReadonlySet<number>;
  /** The field under the cursor of the open details. Stays set for other entries, even if they lack the field. */
  readonly detailField?: ConditionField | undefined;
  readonly textOf: (entry: ErrorLogEntry) => EntryText;
  readonly isMatch: IsMatch;
}

export type LogsState = ListScreenState<ErrorLogEntry, LogData>;
export type LogsNeedRow = NeedsRow<ErrorLogEntry, LogData>;

export type LogsStep<A> = ListStep<ErrorLogEntry, LogData, A>;

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
  isMatch: matchesLine,
};

export const withData = (state: LogsState, change: Partial<LogData>): LogsState => ({
  ...state,
  data: {...state.data, ...change},
});

export const selectedEntry = (state: LogsState): ErrorLogEntry | undefined =>
  logRows(state).rowAt(state.list.position.selected);
