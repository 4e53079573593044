import type {Size} from '../../core/screen.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {placeTable, wrapCell} from '../../ui/table.ts';
import type {ListScreenState, RowSource} from '../list.ts';
import {type Flow, type Item, plainFlow} from './position.ts';

export interface RowGroup extends Pick<Item, 'from' | 'to'> {
  readonly above?: string;
}

type DrawnItem = Item & RowGroup;
type Drawn<T, D> = Pick<RowSource<T, D>, 'rows' | 'columns' | 'groups'>;

export const shownColumns = <T, D>(
  {rows, columns}: Pick<Drawn<T, D>, 'rows' | 'columns'>,
  state: ListScreenState<T, D>,
): Drawn<T, D>['columns'] => {
  const {count, rowAt} = rows(state);
  const isGiven = (given: (row: T, data: D) => boolean): boolean => {
    for (let index = 0; index < count; index++) {
      const row = rowAt(index);
      if (row !== undefined && given(row, state.data)) return true;
    }
    return false;
  };
  return columns.filter(({id, given}) => !state.list.hidden.has(id) && (given === undefined || isGiven(given)));
};

export const flowOf = <T, D>(
  {rows, columns, groups}: Drawn<T, D>,
  state: ListScreenState<T, D>,
  {columns: width}: Pick<Size, 'columns'>,
): Flow<DrawnItem> => {
  const groupOf = groups?.(state);
  const {wrap} = state.list;
  if (!wrap && groupOf === undefined) return plainFlow;
  const context = {now: 0, glyphs: unicodeGlyphs, data: state.data};
  const shown = shownColumns({rows, columns}, state);
  const grown = wrap ? placeTable(shown, width, context).find(({column}) => column.grow === true) : undefined;
  const {rowAt} = rows(state);
  return index => {
    const group = groupOf?.(index) ?? {from: index, to: index + 1};
    const row = grown === undefined || group.to - group.from > 1 ? undefined : rowAt(group.from);
    const text = row === undefined || grown === undefined ? '' : grown.column.text(row, context);
    const lines = grown === undefined || row === undefined ? 1 : wrapCell(text, grown.cells).length;
    return {...group, lines: lines + (group.above === undefined ? 0 : 1)};
  };
};
