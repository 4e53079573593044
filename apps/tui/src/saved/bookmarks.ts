import type {ErrorLogEntry} from '@edge-console/schema';
import type {Preferences} from '../core/preferences.ts';
import {savedList} from './preferences-file.ts';
import type {RecordOf} from './schemas.ts';

export type Bookmark = RecordOf<'bookmarks'>;

const MAX_BOOKMARKS = 500;

const bookmarks = savedList('bookmarks');

/** The most recently saved bookmark comes first. */
export const readBookmarks = bookmarks.read;

export const saveBookmark = (preferences: Preferences, bookmark: Bookmark): Promise<void> =>
  bookmarks.change(preferences, all => [bookmark, ...all.filter(({id}) => id !== bookmark.id)].slice(0, MAX_BOOKMARKS));

export const removeBookmark = (preferences: Preferences, id: number): Promise<void> =>
  bookmarks.change(preferences, all => all.filter(bookmark => bookmark.id !== id));

type Place = Pick<Bookmark, 'id' | 'time'>;

export const placeOf = ({id, log_time: time}: ErrorLogEntry): Place => ({id, time});

const compare = (one: Place, other: Place): number => other.time - one.time || other.id - one.id;

/** Returns the next older (`by` is 1) or newer (-1) bookmark. Without `from`, returns the newest or the oldest. */
export const nextBookmark = (
  all: readonly Bookmark[],
  {from, by}: {readonly from: Place | undefined; readonly by: 1 | -1},
): Bookmark | undefined => {
  const ordered = all.toSorted((one, other) => by * compare(one, other));
  return from === undefined ? ordered[0] : ordered.find(each => by * compare(from, each) < 0);
};
