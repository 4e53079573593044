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
import {matches} from '../../../list/search.ts';
import type {LogFilter} from './filter.ts';
import {pageReader} from './paging.ts';
import {type LogsAction, type LogsState, type LogsStep, logRows, type Target, type Walk, withData} from './state.ts';

/** How a search through the rows in memory ends: at a match, at a row to be read first, or at the end of the list. */
export type SearchStep =
  | {readonly kind: 'found'; readonly index: number}
  | {readonly kind: 'unread'; readonly index: number}
  | {readonly kind: 'end'};

/** Pages read before the progress is shown and the next are asked for. */
const PAGES_PER_STEP = 5;
const MAX_STALLS = 4;

const TOO_RESTLESS: Failure = {
  code: 'restless',
  credentialRefused: false,
  message: 'The list changes faster than it can be searched.',
  hint: 'Narrow the filter or the time range, and search again.',
};

const ERROR_LEVEL = 4;

type IsMatch = (entry: ErrorLogEntry) => boolean;

const matcherOf = (target: Target): IsMatch =>
  target === 'error' ? ({level = Number.POSITIVE_INFINITY}) => level <= ERROR_LEVEL : ({log}) => matches(target, log);

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
  {by, target}: Pick<Walk, 'by' | 'target'>,
  select: (index: number) => LogsStep,
): LogsStep => {
  const {rows, walk} = state.data;
  if (walk?.by === by && walk.target === target) return [state];
  if (walk !== undefined) {
    const [next, ...tasks] = searchOn(withData(state, {walk: undefined}), {by, target}, select);
    return [next, stopReading, ...tasks];
  }
  if (rows.clock === 0) return [state, {kind: 'flash', tone: 'warn', text: 'Nothing is loaded yet.'}];
  const step = searchLoaded(state, matcherOf(target), {from: state.list.position.selected + by, by});
  switch (step.kind) {
    case 'found':
      return select(step.index);
    case 'unread':
      return walkOn(state, {by, target, position: newestPosition(rows) - step.index, frame: rows.frame, stalls: 0});
    case 'end':
      return [state, nothingMore({by, target})];
    default:
      return step satisfies never;
  }
};

/** Reads on from a position, unless the search was ended or the list has no such position. */
export const walkOn = (state: LogsState, walk: Walk): LogsStep => {
  const {rows, filter} = state.data;
  const stopped = withData(state, {walk: undefined});
  if (walk.target !== 'error' && walk.target !== state.list.search) return [stopped];
  // Without counts the end is where a page has no rows, however far that is.
  const lowest = isCounted(rows.frame) ? oldestPosition(rows) : Number.MIN_SAFE_INTEGER;
  if (walk.position < lowest || walk.position > newestPosition(rows)) return [stopped, nothingMore(walk)];
  return [withData(state, {walk}), searchPages({filter, clock: rows.clock}, walk)];
};

const stopReading: Task<never> = {kind: 'cancel', name: 'search'};

/** The first call stops reading on, the next one ends the search. */
export const stopSearch = (state: LogsState): LogsStep =>
  state.data.walk === undefined
    ? [withList(state, {search: undefined})]
    : [withData(state, {walk: undefined}), stopReading];

const nothingMore = ({by, target}: Pick<Walk, 'by' | 'target'>): Task<never> => {
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
  /** Responses placed when the search was sent. */
  readonly clock: number;
}

/** Searches some pages. Positions count from the oldest entry, so arrivals do not disturb. */
const searchPages = ({filter, clock}: SearchedList, start: Walk): Effect<LogsAction> =>
  effect<LogsAction>(
    'search',
    async (context, signal) => {
      const read = pageReader(context, filter, signal);
      const {by} = start;
      const isMatch = matcherOf(start.target);
      let walk = start;
      let isAside = false;
      for (let pages = 0; pages < PAGES_PER_STEP; pages++) {
        const sent: Requested = {clock, end: walk.frame.end};
        const {page, span, frame: next} = await readAt(read, walk.frame, walk.position);
        walk = {...walk, frame: next};
        const rows = rowsOf(page);
        if (rows.length === 0) return {kind: 'search-on', ...walk, position: by * Number.NEGATIVE_INFINITY};
        // Entries arrived: the next frame corrects for them. Where the count jitters, the page that follows is as far off.
        if (!contains(span, walk.position) && !(isAside && follows(span, walk))) {
          isAside = true;
          continue;
        }
        isAside = false;
        const from = walk.edge === undefined ? span.to - 1 - walk.position : joinAt(rows, {edge: walk.edge, by});
        const entry = firstMatch(rows, isMatch, {from, by});
        if (entry !== undefined) return {kind: 'search-found', entry, page, requested: sent};
        const edge = (by === 1 ? page.items.at(-1) : page.items[0])?.id;
        walk = {...walk, position: by === 1 ? span.from - 1 : span.to, ...(edge !== undefined && {edge})};
        if (walk.position >= next.end || (isCounted(next) && walk.position < next.oldest)) break;
      }
      const stalled = walk.position === start.position ? start.stalls + 1 : 0;
      if (stalled > MAX_STALLS) return {kind: 'search-failed', failure: TOO_RESTLESS};
      return {kind: 'search-on', ...walk, stalls: stalled};
    },
    failure => ({kind: 'search-failed', failure}),
  );

/** Whether a page lies behind a position in the direction of the search, by less than a page. */
const follows = ({from, to}: Span, {by, position, frame}: Walk): boolean =>
  by === 1 ? to <= position && to > position - frame.pageSize : from > position && from < position + frame.pageSize;

/** The index after the last entry looked at; where a page does not have it, its first entry in the direction. */
const joinAt = (
  rows: readonly (ErrorLogEntry | undefined)[],
  {edge, by}: {readonly edge: number; readonly by: 1 | -1},
): number => {
  const at = rows.findIndex(row => row?.id === edge);
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
