import type {Size} from '../../core/screen.ts';
import type {TableItem} from '../../ui/table.ts';
import {type ListScreenState, layoutOf, type RowSource} from '../list.ts';
import {flowOf} from './flow.ts';

export const itemsInView = <T, D>(
  spec: RowSource<T, D>,
  state: ListScreenState<T, D>,
  size: Size,
): readonly TableItem<T>[] => {
  const {count, rowAt} = spec.rows(state);
  const {top, selected} = state.list.position;
  const flow = flowOf(spec, state, size);
  const items: TableItem<T>[] = [];
  for (let index = top, left = layoutOf(spec, state, size).listRows; index < count && left > 0; ) {
    const {from, to, lines, above} = flow(index);
    const others = Array.from({length: to - from - 1}, (_, at) => rowAt(from + at + 1));
    items.push({rows: [rowAt(from), ...others], above, isSelected: selected >= from && selected < to});
    left -= lines;
    index = to;
  }
  return items;
};

export const pinnedInView = <T, D>(spec: RowSource<T, D>, state: ListScreenState<T, D>, size: Size): readonly T[] => {
  const {pinnedRows} = layoutOf(spec, state, size);
  return pinnedRows === 0 ? [] : (spec.pinned?.(state) ?? []).slice(-pinnedRows);
};
