import type {Pointed, PointerEvent} from '../core/pointer-event.ts';
import type {Env} from '../core/screen.ts';
import {unicodeGlyphs} from '../theme/glyphs.ts';
import {plainPaint} from '../theme/theme.ts';
import {columnAt} from '../ui/table.ts';
import {extentOf, type ListEvent, type ListScreenState, type ListSpec, layoutOf, type RowSource} from './list.ts';
import {shownColumns} from './rows/flow.ts';
import {itemsInView, pinnedInView} from './rows/in-view.ts';
import type {ListExtent} from './rows/position.ts';

export const pointedInList = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
  state: ListScreenState<T, D>,
  {event, env}: {readonly event: PointerEvent; readonly env: Env},
): Pointed<ListEvent | A> | undefined => {
  const {kind, from} = event;
  if (kind === 'wheel-up' || kind === 'wheel-down') return {action: {kind: 'list.move', motion: kind}};
  if (state.list.open) return undefined;
  const {rules, pinnedRows} = layoutOf(spec, state, env.size);
  const bannerRows = spec.banner?.rows(state, env.size) ?? 0;
  // Lines above the column titles: status line, banner, and rule.
  const head = 1 + bannerRows + (rules ? 1 : 0);
  if (bannerRows > 0 && from.row > 0 && from.row < head) return spec.pointedInBanner?.(state, event, env);
  if (kind === 'drag') return undefined;
  if (from.row === head) return sortAt(spec, state, {event, env});
  const {top} = state.list.position;
  const index = rowAtLine(from.row - head - 1 - pinnedRows, top, extentOf(spec, state, env));
  if (index === undefined) return undefined;
  if (kind !== 'double') return {action: {kind: 'list.select', index}};
  const action = spec.doubled?.(state);
  return action === undefined ? 'enter' : {action};
};

const sortAt = <T, D>(
  spec: RowSource<T, D>,
  state: ListScreenState<T, D>,
  {event: {column: cell}, env: {now, size}}: {readonly event: PointerEvent; readonly env: Env},
): Pointed<ListEvent> | undefined => {
  const {sideways, wrap, sort} = state.list;
  const rows = {
    columns: shownColumns(spec, state),
    items: itemsInView(spec, state, size),
    pinned: pinnedInView(spec, state, size),
  };
  const context = {now, glyphs: unicodeGlyphs, paint: plainPaint, data: state.data, sideways, wrap, sort};
  const column = columnAt(cell, rows, {context, width: size.columns});
  return column?.sort && {action: {kind: 'list.sort-by', column: column.id}};
};

/** Line 0 is the first one below the column titles. Of several rows that are drawn as one, returns the first. */
const rowAtLine = (line: number, top: number, {count, height, flow}: ListExtent): number | undefined => {
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
