import {newestPosition, pageAt} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {type Env, type Params, type Progress, shareOf} from '../../core/screen.ts';
import {createDeployTest} from '../../explore/deploys.ts';
import type {ConditionAction} from '../../list/conditions/condition-commands.ts';
import type {ListSpec} from '../../list/list.ts';
import {listScreen} from '../../list/list-screen.ts';
import {ENTRY_FIELDS, entryRow} from '../../logs/conditions/entry-fields.ts';
import {filterOfParams, filterOptions, filterParams, isFiltered, queryOf, scopeParams} from '../../logs/filter.ts';
import {filterCommands} from '../../logs/filter-commands.ts';
import {valueSearch} from '../../logs/value-search.ts';
import {type BookmarkAction, bookmarkCommands, updateBookmarks} from './bookmark-commands.ts';
import {cursorLines} from './entries/detail-cursor.ts';
import {type EntryAction, entryCommands, updateEntries} from './entries/entry-actions.ts';
import {briefLines, fullLines} from './entries/entry-lines.ts';
import {viewedLogs} from './entries/paging.ts';
import {type ReadAction, readLogs, updateRead} from './entries/refresh.ts';
import {logSource} from './entries/selection.ts';
import {createStatusCounts, logStatus} from './entries/status.ts';
import {type FilterAction, updateFilter} from './entries/update-filter.ts';
import {keptCommands, updateKept} from './entries/update-kept.ts';
import {askCommands, type FieldAction, updateConditions, valueCommands} from './entry-condition-commands.ts';
import {type FoldAction, foldCommands, updateFold} from './fold.ts';
import {createEntryCounts} from './histogram/counts/entry-counts.ts';
import {histogramBanner} from './histogram/drawing/banner.ts';
import {histogramCommands, pointedInHistogram} from './histogram/histogram-commands.ts';
import type {HistogramAction} from './histogram/state.ts';
import {updateHistogram} from './histogram/update-histogram.ts';
import {type PlaceAction, placeCommand, updatePlace} from './in-place.ts';
import {type JumpAction, jumpCommand, updateJump} from './jump.ts';
import {nothingKept} from './kept/kept-words.ts';
import {initialLogs, type LogData, type LogsState, type LogsStep, noteOf} from './log-state.ts';
import {createMatchCache} from './model/caches.ts';
import {createEntryText} from './model/entry-text.ts';
import {isFold} from './model/folding.ts';
import {type PivotAction, pivotCommands, updatePivots} from './pivots.ts';
import {readSaved, rememberDisplay, type SavedAction, updateSaved, withSavedHistogram} from './saved-settings.ts';
import {type SearchAction, searchCommands, searchOn, seekFirst, stopSearch, updateSearch} from './search-entries.ts';

export type LogsAction =
  | ReadAction
  | EntryAction
  | FilterAction
  | ConditionAction
  | FieldAction
  | FoldAction
  | HistogramAction
  | SearchAction
  | JumpAction
  | BookmarkAction
  | PlaceAction
  | SavedAction
  | PivotAction;

type Feature<A extends string = LogsAction['kind']> = A extends `${infer Name}.${string}` ? Name : never;

type Updates = {
  readonly [Name in Feature]: (
    state: LogsState,
    action: Extract<LogsAction, {readonly kind: `${Name}.${string}`}>,
    env: Env,
  ) => LogsStep<LogsAction>;
};

const updates: Updates = {
  read: (state, action, env) => seekFirst(updateRead(state, action, env), env),
  entries: updateEntries,
  filter: updateFilter,
  condition: updateConditions,
  fold: updateFold,
  histogram: (state, action, env) => withSavedHistogram(state, updateHistogram(state, action, env), env),
  search: updateSearch,
  jump: updateJump,
  bookmark: updateBookmarks,
  kept: (state, action, env) => seekFirst(updateKept(state, action, env), env),
  place: updatePlace,
  saved: updateSaved,
  pivot: updatePivots,
};

export const updateLogs = (state: LogsState, action: LogsAction, env: Env): LogsStep<LogsAction> => {
  const [feature] = action.kind.split('.') as [Feature];
  // `Updates` guarantees that each function takes its feature's actions, which the compiler cannot infer here.
  const update = updates[feature] as (state: LogsState, action: LogsAction, env: Env) => LogsStep<LogsAction>;
  return update(state, action, env);
};

const setFilter = (params: Params) => {
  const filter = filterOfParams(params);
  return typeof filter === 'string' ? filter : ({kind: 'filter.set', filter} as const);
};

const open = ({search = '', find, ...params}: Params): LogsAction | string => {
  const set = setFilter(params);
  if (typeof set === 'string') return set;
  const found = find === undefined ? undefined : valueSearch(find);
  return typeof found === 'string' ? found : {...set, search, find};
};

const logSpec = (counts = createStatusCounts()): ListSpec<ErrorLogEntry, LogData, LogsAction> => ({
  title: 'Error logs',
  noun: ['entry', 'entries'],
  initial: {
    ...{...initialLogs, textOf: createEntryText(), isMatch: createMatchCache(), memory: {list: undefined}},
    deploySigns: {expressions: [], isDeploy: createDeployTest({})},
  },
  key: entry => entry.id,
  subject: {scope: 'entry', fields: ENTRY_FIELDS, of: (entry, {filter}) => entryRow(entry, filter)},
  commands: needsRow => [
    ...keptCommands,
    ...valueCommands,
    placeCommand(needsRow),
    ...foldCommands,
    ...histogramCommands,
    ...askCommands,
    ...filterCommands<LogsState>(),
    ...bookmarkCommands(needsRow),
    ...pivotCommands(needsRow),
    ...searchCommands,
    jumpCommand(needsRow),
    ...entryCommands(needsRow),
  ],
  ...logSource,
  banner: histogramBanner(createEntryCounts()),
  pointedInBanner: pointedInHistogram,
  isFlagged: (entry, data) => noteOf(data, entry) !== undefined,
  opens: state => state.data.histogram.span === undefined && !isFold(state),
  // While a time range is selected, a double click on a row still opens the row, but Enter zooms in to the range.
  doubled: state =>
    state.data.histogram.span === undefined ? undefined : {kind: isFold(state) ? 'fold.open' : 'list.open'},
  read: (state, env, why) => [...readLogs(state, env, why), readSaved],
  viewed: viewedLogs,
  wrapped: ({list: {wrap}}) => [rememberDisplay({wrap})],
  update: updateLogs,
  leave: ['follow', 'poll'].map(name => ({kind: 'cancel', name}) as const),
  searched: (state, target, env) => searchOn(state, {by: 1, target}, env),
  searching: data => data.runningSearch !== undefined,
  searchEnded: stopSearch,
  remote: data => data.link,
  failure: data => data.pageFailure,
  status: (state, ui) => logStatus(state, ui, counts),
  empty: ({data}) => {
    if (data.kept !== undefined && (data.link.kind === 'ready' || data.kept.read > 0)) return nothingKept(data.kept);
    if (data.link.kind !== 'ready') return [];
    return isFiltered(data.filter)
      ? ['No entry matches. {error-logs.clear-filter} clears the filter, {error-logs.filter} changes it.']
      : ['No error logs yet. New ones appear here by themselves.'];
  },
  detail: fullLines,
  marked: cursorLines,
  brief: briefLines,
  clockStep: data => (data.times === 'relative' ? 1_000 : 5_000),
  asCommand: ({data}) => ['logs', 'list', ...filterOptions(data.filter)],
  asRequest: ({list, data: {filter, kept, rows}}) => {
    const page = kept ? 1 : pageAt({...rows.frame, drift: 0}, newestPosition(rows) - list.position.top);
    const query = {...queryOf(filter), page, page_size: rows.frame.pageSize};
    return [{site: 'admin', path: '/admin-api/log_server/errlog', query}];
  },
  open,
  address: ({list, data}) => ({
    ...filterParams(data.filter),
    ...(list.search !== undefined && {[list.search.found === undefined ? 'search' : 'find']: list.search.text}),
  }),
  scope: {
    of: ({data}) => scopeParams(data.filter),
    show: setFilter,
    // Before another view opens, a time range selected in the histogram becomes the range of the filter.
    settle: {kind: 'filter.zoom-in'},
  },
});

const progress = ({data: {kept, runningSearch}}: LogsState): Progress | undefined => {
  if (kept?.state === 'reading' && kept.read > 0) return shareOf(kept.read, kept.all.frame.count);
  return runningSearch === undefined ? undefined : 'unknown';
};

export const errorLogsScreen = () => ({...listScreen(logSpec()), progress});
