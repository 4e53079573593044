import type {ErrorLogEntry} from '@edge-console/schema';
import * as z from 'zod';
import type {Preferences} from '../core/preferences.ts';
import {savedList} from './preferences.ts';

const bookmarkSchema = z.object({
  id: z.number(),
  /** Time of the entry in Unix seconds. */
  time: z.number(),
  note: z.string(),
});

/** An entry that the operator bookmarked, and a note about it. */
export type Bookmark = Readonly<z.infer<typeof bookmarkSchema>>;

/** If a profile has this many bookmarks, a new one replaces the oldest one. */
const MAX_BOOKMARKS = 500;

const bookmarks = savedList<Bookmark>('bookmarks', bookmarkSchema);

/** Reads the bookmarks of a profile, the most recently saved first. */
export const readBookmarks = bookmarks.read;

/** Saves a bookmark in place of any earlier bookmark of the same entry. */
export const saveBookmark = (preferences: Preferences, bookmark: Bookmark): Promise<void> =>
  bookmarks.change(preferences, all => [bookmark, ...all.filter(({id}) => id !== bookmark.id)].slice(0, MAX_BOOKMARKS));

export const removeBookmark = (preferences: Preferences, id: number): Promise<void> =>
  bookmarks.change(preferences, all => all.filter(bookmark => bookmark.id !== id));

type Place = Pick<Bookmark, 'id' | 'time'>;

export const placeOf = ({id, log_time: time}: ErrorLogEntry): Place => ({id, time});

/** Compares two entries by their order in the list: newest first. */
const compare = (one: Place, other: Place): number => other.time - one.time || other.id - one.id;

/**
 * Returns the nearest bookmark below the entry `from` in the list (`by` 1) or above it (`by` -1). Without `from`,
 * returns the newest entry's bookmark (`by` 1) or the oldest entry's (`by` -1).
 */
export const nextBookmark = (
  all: readonly Bookmark[],
  {from, by}: {readonly from: Place | undefined; readonly by: 1 | -1},
): Bookmark | undefined => {
  const ordered = all.toSorted((one, other) => by * compare(one, other));
  return from === undefined ? ordered[0] : ordered.find(each => by * compare(from, each) < 0);
};
