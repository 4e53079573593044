import {
  emptyRows,
  type Frame,
  invalidAt,
  lengthOf,
  newestPosition,
  type PageRows,
  type Requested,
  type Rows,
  rowAt,
  type Span,
} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../../core/failure.ts';
import {idle, type Remote} from '../../../core/remote.ts';
import type {RunbookSource} from '../../../explore/report/runbooks.ts';
import type {Values} from '../../../form/form.ts';
import type {TimeFormat} from '../../../format/time.ts';
import type {ListScreenState, ListStep, RowView} from '../../../list/list.ts';
import type {Search} from '../../../list/rows/search.ts';
import {anyLog, type LogFilter, type TimeRange} from '../../../logs/filter.ts';
import {createMutes, type Mute, type Mutes} from '../../../saved/mutes.ts';
import type {ApplicationAction} from '../application.ts';
import {type Histogram, type HistogramAction, initialHistogram} from '../histogram/state.ts';
import {type Kept, type KeptAction, nothingKept} from '../kept/state.ts';
import {type EntryText, readEntryText} from '../view/entry-text.ts';
import type {Folding} from './folding.ts';

/** A page of error logs, as far as the screen uses it. */
export type LogPage = PageRows<ErrorLogEntry>;

/** How pages are read as the view needs them. */
export interface Paging {
  /** Positions that the page in flight is expected to bring. */
  readonly inFlight: Span | undefined;
  /** Pages requested since the last poll or key. */
  readonly requests: number;
}

/** What a search looks for: a text, or an entry at ERROR or worse. */
export type Target = Search | 'error';

/** A search that reads pages. */
export interface RunningSearch {
  readonly target: Target;
  /** 1 to older entries, -1 to newer ones. */
  readonly by: 1 | -1;
  /** The next position to search. */
  readonly position: number;
  readonly frame: Frame;
  /** Id of the last entry searched. The next page is searched after it: positions may be wrong if counts jitter. */
  readonly lastSeenId?: number;
  /** Steps in a row that did not reach the position. */
  readonly stalls: number;
}

/** The error logs that are shown, and how far they are read. */
export interface LogData {
  readonly filter: LogFilter;
  readonly rows: Rows<ErrorLogEntry>;
  /** The entry that the selection stays on, as it was when it was selected. */
  readonly anchor: ErrorLogEntry | undefined;
  readonly paging: Paging;
  /** Freshness of the newest page; the entries are in `rows`. */
  readonly link: Remote<null>;
  readonly following: boolean;
  /** End of the list when its newest entry was last in view: what came since is `+N new`. */
  readonly seenEnd: number;
  /** Polls that failed in a row. */
  readonly failures: number;
  readonly pageFailure: Failure | undefined;
  /** The gateway ignores time ranges: the console applies them where counts allow it. */
  readonly range: 'gateway' | 'console' | 'ignored';
  readonly times: TimeFormat;
  /** Patterns whose rows are drawn as muted. */
  readonly mutes: Mutes;
  /** The search that is reading pages. */
  readonly runningSearch: RunningSearch | undefined;
  readonly histogram: Histogram;
  readonly kept: Kept;
  /** Undefined: every row is drawn by itself. */
  readonly folding: Folding | undefined;
  /** Ids of entries that are drawn by themselves all the same. */
  readonly unfolded: ReadonlySet<number>;
  /** The parsed text of an entry. */
  readonly textOf: (entry: ErrorLogEntry) => EntryText;
}

export type LogsState = ListScreenState<ErrorLogEntry, LogData>;

export type LogsAction =
  | KeptAction
  | HistogramAction
  | {readonly kind: 'poll-due'}
  | {
      readonly kind: 'polled';
      readonly page: LogPage;
      readonly requested: Requested;
      readonly at: number;
      readonly ms: number;
    }
  | {readonly kind: 'poll-failed'; readonly failure: Failure}
  | {readonly kind: 'page'; readonly page: LogPage; readonly requested: Requested}
  | {readonly kind: 'page-failed'; readonly failure: Failure}
  | {readonly kind: 'bounds'; readonly span: Span | undefined}
  | {readonly kind: 'search-step'; readonly by: 1 | -1; readonly target: 'text' | 'error'}
  | ({readonly kind: 'search-on'} & RunningSearch)
  /** The match, and the page that has it: placing it makes sure that the match is in memory. */
  | {
      readonly kind: 'search-found';
      readonly entry: ErrorLogEntry;
      readonly page: LogPage;
      readonly requested: Requested;
    }
  | {readonly kind: 'search-failed'; readonly failure: Failure}
  | {readonly kind: 'ask-time'}
  /** In Unix seconds. */
  | {readonly kind: 'at'; readonly time: number}
  | {readonly kind: 'time-found'; readonly position: number}
  | {readonly kind: 'follow'}
  /** Shows all entries of the request of the selected one; of a given request. */
  | {readonly kind: 'pivot'; readonly id?: string}
  | ApplicationAction
  /** Explains the pattern of the selected entry; asks for the runbooks first. */
  | {readonly kind: 'explain'; readonly source?: RunbookSource}
  | {readonly kind: 'times'}
  | {readonly kind: 'fold' | 'unfold'}
  | {readonly kind: 'ask-filter'}
  | {readonly kind: 'ask-range'}
  | {readonly kind: 'clear-filter'}
  /** Without a range, the current one stays. */
  /** Replaces one part of the filter; an absent value is any. */
  | {
      readonly kind: 'narrow';
      readonly part: Exclude<keyof LogFilter, 'range'>;
      readonly filter: Omit<LogFilter, 'range'>;
    }
  | {
      readonly kind: 'filter';
      readonly filter: Omit<LogFilter, 'range'> & {readonly range?: TimeRange};
      /** Replaces the search, whose matches are marked; empty: none. Absent: it stays. */
      readonly search?: string;
    }
  | {readonly kind: 'range'; readonly range: TimeRange}
  | {readonly kind: 'copy'}
  | {readonly kind: 'mutes'; readonly mutes: readonly Mute[]}
  /** Without values it asks. */
  | {readonly kind: 'export'; readonly values: Values | undefined}
  /** Shows the entries of the filter on another tab. */
  | {readonly kind: 'explore'; readonly screen: string};

export type LogsStep = ListStep<ErrorLogEntry, LogData, LogsAction>;

/** Rows per request: some screens high, and read and validated in a few milliseconds. */
const PAGE_SIZE = 100;

export const noPaging: Paging = {inFlight: undefined, requests: 0};

export const initialLogs: LogData = {
  filter: anyLog,
  rows: emptyRows(PAGE_SIZE),
  anchor: undefined,
  paging: noPaging,
  link: idle,
  following: true,
  seenEnd: 0,
  failures: 0,
  pageFailure: undefined,
  range: 'gateway',
  times: 'local',
  mutes: createMutes([]),
  runningSearch: undefined,
  histogram: initialHistogram,
  kept: nothingKept,
  folding: undefined,
  unfolded: new Set(),
  textOf: readEntryText,
};

/** The entries by index from the top. */
export const logRows = ({data: {rows}}: Pick<LogsState, 'data'>): RowView<ErrorLogEntry> => {
  const newest = newestPosition(rows);
  return {
    count: lengthOf(rows),
    rowAt: index => (index < 0 ? undefined : (rowAt(rows, newest - index) ?? unreadable(rows, newest - index))),
  };
};

/** What can be shown of an entry that has no identity. Its id is below 0 and unique in the list. */
const unreadable = (rows: Rows<ErrorLogEntry>, position: number): ErrorLogEntry | undefined => {
  const invalid = invalidAt(rows, position);
  if (invalid === undefined) return undefined;
  const {raw, reason} = invalid;
  const {log, log_time, level} = isRecord(raw) ? raw : {};
  return {
    id: -1 - position,
    log: typeof log === 'string' ? log : '',
    log_time: typeof log_time === 'number' ? log_time : Number.NaN,
    ...(typeof level === 'number' && {level}),
    raw: isRecord(raw) ? raw : {value: raw},
    problems: [{field: UNREADABLE, reason}],
  };
};

/** In place of a field name: the whole entry could not be read. */
const UNREADABLE = 'the entry could not be read';

/** Whether an entry has no identity: its id and perhaps its time and text are not those of the gateway. */
export const isUnreadable = ({problems}: ErrorLogEntry): boolean => problems?.[0]?.field === UNREADABLE;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const withData = (state: LogsState, change: Partial<LogData>): LogsState => ({
  ...state,
  data: {...state.data, ...change},
});
