import {dataOf} from '../../core/remote.ts';
import {count, plural} from '../../format/number.ts';
import type {StatusPart} from '../../ui/status-line.ts';
import type {ListState, RowView} from '../list.ts';
import {arrangeRows} from '../rows/arrange.ts';
import {searchText} from '../view.tsx';
import type {LoadedSpec, LoadedState} from './spec.ts';

export const unreadableText = (many: number, [one, several]: readonly [string, string]): string =>
  `${plural(many, one, several)} could not be read`;

/** The number of rows, what they were counted from, and how far a reading is. */
export const statusParts = <T, X, A extends {readonly kind: string}>(
  spec: LoadedSpec<T, X, A>,
  {list, data}: LoadedState<T, X>,
  shown: number,
): readonly StatusPart[] => {
  const [one, many] = spec.noun;
  const loaded = dataOf(data.rows);
  const all = loaded && shownOf(spec, loaded, data.own).length;
  const {before = [], after = []} = spec.status?.(data.own, loaded ?? []) ?? {};
  const nothing: StatusPart[] = before.length > 0 ? [] : [{text: many, set: true}];
  const total = (rows: number): StatusPart[] => {
    const text = plural(rows, one, many);
    if (list.search === undefined) return [{text, set: true}];
    return [
      {text: searchText(list), set: true, restricts: true},
      {text: `${count(shown)} of ${text}`, set: true},
    ];
  };
  const odd = data.unreadable > 0 ? [{text: unreadableText(data.unreadable, spec.noun), set: true}] : [];
  const reading = data.reading === undefined ? [] : [{text: data.reading, set: true}];
  const about = all === undefined ? reading : [...(data.about ?? []), ...reading];
  return [...before, ...(all === undefined ? nothing : total(all)), ...odd, ...about, ...after];
};

type ViewSpec<T, X> = Pick<LoadedSpec<T, X, never>, 'columns' | 'shows' | 'unseen'>;

const shownOf = <T, X>({shows}: Pick<ViewSpec<T, X>, 'shows'>, rows: readonly T[], own: X): readonly T[] => {
  const isShown = shows?.(own);
  return isShown === undefined ? rows : rows.filter(isShown);
};

/** The arranged rows. Caches the last result, because view and update request the same rows. */
export const createRowView = <T, X>(spec: ViewSpec<T, X>) => {
  const {columns, unseen} = spec;
  let last: {all: readonly T[]; own: X; list: ListState<T>; rows: readonly T[]} | undefined;
  return ({list, data}: LoadedState<T, X>): RowView<T> => {
    const all = dataOf(data.rows) ?? [];
    const {search, sort} = list;
    if (last?.all !== all || last.own !== data.own || last.list.search !== search || last.list.sort !== sort) {
      const shown = shownOf(spec, all, data.own);
      last = {all, own: data.own, list, rows: arrangeRows(shown, list, {columns, data, unseen})};
    }
    const {rows} = last;
    return {count: rows.length, rowAt: index => rows[index]};
  };
};
