import {dataOf} from '../../core/remote.ts';
import {count, plural} from '../../format/number.ts';
import type {Ui} from '../../ui/context.ts';
import type {StatusPart} from '../../ui/status-line.ts';
import {searchText} from '../list-view.tsx';
import {type LoadedSpec, type LoadedState, shownOf} from './spec.ts';

type TextSpec<T, X> = Pick<LoadedSpec<T, X, never>, 'noun' | 'shows' | 'status' | 'empty'>;

/** `found` is the number of rows that match the search. */
export const statusParts = <T, X>(
  spec: TextSpec<T, X>,
  {list, data}: LoadedState<T, X>,
  {found, ui}: {readonly found: number; readonly ui: Ui},
): readonly StatusPart[] => {
  const [one, many] = spec.noun;
  const part = (text: string): StatusPart => ({text, set: true});
  const all = dataOf(data.rows);
  const {before = [], after = []} = spec.status?.(data.own, {rows: all ?? [], ui}) ?? {};
  const reading = data.reading === undefined ? [] : [part(data.reading.text)];
  const odd = data.unreadable > 0 ? [part(unreadableText(spec, data.unreadable))] : [];
  if (all === undefined) return [...before, ...(before.length > 0 ? [] : [part(many)]), ...odd, ...reading, ...after];
  const total = plural(shownOf(spec, all, data.own).length, one, many);
  const searched =
    list.search === undefined
      ? [part(total)]
      : [{...part(searchText(list)), restricts: true}, part(`${count(found)} of ${total}`)];
  return [...before, ...searched, ...odd, ...(data.about ?? []), ...reading, ...after];
};

export const emptyTexts = <T, X>(spec: TextSpec<T, X>, {list, data}: LoadedState<T, X>): readonly string[] => {
  const all = dataOf(data.rows);
  if (all !== undefined && all.length > 0 && list.search !== undefined) {
    return [`No ${spec.noun[0]} matches ${searchText(list)}.`];
  }
  if (data.isStopped === true) return ['The reading was stopped. A refresh reads again.'];
  if (data.unreadable > 0) return [unreadableText(spec, data.unreadable)];
  return data.rows.kind === 'loading' || data.rows.kind === 'failed' ? [] : spec.empty(data.own);
};

const unreadableText = ({noun: [one, many]}: Pick<TextSpec<never, never>, 'noun'>, rows: number): string =>
  `${plural(rows, one, many)} could not be read`;
