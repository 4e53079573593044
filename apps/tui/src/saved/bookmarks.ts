import type {ErrorLogEntry} from '@edge-console/schema';
import * as z from 'zod';
import type {Preferences} from '../core/preferences.ts';
import {savedList} from './preferences.ts';

const bookmarkSchema = z.object({
  id: z.number(),
  /** Unix seconds of the entry. */
  time: z.number(),
  note: z.string(),
});

/** An entry that an operator marked, with a note. */
export type Bookmark = Readonly<z.infer<typeof bookmarkSchema>>;

/** Above this number, a new bookmark replaces the oldest one. */
const MAX_BOOKMARKS = 500;

const bookmarks = savedList<Bookmark>('bookmarks', bookmarkSchema);

/** The bookmarks of a profile, the last created first. */
export const readBookmarks = bookmarks.read;

/** Saves a bookmark, and replaces one of the same entry. */
export const saveBookmark = (preferences: Preferences, bookmark: Bookmark): Promise<void> =>
  bookmarks.change(preferences, all => [bookmark, ...all.filter(({id}) => id !== bookmark.id)].slice(0, MAX_BOOKMARKS));

export const removeBookmark = (preferences: Preferences, id: number): Promise<void> =>
  bookmarks.change(preferences, all => all.filter(bookmark => bookmark.id !== id));

type Place = Pick<Bookmark, 'id' | 'time'>;

export const placeOf = ({id, log_time: time}: ErrorLogEntry): Place => ({id, time});

/** Orders entries newest first, as the list does. */
const compare = (one: Place, other: Place): number => other.time - one.time || other.id - one.id;

/** The next bookmark below a place (`by` 1) or above it (`by` -1). Without a place, the search starts at an end of the list. */
export const nextBookmark = (
  all: readonly Bookmark[],
  {from, by}: {readonly from: Place | undefined; readonly by: 1 | -1},
): Bookmark | undefined => {
  const ordered = all.toSorted((one, other) => by * compare(one, other));
  return from === undefined ? ordered[0] : ordered.find(each => by * compare(from, each) < 0);
};
