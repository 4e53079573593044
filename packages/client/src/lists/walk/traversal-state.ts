import {endOf, startOf, type Window, windowFrom} from './overlap.ts';

/** An answer to the request of a window. */
export interface Answer {
  /** Ids of the rows in order; {@link createIdentity} assigns one to a row without an id. */
  readonly ids: readonly number[];
  readonly count: number | undefined;
}

/** What is known of the gateway's pages. A later traversal starts with it. */
export interface Paging {
  /** Rows per page that the caller asks for. */
  readonly pageSize: number;
  /** Rows on a full page, which a gateway may cap; undefined before the first answer. */
  readonly rows?: number | undefined;
  /** Whether the gateway gives the number of rows asked for; if not, windows cannot overlap. */
  readonly sizes?: 'unknown' | 'honoured' | 'fixed';
  /** The last answer. */
  readonly previous?: {readonly ids: readonly number[]; readonly start: number};
}

/** What a traversal has read. */
export interface Progress {
  /** The end of the list was reached. */
  ended: boolean;
  /** The next window only shows whether the gateway honours sizes and page numbers. Its rows are read again. */
  probing: boolean;
  /** The window taken last continued the one before, with rows that this traversal had not seen. */
  advanced: boolean;
  /** Position after the last window that was taken. */
  position: number;
  /** Number of positions that were read in adjacent windows, before windows began to overlap. */
  trusted: number;
  /** Number of windows taken although rows before them may be missing. */
  gaps: number;
  /** Number of windows with the relation `assumed`. */
  unproven: number;
  /** Rows moved between two windows. */
  moved: boolean;
  /** Rows that came to positions above the ones read, less those that left them. */
  shifted: number;
  /** The list changed or was answered inconsistently: windows have to overlap. */
  disturbed: boolean;
  /** The gateway gives the same page for any number. */
  ignoresPage: boolean;
}

/** Progress and what the next window depends on. */
export interface TraversalState extends Progress {
  readonly pageSize: number;
  rows: number | undefined;
  sizes: 'unknown' | 'honoured' | 'fixed';
  previous: {readonly ids: readonly number[]; readonly start: number};
  overlapping: boolean;
  /** Windows still to overlap before adjacent ones are trusted; 0 if windows overlap for good, or do not. */
  trial: number;
  /** Page of the last window, from 1. */
  page: number;
  count: number | undefined;
  /** Rows of which the next window has to show one: those of the last window, at first those read earlier, if any. */
  tail: {has(id: number): boolean} | undefined;
  /** Rows of the last window; undefined before it. */
  last: {readonly ids: readonly number[]; readonly start: number} | undefined;
  /** Change of the positions of rows since the last window, if they moved up; 0 or negative. */
  shiftUp: number;
  /** Number of windows requested again, each further up, since the last one that joined. */
  retries: number;
  /** Number of windows requested again since the last one with new rows. */
  attempts: number;
  /** Ids of windows that did not join, since the last one that did. */
  ahead: Set<number>;
  /** Number of answers in a row with the rows of the answer before. */
  repeats: number;
  /** Windows in a row with fewer rows than asked for. */
  shortPages: number;
}

interface Begin {
  readonly start: number;
  readonly after: TraversalState['tail'];
  readonly overlapping: boolean;
  readonly trial: number;
}

export const initialState = (
  {pageSize, rows, sizes = 'unknown', previous = {ids: [], start: 0}}: Paging,
  {start, after, overlapping, trial}: Begin,
): TraversalState => ({
  ...{pageSize, rows, sizes, previous, overlapping, trial},
  ...{position: start, page: Math.floor(start / (rows ?? pageSize)), tail: after, last: undefined, count: undefined},
  ...{shiftUp: 0, retries: 0, attempts: 0, ahead: new Set<number>(), repeats: 0, shortPages: 0},
  ...{ended: false, probing: false, advanced: false, moved: false, disturbed: false, ignoresPage: false},
  ...{trusted: 0, gaps: 0, unproven: 0, shifted: 0},
});

/** Rows on a full page. */
export const fullSize = ({rows, pageSize}: TraversalState): number => rows ?? pageSize;

export const learnPageSize = (state: TraversalState, {ids, count}: Answer, window: Window): void => {
  const {rows} = state;
  const {size} = window;
  const full = fullSize(state);
  // A gateway may cap the size: its first page is short, though the count says that more rows follow.
  const isCapped = startOf(window) === 0 && ids.length > 0 && ids.length < Math.min(size, full) && count !== ids.length;
  const isFirst = rows === undefined || (isCapped && size >= rows && count !== undefined);
  if (ids.length > size) state.sizes = 'fixed';
  state.rows = isFirst && ids.length <= size ? (isCapped ? ids.length : size) : Math.max(full, ids.length);
};

/** Whether no window contains both the row before the position and the row after it. */
export const cannotOverlap = (state: TraversalState): boolean => {
  const size = fullSize(state);
  return state.sizes === 'fixed' || size < 4 || endOf(windowFrom(state.position - 1, size)) <= state.position;
};

/** The window to request next. */
export const nextWindow = (state: TraversalState): Window => {
  const {position, retries, shiftUp, count} = state;
  const size = fullSize(state);
  if (state.probing) return {page: 1, size: Math.ceil(0.75 * size)};
  if (!state.overlapping) return {page: state.page + 1, size};
  if (cannotOverlap(state)) return {page: Math.max(1, Math.floor(position / size) + (retries > 0 ? 0 : 1)), size};
  const overlap = Math.max(1, Math.floor(size * (state.gaps > 0 || retries > 0 ? 0.5 : 0.25)));
  // The retries start half a page, 1.5, 3 and 5 pages further up.
  const from = position + shiftUp - overlap - Math.floor((size * retries * (retries + 1)) / 4);
  if (retries > 0) return windowFrom(Math.min(from, (count ?? from) - overlap), size);
  const window = windowFrom(from, size);
  return endOf(window) > position + shiftUp ? window : windowFrom(position - 1, size);
};

/** The next windows, at most `many`, if the list does not change. */
export const nextWindows = (state: TraversalState, many: number): readonly Window[] => {
  const planned = [nextWindow(state)];
  // Overlapping windows are requested one by one: the gateway may answer concurrent requests in any order, and rows
  // that arrive meanwhile would seem to have moved.
  if (state.overlapping) return planned;
  for (let window = planned[0]; window !== undefined && planned.length < many; window = planned.at(-1)) {
    if (state.count === undefined || startOf(window) + window.size >= state.count) break;
    planned.push({page: window.page + 1, size: window.size});
  }
  return planned;
};
