import {type Effect, effect, type Task} from '../../../core/screen.ts';
import {withList} from '../../../list/list.ts';
import {nextBookmark, placeOf, readBookmarks} from '../../../saved/bookmarks.ts';
import {type DisplayPreferences, readDisplay, saveDisplay} from '../../../saved/display-preferences.ts';
import {findEntry} from '../model/bounds.ts';
import {createFolding} from '../model/folding.ts';
import {isUnreadable, type LogsAction, type LogsState, logRows, withData} from '../model/state.ts';
import {bookmarkDialog} from './dialogs.ts';
import type {Kept, KeptAction} from './state.ts';

/** Pinned entries at most: the list needs the room. */
const MAX_PINNED = 5;

/** Reads what is kept for the profile. */
export const readKept: Effect<LogsAction> = effect<LogsAction>(
  'kept',
  async ({preferences}) => ({
    kind: 'kept-read',
    bookmarks: await readBookmarks(preferences()),
    look: await readDisplay(preferences()),
  }),
  failure => ({kind: 'kept-failed', failure}),
);

/** Keeps how the list is drawn. */
export const rememberDisplay = (look: DisplayPreferences): Effect<LogsAction> => ({
  ...effect<LogsAction>(
    'look',
    async ({preferences}) => {
      await saveDisplay(preferences(), look);
      return {kind: 'kept-saved'};
    },
    failure => ({kind: 'kept-failed', failure}),
  ),
  background: true,
});

const withKept = (state: LogsState, change: Partial<Kept>): LogsState =>
  withData(state, {kept: {...state.data.kept, ...change}});

export const updateKept = (state: LogsState, action: KeptAction): readonly [LogsState, ...Task<LogsAction>[]] => {
  const {kept, histogram, folding} = state.data;
  const entry = logRows(state).rowAt(state.list.position.selected);
  switch (action.kind) {
    case 'kept-read': {
      const read = withKept(state, {isRead: true, bookmarks: action.bookmarks});
      // Later, what is drawn is what was chosen since.
      if (kept.isRead) return [read];
      const {fold = folding !== undefined, histogram: shown = histogram.shown, wrap = state.list.wrap} = action.look;
      return [
        withData(withList(read, {wrap}), {
          folding: fold ? (folding ?? createFolding()) : undefined,
          histogram: {...histogram, shown},
        }),
      ];
    }
    case 'kept-failed': {
      const {message: text, hint} = action.failure;
      return [withKept(state, {isRead: true}), {kind: 'flash', tone: 'warn', text, hint}];
    }
    case 'kept-saved':
      return [state];
    case 'bookmarks':
      return [withKept(state, {bookmarks: action.bookmarks})];
    case 'bookmark': {
      if (entry === undefined || isUnreadable(entry)) return [state];
      return [state, bookmarkDialog(entry, {known: kept.bookmarks.find(({id}) => id === entry.id), note: action.note})];
    }
    case 'bookmark-step': {
      const next = nextBookmark(kept.bookmarks, {from: entry && placeOf(entry), by: action.by});
      if (next !== undefined) return [state, findEntry(state.data, next)];
      const text =
        kept.bookmarks.length === 0
          ? 'There is no bookmark.'
          : `No bookmark is ${action.by === 1 ? 'older' : 'newer'} than the selected entry.`;
      return [state, {kind: 'flash', tone: 'warn', text, hint: '{error-logs.bookmark} makes one.'}];
    }
    case 'bookmark-gone':
      return [
        state,
        {
          kind: 'flash',
          tone: 'warn',
          text: 'The bookmarked entry is not in this list: it is filtered out, or the gateway deleted it.',
          hint: '{error-logs.clear-filter} clears the filter.',
        },
      ];
    case 'pin': {
      if (entry === undefined) return [state];
      const others = kept.pinned.filter(({id}) => id !== entry.id);
      const pinned = others.length < kept.pinned.length ? others : [...others, entry].slice(-MAX_PINNED);
      return [withKept(state, {pinned})];
    }
    default:
      return action satisfies never;
  }
};

/** The note of the bookmark of an entry; undefined without one. */
export const noteOf = ({bookmarks}: Kept, id: number): string | undefined =>
  bookmarks.find(bookmark => bookmark.id === id)?.note;
