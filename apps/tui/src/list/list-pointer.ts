import type {Pointed, PointerEvent} from '../core/pointer.ts';
import type {Env} from '../core/screen.ts';
import {extentOf, type ListEvent, type ListScreenState, type ListSpec, layoutOf} from './list.ts';
import {type ListExtent, plainFlow} from './rows/position.ts';

interface PointedAt {
  readonly event: PointerEvent;
  readonly env: Env;
}

/**
 * Returns the effect of a mouse event in a list: the wheel scrolls, a press selects a row, a double click opens the
 * row.
 */
export const pointedInList = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
  state: ListScreenState<T, D>,
  {event, env}: PointedAt,
): Pointed<ListEvent | A> | undefined => {
  const {kind, row} = event;
  if (kind === 'wheel-up' || kind === 'wheel-down') return {action: {kind: 'list.move', motion: kind}};
  if (kind === 'drag' || state.list.open) return undefined;
  const {position} = state.list;
  const index = rowAtLine(row - firstRowLine(spec, state, env), position.top, extentOf(spec, state, env));
  if (index === undefined) return undefined;
  return kind === 'double' ? 'enter' : {action: {kind: 'list.select', index}};
};

/** Returns the pane line of the column titles: below the status line, the banner and the rule. */
const headLine = <T, D>(
  spec: Pick<ListSpec<T, D, never>, 'banner' | 'pinned' | 'previewFrom'>,
  state: ListScreenState<T, D>,
  {size}: Env,
): number => 1 + (spec.banner?.rows(state, size) ?? 0) + (layoutOf(spec, state, size).rules ? 1 : 0);

const firstRowLine = <T, D>(
  spec: Pick<ListSpec<T, D, never>, 'banner' | 'pinned' | 'previewFrom'>,
  state: ListScreenState<T, D>,
  env: Env,
): number => headLine(spec, state, env) + 1 + layoutOf(spec, state, env.size).pinnedRows;

/** Returns the first row of the item at a line below the column titles. */
const rowAtLine = (line: number, top: number, {count, height, flow = plainFlow}: ListExtent): number | undefined => {
  if (line < 0 || line >= height) return undefined;
  let left = line;
  for (let index = top; index < count; ) {
    const {from, to, lines} = flow(index);
    if (left < lines) return from;
    left -= lines;
    index = to;
  }
  return undefined;
};
