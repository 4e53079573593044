import type {ErrorLogEntry} from '@edge-console/schema';
import type {Command} from '../../../commands/command.ts';
import type {NeedsRow} from '../../../list/list.ts';
import type {LogData, LogsAction, LogsState} from '../model/state.ts';
import {noteFields} from './dialogs.ts';

/** Bookmarks, and entries pinned above the list. */
export const keptCommands = (needsRow: NeedsRow<ErrorLogEntry, LogData>): readonly Command<LogsState, LogsAction>[] => [
  {
    id: 'bookmark',
    title: 'Bookmark the entry with a note',
    keys: ['m'],
    group: 'Bookmarks',
    args: {fields: noteFields, read: note => ({note}), action: ({note = ''}) => ({kind: 'bookmark', note})},
    action: {kind: 'bookmark', note: undefined},
    disabledReason: needsRow,
  },
  {
    id: 'next-bookmark',
    title: 'Go to the next bookmark',
    keys: ['u'],
    group: 'Bookmarks',
    action: {kind: 'bookmark-step', by: 1},
  },
  {
    id: 'previous-bookmark',
    title: 'Go to the previous bookmark',
    keys: ['U'],
    group: 'Bookmarks',
    action: {kind: 'bookmark-step', by: -1},
  },
  {
    id: 'pin',
    title: 'Pin the entry above the list, or not',
    keys: ['K'],
    group: 'Bookmarks',
    action: {kind: 'pin'},
    disabledReason: needsRow,
  },
];
