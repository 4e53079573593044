import type {ErrorLogEntry} from '@edge-console/schema';
import {type Command, inGroup} from '../../commands/command.ts';
import {type Env, flash, type Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../form/form.ts';
import {nextBookmark, placeOf, readBookmarks, removeBookmark, saveBookmark} from '../../saved/bookmarks.ts';
import {type PageAction, refitted} from './entries/paging.ts';
import {type JumpAction, jumpToBookmark} from './jump.ts';
import {type LogData, type LogsNeedRow, type LogsState, type LogsStep, selectedEntry, withData} from './log-state.ts';
import {isUnreadable} from './model/log-rows.ts';

export type BookmarkAction =
  /** If `note` is absent, a form asks for it. */
  | {readonly kind: 'bookmark.add'; readonly note: string | undefined}
  | {readonly kind: 'bookmark.changed'; readonly bookmarks: LogData['bookmarks']}
  | {readonly kind: 'bookmark.step'; readonly by: 1 | -1}
  | {readonly kind: 'bookmark.pin'};

type BookmarkStep = LogsStep<BookmarkAction | JumpAction | PageAction>;

const MAX_PINNED = 5;

export const updateBookmarks = (state: LogsState, action: BookmarkAction, env: Env): BookmarkStep => {
  const {bookmarks, pinned} = state.data;
  const entry = selectedEntry(state);
  switch (action.kind) {
    case 'bookmark.add': {
      if (entry === undefined || isUnreadable(entry)) return [state];
      return [state, bookmarkDialog(entry, bookmarks, action.note)];
    }
    case 'bookmark.changed':
      return [withData(state, {bookmarks: action.bookmarks})];
    case 'bookmark.step': {
      const next = nextBookmark(bookmarks, {from: entry && placeOf(entry), by: action.by});
      if (next !== undefined) return [state, jumpToBookmark(state.data, next)];
      const text =
        bookmarks.length === 0
          ? 'There is no bookmark.'
          : `No bookmark is ${action.by === 1 ? 'older' : 'newer'} than the selected entry.`;
      return [state, flash('warn', text, '{error-logs.bookmark} makes one.')];
    }
    case 'bookmark.pin': {
      if (entry === undefined) return [state];
      const others = pinned.filter(({id}) => id !== entry.id);
      const next = others.length < pinned.length ? others : [...others, entry].slice(-MAX_PINNED);
      return refitted(withData(state, {pinned: next}), env);
    }
    default:
      return action satisfies never;
  }
};

const noteFields: readonly FieldSpec[] = [
  {kind: 'text', name: 'note', label: 'Note', placeholder: 'why it matters; can be empty'},
];

const removeField: FieldSpec = {
  kind: 'choice',
  name: 'choice',
  label: 'Bookmark',
  options: ['keep', 'remove'].map(value => ({value, label: value})),
};

const bookmarkDialog = (entry: ErrorLogEntry, all: LogData['bookmarks'], note?: string): Intent<BookmarkAction> => {
  const known = all.find(({id}) => id === entry.id);
  return formDialog(
    {
      title: known === undefined ? 'Bookmark the entry' : 'The bookmark of the entry',
      fields: known === undefined ? noteFields : [...noteFields, removeField],
      given: {note: note ?? known?.note ?? ''},
      atOnce: note !== undefined,
      submitLabel: 'apply',
      submit: async ({note: text = '', choice}, {preferences}) => {
        if (choice === 'remove') await removeBookmark(preferences(), entry.id);
        else await saveBookmark(preferences(), {...placeOf(entry), note: text.trim()});
        return readBookmarks(preferences());
      },
    },
    (bookmarks): BookmarkAction => ({kind: 'bookmark.changed', bookmarks}),
  );
};

export const bookmarkCommands = (needsRow: LogsNeedRow): readonly Command<LogsState, BookmarkAction>[] => {
  const bookmark = inGroup<LogsState, BookmarkAction>('Bookmarks');
  const ofEntry = inGroup<LogsState, BookmarkAction>('Bookmarks', {disabledReason: needsRow});
  const step = (by: 1 | -1): BookmarkAction => ({kind: 'bookmark.step', by});
  return [
    ofEntry({
      id: 'bookmark',
      title: 'Bookmark the entry with a note',
      keys: ['m'],
      args: {fields: noteFields, read: note => ({note}), action: ({note = ''}) => ({kind: 'bookmark.add', note})},
      action: {kind: 'bookmark.add', note: undefined},
    }),
    bookmark({id: 'next-bookmark', title: 'Go to the next bookmark', keys: ['u'], action: step(1)}),
    bookmark({id: 'previous-bookmark', title: 'Go to the previous bookmark', keys: ['U'], action: step(-1)}),
    ofEntry({id: 'pin', title: 'Pin the entry above the list, or not', keys: ['K'], action: {kind: 'bookmark.pin'}}),
  ];
};
