import {endOf, startOf, type Window, windowFrom} from './overlap.ts';

/** An answer to the request of a window. */
export interface Answer {
  /** Rows in their order; {@link createIdentity} gives one to rows without an id. */
  readonly ids: readonly number[];
  readonly count: number | undefined;
}

/** What is known of the gateway's pages; later traversals start with it. */
export interface Paging {
  /** Rows per request asked for by the caller. */
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
  /** The next window shows how the gateway pages; its rows are read again. */
  probing: boolean;
  /** The window taken last continued the one before, with rows that this traversal had not seen. */
  advanced: boolean;
  /** Position behind the last window. */
  position: number;
  /** Positions from the start that were read as adjacent windows before a count was contradicted. */
  trusted: number;
  /** Gaps accepted. */
  gaps: number;
  /** Windows that could not overlap the one before, after a disturbance. */
  unproven: number;
  /** Rows moved. */
  moved: boolean;
  /** A count or a row contradicted adjacent windows, or a window did not join. */
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
  /** Page of the last window, from 1. */
  page: number;
  count: number | undefined;
  /** Rows of which the next window has to show one; undefined at the start. */
  tail: {has(id: number): boolean} | undefined;
  /** Last row of the last window. */
  last: number | undefined;
  /** Rows by which the list moved up since the last window; 0 or less. */
  drift: number;
  /** Windows requested again further up, since one joined. */
  retries: number;
  /** The same, since one brought new rows. */
  attempts: number;
  /** Rows of windows that did not join. */
  ahead: Set<number>;
  /** Repeated answers in a row. */
  repeats: number;
  /** Windows in a row with fewer rows than asked for. */
  shortPages: number;
}

interface Begin {
  readonly start: number;
  readonly after: TraversalState['tail'];
  readonly overlapping: boolean;
}

export const initialState = (
  {pageSize, rows, sizes = 'unknown', previous = {ids: [], start: 0}}: Paging,
  {start, after, overlapping}: Begin,
): TraversalState => ({
  ...{pageSize, rows, sizes, previous, overlapping},
  ...{position: start, page: Math.floor(start / (rows ?? pageSize)), tail: after, last: undefined, count: undefined},
  ...{drift: 0, retries: 0, attempts: 0, ahead: new Set<number>(), repeats: 0, shortPages: 0},
  ...{ended: false, probing: false, advanced: false, moved: false, disturbed: false, ignoresPage: false},
  ...{trusted: 0, gaps: 0, unproven: 0},
});

/** Rows on a full page. */
export const fullSize = ({rows, pageSize}: TraversalState): number => rows ?? pageSize;

export const learnPageSize = (state: TraversalState, {ids, count}: Answer, window: Window): void => {
  const {rows} = state;
  const {size} = window;
  const full = fullSize(state);
  // A gateway may cap the size: its first page is short though more rows are promised.
  const isCapped = startOf(window) === 0 && ids.length > 0 && ids.length < Math.min(size, full) && count !== ids.length;
  const isFirst = rows === undefined || (isCapped && size >= rows && count !== undefined);
  if (ids.length > size) state.sizes = 'fixed';
  state.rows = isFirst && ids.length <= size ? (isCapped ? ids.length : size) : Math.max(full, ids.length);
};

/** No window of the gateway shows rows before the position and behind it. */
export const isRigid = (state: TraversalState): boolean => {
  const size = fullSize(state);
  return state.sizes === 'fixed' || size < 4 || endOf(windowFrom(state.position - 1, size)) <= state.position;
};

/** The window to request next. */
export const nextWindow = (state: TraversalState): Window => {
  const {position, retries, drift, count} = state;
  const size = fullSize(state);
  if (state.probing) return {page: 1, size: Math.ceil(0.75 * size)};
  if (!state.overlapping) return {page: state.page + 1, size};
  if (isRigid(state)) return {page: Math.max(1, Math.floor(position / size) + (retries > 0 ? 0 : 1)), size};
  const overlap = Math.max(1, Math.floor(size * (state.gaps > 0 || retries > 0 ? 0.5 : 0.25)));
  // Each retry is further up: half a page, then by a page, one and a half, two.
  const from = position + drift - overlap - Math.floor((size * retries * (retries + 1)) / 4);
  if (retries > 0) return windowFrom(Math.min(from, (count ?? from) - overlap), size);
  const window = windowFrom(from, size);
  return endOf(window) > position + drift ? window : windowFrom(position - 1, size);
};

/** The next windows, at most `many`, if the list rests. */
export const nextWindows = (state: TraversalState, many: number): readonly Window[] => {
  const planned = [nextWindow(state)];
  // Concurrent answers come in any order, which overlapping windows would take for movement.
  if (state.overlapping) return planned;
  for (let window = planned[0]; window !== undefined && planned.length < many; window = planned.at(-1)) {
    if (state.count === undefined || startOf(window) + window.size >= state.count) break;
    planned.push({page: window.page + 1, size: window.size});
  }
  return planned;
};
