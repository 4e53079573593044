import {
  contains,
  isCounted,
  newestPosition,
  oldestPosition,
  type Requested,
  readAt,
  rowsOf,
  type Span,
} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../../core/failure.ts';
import {type Effect, effect, type Task} from '../../../core/screen.ts';
import {withList} from '../../../list/list.ts';
import {matches} from '../../../list/rows/search.ts';
import type {LogFilter} from '../../../logs/filter.ts';
import {pageReader} from './paging.ts';
import {
  type LogsAction,
  type LogsState,
  type LogsStep,
  logRows,
  type RunningSearch,
  type Target,
  withData,
} from './state.ts';

/** How a search through the rows in memory ends: at a match, at a row to be read first, or at the end of the list. */
export type SearchStep =
  | {readonly kind: 'found'; readonly index: number}
  | {readonly kind: 'unread'; readonly index: number}
  | {readonly kind: 'end'};

/** Pages read before the progress is shown and the next are asked for. */
const PAGES_PER_STEP = 5;
/** Steps in a row that may fail to reach their position. */
const MAX_STALLS = 4;

const LIST_CHANGES_TOO_FAST: Failure = {
  code: 'restless',
  credentialRefused: false,
  message: 'The list changes faster than it can be searched.',
  hint: 'Narrow the filter or the time range, and search again.',
};

const ERROR_LEVEL = 4;

type IsMatch = (entry: ErrorLogEntry) => boolean;

const matcherOf = (target: Target): IsMatch =>
  target === 'error' ? ({level = Number.POSITIVE_INFINITY}) => level <= ERROR_LEVEL : ({log}) => matches(target, log);

/** Searches the rows in memory. */
export const searchLoaded = (
  state: Pick<LogsState, 'data'>,
  isMatch: IsMatch,
  {from, by}: {from: number; by: 1 | -1},
): SearchStep => {
  const {count, rowAt} = logRows(state);
  for (let index = from; index >= 0 && index < count; index += by) {
    const entry = rowAt(index);
    if (entry === undefined) return {kind: 'unread', index};
    if (isMatch(entry)) return {kind: 'found', index};
  }
  return {kind: 'end'};
};

/**
 * The next match after the selected entry: among the rows in memory first, then through the pages until a match, the
 * end, or `stop-search`. `select` shows the row of an index.
 */
export const searchOn = (
  state: LogsState,
  {by, target}: Pick<RunningSearch, 'by' | 'target'>,
  select: (index: number) => LogsStep,
): LogsStep => {
  const {rows, runningSearch} = state.data;
  if (runningSearch?.by === by && runningSearch.target === target) return [state];
  if (runningSearch !== undefined) {
    const [next, ...tasks] = searchOn(withData(state, {runningSearch: undefined}), {by, target}, select);
    return [next, stopReading, ...tasks];
  }
  if (rows.clock === 0) return [state, {kind: 'flash', tone: 'warn', text: 'Nothing is loaded yet.'}];
  const step = searchLoaded(state, matcherOf(target), {from: state.list.position.selected + by, by});
  switch (step.kind) {
    case 'found':
      return select(step.index);
    case 'unread':
      return continueSearch(state, {
        by,
        target,
        position: newestPosition(rows) - step.index,
        frame: rows.frame,
        stalls: 0,
      });
    case 'end':
      return [state, nothingMore({by, target})];
    default:
      return step satisfies never;
  }
};

/** Reads the next pages, unless the search was ended or the list has no such position. */
export const continueSearch = (state: LogsState, search: RunningSearch): LogsStep => {
  const {rows, filter} = state.data;
  const stopped = withData(state, {runningSearch: undefined});
  if (search.target !== 'error' && search.target !== state.list.search) return [stopped];
  // Without counts, the end of the list is not known until a page has no rows.
  const lowest = isCounted(rows.frame) ? oldestPosition(rows) : Number.MIN_SAFE_INTEGER;
  if (search.position < lowest || search.position > newestPosition(rows)) return [stopped, nothingMore(search)];
  return [withData(state, {runningSearch: search}), searchPages({filter, clock: rows.clock}, search)];
};

const stopReading: Task<never> = {kind: 'cancel', name: 'search'};

/** The first call stops reading pages, the next one ends the search. */
export const stopSearch = (state: LogsState): LogsStep =>
  state.data.runningSearch === undefined
    ? [withList(state, {search: undefined})]
    : [withData(state, {runningSearch: undefined}), stopReading];

const nothingMore = ({by, target}: Pick<RunningSearch, 'by' | 'target'>): Task<never> => {
  const what = target === 'error' ? 'is at ERROR or worse' : 'matches';
  const command = target === 'error' ? 'error' : 'match';
  return {
    kind: 'flash',
    tone: 'warn',
    ...(by === 1
      ? {text: `No older entry ${what}.`, hint: `{error-logs.previous-${command}} goes back to newer ones.`}
      : {text: `No newer entry ${what}.`, hint: `{error-logs.next-${command}} goes on to older ones.`}),
  };
};

interface SearchedList {
  readonly filter: LogFilter;
  /** `clock` of the rows when the search was started. */
  readonly clock: number;
}

/** Searches some pages. Positions count from the oldest entry, so arrivals do not change them. */
const searchPages = ({filter, clock}: SearchedList, start: RunningSearch): Effect<LogsAction> =>
  effect<LogsAction>(
    'search',
    async (context, signal) => {
      const read = pageReader(context, filter, signal);
      const {by} = start;
      const isMatch = matcherOf(start.target);
      let search = start;
      let hasMissed = false;
      for (let pages = 0; pages < PAGES_PER_STEP; pages++) {
        const sent: Requested = {clock, end: search.frame.end};
        const {page, span, frame: next} = await readAt(read, search.frame, search.position);
        search = {...search, frame: next};
        const rows = rowsOf(page);
        if (rows.length === 0) return {kind: 'search-on', ...search, position: positionPastEnd(by)};
        // The page is elsewhere. If entries arrived, the new frame corrects for them. If the corrected page lies just
        // past the position, the count is wrong: take it as the next page.
        if (!contains(span, search.position) && !(hasMissed && follows(span, search))) {
          hasMissed = true;
          continue;
        }
        hasMissed = false;
        const {lastSeenId} = search;
        const from = lastSeenId === undefined ? span.to - 1 - search.position : indexAfter(rows, {lastSeenId, by});
        const entry = firstMatch(rows, isMatch, {from, by});
        if (entry !== undefined) return {kind: 'search-found', entry, page, requested: sent};
        const lastId = (by === 1 ? page.items.at(-1) : page.items[0])?.id;
        const position = by === 1 ? span.from - 1 : span.to;
        search = {...search, position, ...(lastId !== undefined && {lastSeenId: lastId})};
        if (position >= next.end || (isCounted(next) && position < next.oldest)) break;
      }
      const stalled = search.position === start.position ? start.stalls + 1 : 0;
      if (stalled > MAX_STALLS) return {kind: 'search-failed', failure: LIST_CHANGES_TOO_FAST};
      return {kind: 'search-on', ...search, stalls: stalled};
    },
    failure => ({kind: 'search-failed', failure}),
  );

/** A position past the end of the list in the direction of the search: {@link continueSearch} stops there. */
const positionPastEnd = (by: RunningSearch['by']): number => by * Number.NEGATIVE_INFINITY;

/** Whether a page starts past a position in the direction of the search, less than a page away. */
const follows = ({from, to}: Span, {by, position, frame}: RunningSearch): boolean =>
  by === 1 ? to <= position && to > position - frame.pageSize : from > position && from < position + frame.pageSize;

/** The index after the last entry searched; if the page does not have that entry, the first index in the direction. */
const indexAfter = (
  rows: readonly (ErrorLogEntry | undefined)[],
  {lastSeenId, by}: {readonly lastSeenId: number; readonly by: 1 | -1},
): number => {
  const at = rows.findIndex(row => row?.id === lastSeenId);
  if (at !== -1) return at + by;
  return by === 1 ? 0 : rows.length - 1;
};

const firstMatch = (
  items: readonly (ErrorLogEntry | undefined)[],
  isMatch: IsMatch,
  {from, by}: {from: number; by: 1 | -1},
): ErrorLogEntry | undefined => {
  for (let at = from; at >= 0 && at < items.length; at += by) {
    const entry = items[at];
    if (entry !== undefined && isMatch(entry)) return entry;
  }
  return undefined;
};
