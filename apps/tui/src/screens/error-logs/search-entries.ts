import {newestPosition, rowAt} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Command} from '../../commands/command.ts';
import {type Effect, type Env, effect, flash, type Task} from '../../core/screen.ts';
import {plural} from '../../format/number.ts';
import {searchDialog} from '../../list/dialogs/search-dialog.ts';
import {withList} from '../../list/list.ts';
import {queryOf} from '../../logs/filter.ts';
import {ENTRIES_PER_REQUEST} from '../../logs/read-entries.ts';
import {matchesEntry} from '../../logs/value-search.ts';
import {placeOf} from '../../saved/bookmarks.ts';
import {type PageAction, selectIndex} from './entries/paging.ts';
import type {JumpAction} from './jump.ts';
import {type LogData, type LogsState, type LogsStep, type RunningSearch, type Target, withData} from './log-state.ts';
import {findEntry} from './model/find-entries.ts';
import {logRows, type WithRows} from './model/log-rows.ts';
import {type MatchReading, nextNewer, nextOlder} from './model/next-match.ts';

export type SearchAction =
  | {readonly kind: 'search.step'; readonly by: 1 | -1; readonly target: 'text' | 'error'}
  | {readonly kind: 'search.progress'; readonly search: RunningSearch}
  | {readonly kind: 'search.end'; readonly search: RunningSearch; readonly isComplete: boolean};

type SearchStep = LogsStep<SearchAction | JumpAction | PageAction>;

/** `unread` means that the search reached a row that is not loaded. */
type LoadedSearch = {readonly kind: 'found' | 'unread'; readonly index: number} | {readonly kind: 'end'};

const ERROR_LEVEL = 4;

type IsMatch = (entry: ErrorLogEntry) => boolean;

const matcherOf = (target: Target): IsMatch =>
  target === 'error'
    ? ({level = Number.POSITIVE_INFINITY}) => level <= ERROR_LEVEL
    : entry => matchesEntry(target, entry);

export const searchLoaded = (
  state: WithRows,
  isMatch: IsMatch,
  {from, by}: {from: number; by: 1 | -1},
): LoadedSearch => {
  const {count, rowAt} = logRows(state);
  for (let index = from; index >= 0 && index < count; index += by) {
    const entry = rowAt(index);
    if (entry === undefined) return {kind: 'unread', index};
    if (isMatch(entry)) return {kind: 'found', index};
  }
  return {kind: 'end'};
};

type Start = Pick<RunningSearch, 'by' | 'target'> & {readonly from?: number};

export const searchOn = (
  state: LogsState,
  {by, target, from = state.list.position.selected + by}: Start,
  env: Env,
): SearchStep => {
  const {rows, runningSearch} = state.data;
  if (runningSearch?.by === by && runningSearch.target === target) return [state];
  const stopped = withData(state, {runningSearch: undefined, seeks: undefined});
  const step = searchLoaded(state, matcherOf(target), {from, by});
  if (step.kind === 'found') {
    const [next, ...tasks] = selectIndex(stopped, step.index, env);
    return [next, stopReading, ...tasks];
  }
  if (step.kind === 'end' && rows.clock > 0)
    return [stopped, stopReading, nothingKept(state, by) ?? nothingMore({by, target}, true)];
  const after = step.kind === 'unread' ? readableAt(state, step.index - by, by) : undefined;
  if (step.kind === 'end' || after === undefined) return [state, flash('warn', 'Nothing is loaded yet.')];
  const passed = by === 1 ? step.index : logRows(state).count - step.index;
  const search: RunningSearch = {by, target, passed};
  return [withData(state, {runningSearch: search, seeks: undefined}), searchList(state.data, search, after)];
};

/** Once rows are loaded, selects the first match of a new search. If no loaded row matches, reads older entries. */
export const seekFirst = <A>(
  [state, ...tasks]: LogsStep<A>,
  env: Env,
): LogsStep<A | SearchAction | JumpAction | PageAction> => {
  const {list, data} = state;
  const {search: target} = list;
  if (data.seeks === undefined || target === undefined || data.rows.clock === 0) return [state, ...tasks];
  // The operator has moved the selection since the search began.
  if (list.position.selected > 0) return [withData(state, {seeks: undefined}), ...tasks];
  const start = {by: 1, target, from: 0} as const;
  if (data.kept?.state === 'reading' && searchLoaded(state, matcherOf(target), start).kind === 'end')
    return [state, ...tasks];
  const [next, ...more] = searchOn(state, start, env);
  return [next, ...tasks, ...more];
};

/** If row `from` is invalid, returns the last valid entry that the search has tested. */
const readableAt = (state: LogsState, from: number, by: 1 | -1): ErrorLogEntry | undefined => {
  const {rowAt} = logRows(state);
  let at = from;
  while (rowAt(at)?.id !== undefined && (rowAt(at)?.id ?? 0) < 0) at -= by;
  return rowAt(at);
};

const stopReading: Task<never> = {kind: 'cancel', name: 'search'};

export const stopSearch = (state: LogsState): SearchStep =>
  state.data.runningSearch === undefined
    ? [withList(state, {search: undefined})]
    : [withData(state, {runningSearch: undefined}), stopReading];

const nothingMore = ({by, target}: Pick<RunningSearch, 'by' | 'target'>, isComplete: boolean): Task<never> => {
  const what = target === 'error' ? 'is at ERROR or worse' : 'matches';
  const command = target === 'error' ? 'error' : 'match';
  const age = by === 1 ? 'older' : 'newer';
  if (!isComplete) {
    const text = `No ${age} entry that could be read ${what}: the list changes faster than it can be searched.`;
    return flash('warn', text, 'Narrow the filter or the time range, and search again.');
  }
  const [opposite, does] = by === 1 ? ['previous', 'goes back to newer'] : ['next', 'goes on to older'];
  return flash('warn', `No ${age} entry ${what}.`, `{error-logs.${opposite}-${command}} ${does} ones.`);
};

const nothingKept = ({data: {kept}}: LogsState, by: 1 | -1): Task<never> | undefined => {
  if (by === -1 || kept === undefined || kept.state === 'complete') return undefined;
  const text = `No older kept entry matches in ${plural(kept.read, 'entry', 'entries')} read.`;
  return flash('warn', text, kept.state === 'reading' ? 'More are being read.' : '{error-logs.read-on} reads on.');
};

const searchList = (
  {filter, rows}: LogData,
  search: RunningSearch,
  after: ErrorLogEntry,
): Effect<SearchAction | JumpAction> =>
  effect<SearchAction | JumpAction>(
    'search',
    async (context, signal, report) => {
      let {passed} = search;
      let isComplete = true;
      const reading: MatchReading = {
        ...{filter, after, isMatch: matcherOf(search.target), newest: rowAt(rows, newestPosition(rows))?.log_time},
        pages: range =>
          context
            .client()
            .errorLogs.pages(
              {...queryOf({...filter, range}), page_size: ENTRIES_PER_REQUEST},
              {signal, onStatus: ({complete}) => (isComplete &&= complete)},
            ),
        onRead: entries => {
          passed += entries;
          report({kind: 'search.progress', search: {...search, passed}});
        },
      };
      const match = await (search.by === 1 ? nextOlder(reading) : nextNewer(reading));
      if (match === undefined) return {kind: 'search.end', search, isComplete};
      const found = await findEntry({context, filter, rows, signal}, placeOf(match));
      return found === undefined ? {kind: 'search.end', search, isComplete: false} : {kind: 'jump.entry', ...found};
    },
    failure => ({kind: 'jump.failed', failure}),
  );

export const updateSearch = (state: LogsState, action: SearchAction, env: Env): SearchStep => {
  const {search, searches} = state.list;
  const stopped = withData(state, {runningSearch: undefined});
  switch (action.kind) {
    case 'search.step': {
      const target = action.target === 'error' ? action.target : search;
      if (target === undefined) return [state, searchDialog('entries', searches)];
      return searchOn(state, {by: action.by, target}, env);
    }
    case 'search.progress': {
      const {target} = action.search;
      // The operator has changed or cleared the text of the search.
      if (target !== 'error' && target !== search) return [stopped, stopReading];
      return [withData(state, {runningSearch: action.search})];
    }
    case 'search.end':
      return [stopped, nothingMore(action.search, action.isComplete)];
    default:
      return action satisfies never;
  }
};

const step = (target: 'text' | 'error', by: 1 | -1) => ({action: {kind: 'search.step', by, target} as const});

export const searchCommands: readonly Command<LogsState, SearchAction>[] = [
  {id: 'next-match', title: 'Go to the next match', keys: ['n'], group: 'Search', ...step('text', 1)},
  {id: 'previous-match', title: 'Go to the previous match', keys: ['N'], group: 'Search', ...step('text', -1)},
  {id: 'next-error', title: 'Go to the next error', keys: ['e'], group: 'Move', ...step('error', 1)},
  {id: 'previous-error', title: 'Go to the previous error', keys: ['E'], group: 'Move', ...step('error', -1)},
];
