import {isCounted, lengthOf} from '@edge-console/client/rows';
import {type Command, inGroup} from '../../../commands/command.ts';
import type {Env} from '../../../core/screen.ts';
import {exportDialog} from '../../../exports/export-dialog.ts';
import {exportCommand} from '../../../exports/export-form.ts';
import type {Values} from '../../../form/form.ts';
import {plural} from '../../../format/number.ts';
import {nextTimeFormat} from '../../../format/time.ts';
import {withList} from '../../../list/list.ts';
import {listStart} from '../../../list/rows/position.ts';
import {nginxText} from '../../../output/row-fields.ts';
import {type LogsNeedRow, type LogsState, type LogsStep, selectedEntry, withData} from '../log-state.ts';
import {loadedEntries} from '../model/log-rows.ts';
import {type PageAction, viewedLogs} from './paging.ts';

export type EntryAction =
  | {readonly kind: 'entries.follow' | 'entries.times' | 'entries.copy'}
  /** If `values` is absent, a form asks for them. */
  | {readonly kind: 'entries.export'; readonly values: Values | undefined};

export const updateEntries = (state: LogsState, action: EntryAction, env: Env): LogsStep<PageAction> => {
  const {data, list} = state;
  const marked = [...list.marked.values()];
  switch (action.kind) {
    case 'entries.follow':
      if (data.following) return [withData(state, {following: false, seenEnd: data.rows.end})];
      return viewedLogs(withList(withData(state, {following: true}), {position: listStart, detailTop: 0}), env);
    case 'entries.times':
      return [withData(state, {times: nextTimeFormat(data.times)})];
    case 'entries.copy': {
      if (marked.length > 0) {
        const text = marked.map(entry => nginxText(entry).trimEnd().replaceAll(/\r?\n/g, ' ')).join('\n');
        return [state, {kind: 'copy', text, what: plural(marked.length, 'entry', 'entries')}];
      }
      const entry = selectedEntry(state);
      return [state, ...(entry === undefined ? [] : [{kind: 'copy', text: entry.log, what: 'the message'} as const])];
    }
    case 'entries.export': {
      const {filter, rows, kept} = data;
      const loaded = loadedEntries(rows);
      const isRead = kept === undefined ? isCounted(rows.frame) : kept.state === 'complete';
      const isAll = isRead && loaded.length === lengthOf(rows);
      return [state, exportDialog({filter, search: list.search, rows: {marked, loaded, isAll}}, action.values)];
    }
    default:
      return action satisfies never;
  }
};

export const entryCommands = (needsRow: LogsNeedRow): readonly Command<LogsState, EntryAction>[] => {
  const view = inGroup<LogsState, EntryAction>('View');
  return [
    view({
      id: 'follow',
      title: 'Pause or follow',
      keys: ['='],
      footer: 'pause or follow',
      action: {kind: 'entries.follow'},
    }),
    view({id: 'times', title: 'Show local, UTC or relative times', keys: ['t'], action: {kind: 'entries.times'}}),
    exportCommand('rows', values => ({kind: 'entries.export', values})),
    {
      id: 'copy',
      title: 'Copy the message, or the marked entries',
      keys: ['y'],
      group: 'Copy',
      action: {kind: 'entries.copy'},
      disabledReason: state => (state.list.marked.size > 0 ? undefined : needsRow(state)),
    },
  ];
};
