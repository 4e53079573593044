import {startOf, type Window} from './overlap.ts';
import {type Answer, isRigid, type TraversalState} from './traversal-state.ts';

/**
 * What a window shows of the rows read before: `joined` one of the last window, `assumed` none because windows cannot
 * overlap, `behind` only rows read earlier, `ahead` none, `past` no row at all, `end` the same at the end of the list.
 */
export type Relation = 'joined' | 'assumed' | 'behind' | 'ahead' | 'past' | 'end';

interface Taken {
  readonly window: Window;
  /** Rows of the answer that were read before. */
  readonly known: number;
}

export const relationOf = (state: TraversalState, {ids, count}: Answer, {window, known}: Taken): Relation => {
  const {tail} = state;
  const from = startOf(window);
  const isEmpty = ids.length === 0;
  const past = isEnd(state, count, from) ? 'end' : 'past';
  if (isEmpty && from === 0 && (count ?? 0) > 0) return past;
  // A row further down may be one that was raised there.
  if (tail === undefined || from === 0 || (ids[0] !== undefined && tail.has(ids[0]))) return 'joined';
  if (isEmpty) return past;
  const isSteady = count === state.count && known === 0;
  if (isSteady && !state.overlapping && count !== undefined) return 'joined';
  if (isRigid(state) && from <= state.position && (isSteady || state.attempts > 0)) {
    return isSteady && !state.disturbed ? 'joined' : 'assumed';
  }
  return known < ids.length || ids.some(id => state.ahead.has(id)) ? 'ahead' : 'behind';
};

/** Whether an empty window proves the end: the one before it was the last by its length or by the count. */
const isEnd = (state: TraversalState, count: number | undefined, from: number): boolean => {
  if (state.shortPages > 0) return true;
  const isDue = count === undefined || from >= count;
  return isDue && (count === state.count || state.retries > 0) && (isRigid(state) || !state.overlapping);
};

/** Whether another window was answered with the rows of the one before: by a cache, or by a gateway that ignores `page`. */
export const isRepeated = (ids: readonly number[], last: readonly number[]): boolean =>
  ids.length > 0 && last.length > 0 && ids.every((id, at) => (last[at] ?? id) === id);
