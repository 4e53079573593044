import {newestPosition, pageAt} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Params} from '../../core/screen.ts';
import type {ListSpec} from '../../list/list.ts';
import {listScreen} from '../../list/list-screen.ts';
import {filterOfParams, filterOptions, filterParams, isFiltered, queryOf} from '../../logs/filter.ts';
import {logCommands} from './commands.ts';
import {noteOf, rememberDisplay} from './kept/update.ts';
import {isFold} from './model/folding.ts';
import {readLogs} from './model/listing.ts';
import {searchOn, stopSearch} from './model/search.ts';
import {selectIndex, viewedLogs} from './model/selection.ts';
import {initialLogs, type LogData, type LogsAction} from './model/state.ts';
import {updateLogs} from './update.ts';
import {briefLines, fullLines} from './view/detail.ts';
import {createEntryText} from './view/entry-text.ts';
import {logSource} from './view/source.ts';
import {logStatus} from './view/status.ts';

/** A filter as `filterParams` writes it, and a search. */
const open = ({search, ...params}: Params): LogsAction | string => {
  const filter = filterOfParams(params);
  return typeof filter === 'string' ? filter : {kind: 'filter', filter, search: search ?? ''};
};

const logSpec = (): ListSpec<ErrorLogEntry, LogData, LogsAction> => {
  return {
    title: 'Error logs',
    noun: ['entry', 'entries'],
    initial: {...initialLogs, textOf: createEntryText()},
    key: entry => entry.id,
    commands: logCommands,
    ...logSource,
    isFlagged: ({id}, {kept}) => noteOf(kept, id) !== undefined,
    opens: state => state.data.histogram.span === undefined && !isFold(state),
    read: readLogs,
    viewed: viewedLogs,
    wrapped: ({list: {wrap}}) => [rememberDisplay({wrap})],
    update: updateLogs,
    leave: [{kind: 'cancel', name: 'poll'}],
    searched: (state, target, env) => searchOn(state, {by: 1, target}, index => selectIndex(state, index, env)),
    searching: data => data.runningSearch !== undefined,
    searchEnded: stopSearch,
    link: data => data.link,
    failure: ({link, pageFailure}) => (link.kind === 'stale' || link.kind === 'failed' ? link.failure : pageFailure),
    status: logStatus,
    empty: ({data}) => {
      if (data.link.kind !== 'ready') return [];
      return isFiltered(data.filter)
        ? ['No entry matches. {error-logs.clear-filter} clears the filter, {error-logs.filter} changes it.']
        : ['No error logs yet. New ones appear here by themselves.'];
    },
    detail: (entry, look) =>
      fullLines(entry, look.data.textOf(entry), {...look, note: noteOf(look.data.kept, entry.id)}),
    brief: (entry, look) =>
      briefLines(entry, look.data.textOf(entry), {...look, note: noteOf(look.data.kept, entry.id)}),
    clockStep: data => (data.times === 'relative' ? 1_000 : 5_000),
    asCommand: ({data}) => ['logs', 'list', ...filterOptions(data.filter)],
    asRequest: ({list, data: {filter, rows}}) => ({
      site: 'admin',
      path: '/admin-api/log_server/errlog',
      query: {
        ...queryOf(filter),
        page: pageAt({...rows.frame, drift: 0}, newestPosition(rows) - list.position.top),
        page_size: rows.frame.pageSize,
      },
    }),
    open,
    address: ({list, data}) => ({
      ...filterParams(data.filter),
      ...(list.search !== undefined && {search: list.search.text}),
    }),
  };
};

/** The error logs: a list by position that brings its own rows. */
export const errorLogsScreen = () => listScreen(logSpec());
