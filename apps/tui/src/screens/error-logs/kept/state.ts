import type {ErrorLogEntry} from '@edge-console/schema';
import type {Failure} from '../../../core/failure.ts';
import type {Bookmark} from '../../../saved/bookmarks.ts';
import type {DisplayPreferences} from '../../../saved/display-preferences.ts';

/** Bookmarks, which are kept for later runs, and entries pinned above the list. */
export interface Kept {
  /** What is kept for the profile was read. */
  readonly isRead: boolean;
  readonly bookmarks: readonly Bookmark[];
  readonly pinned: readonly ErrorLogEntry[];
}

export type KeptAction =
  | {readonly kind: 'kept-read'; readonly bookmarks: readonly Bookmark[]; readonly look: DisplayPreferences}
  | {readonly kind: 'kept-failed'; readonly failure: Failure}
  | {readonly kind: 'kept-saved'}
  | {readonly kind: 'bookmarks'; readonly bookmarks: readonly Bookmark[]}
  | {readonly kind: 'bookmark-step'; readonly by: 1 | -1}
  | {readonly kind: 'bookmark-gone'}
  | {readonly kind: 'bookmark'; readonly note: string | undefined}
  | {readonly kind: 'pin'};

export const nothingKept: Kept = {isRead: false, bookmarks: [], pinned: []};
