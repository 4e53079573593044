import type {ErrorLogEntry} from '@edge-console/schema';
import * as z from 'zod';
import type {Preferences} from '../core/preferences.ts';

const bookmarkSchema = z.object({
  id: z.number(),
  /** Unix seconds of the entry. */
  time: z.number(),
  note: z.string(),
});

/** An entry that an operator wants to find again, and why. */
export type Bookmark = Readonly<z.infer<typeof bookmarkSchema>>;

const NAME = 'bookmarks';
/** Bookmarks of a profile; a new one takes the place of the oldest made. */
const MOST = 500;

/** Reads what is well formed: a newer console may keep more. */
const bookmarksOf = (value: unknown): readonly Bookmark[] =>
  (Array.isArray(value) ? value : []).flatMap(each => bookmarkSchema.safeParse(each).data ?? []);

/** The bookmarks of a profile, the last made first. */
export const readBookmarks = async (preferences: Preferences): Promise<readonly Bookmark[]> =>
  bookmarksOf(await preferences.read(NAME));

/** Keeps a bookmark, in place of one of the same entry. */
export const saveBookmark = (preferences: Preferences, bookmark: Bookmark): Promise<void> =>
  preferences.change(NAME, value =>
    [bookmark, ...bookmarksOf(value).filter(({id}) => id !== bookmark.id)].slice(0, MOST),
  );

export const removeBookmark = (preferences: Preferences, id: number): Promise<void> =>
  preferences.change(NAME, value => bookmarksOf(value).filter(bookmark => bookmark.id !== id));

type Place = Pick<Bookmark, 'id' | 'time'>;

export const placeOf = ({id, log_time: time}: ErrorLogEntry): Place => ({id, time});

/** Order of the list: newest first. */
const compare = (one: Place, other: Place): number => other.time - one.time || other.id - one.id;

/** The next bookmark below a place in the list (`by` 1) or above it; the nearest end of the list without a place. */
export const nextBookmark = (
  bookmarks: readonly Bookmark[],
  {from, by}: {readonly from: Place | undefined; readonly by: 1 | -1},
): Bookmark | undefined => {
  const ordered = bookmarks.toSorted((one, other) => by * compare(one, other));
  return from === undefined ? ordered[0] : ordered.find(each => by * compare(from, each) < 0);
};
