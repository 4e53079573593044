import {startOf, type Window} from './overlap.ts';
import {type Answer, cannotOverlap, type TraversalState} from './traversal-state.ts';

/** How a window relates to the rows read before. */
export type Relation =
  /**
   * Continues the last window: starts with one of its rows, or equal counts show that no row lies between them. Also
   * the first window, and any at the top.
   */
  | 'joined'
  /** Is taken to continue the last window: windows cannot overlap here, so nothing proves it. */
  | 'assumed'
  /** Starts before the last window: all its rows were read before. */
  | 'behind'
  /** Does not show a row of the last window: rows between them may be missing. */
  | 'ahead'
  /** Has no rows, but that may not be the end of the list. */
  | 'past'
  /** Has no rows, and is at the end of the list. */
  | 'end';

export interface Taken {
  readonly window: Window;
  /** Rows of the answer that were read before. */
  readonly known: number;
  /** Rows of the answer before the position read last. */
  readonly expected: number;
}

export const relationOf = (state: TraversalState, {ids, count}: Answer, {window, known, expected}: Taken): Relation => {
  const {tail} = state;
  const from = startOf(window);
  const isEmpty = ids.length === 0;
  const past = isEnd(state, count, from) ? 'end' : 'past';
  if (isEmpty && from === 0 && (count ?? 0) > 0) return past;
  // Only the first row counts: a row of the last window further down may have been raised.
  if (tail === undefined || from === 0 || (ids[0] !== undefined && tail.has(ids[0]))) return 'joined';
  if (isEmpty) return past;
  const isSteady = count === state.count && known === expected;
  if (isSteady && !state.overlapping && count !== undefined) return 'joined';
  if (cannotOverlap(state) && from <= state.position && (isSteady || state.attempts > 0)) {
    return isSteady && !state.disturbed ? 'joined' : 'assumed';
  }
  return known < ids.length || ids.some(id => state.ahead.has(id)) ? 'ahead' : 'behind';
};

/** Whether an empty window is at the end of the list: the window before it was short, or the count leaves no rows. */
const isEnd = (state: TraversalState, count: number | undefined, from: number): boolean => {
  if (state.shortPages > 0) return true;
  const isDue = count === undefined || from >= count;
  return isDue && (count === state.count || state.retries > 0) && (cannotOverlap(state) || !state.overlapping);
};

/** Whether an answer has the rows of the last one: a cache gave it, or the gateway ignores `page`. */
export const isRepeated = (ids: readonly number[], last: readonly number[]): boolean =>
  ids.length > 0 && last.length > 0 && ids.every((id, at) => (last[at] ?? id) === id);
