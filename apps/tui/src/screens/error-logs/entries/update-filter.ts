import type {Env} from '../../../core/screen.ts';
import {withList} from '../../../list/list.ts';
import {parseSearch} from '../../../list/rows/search.ts';
import {changedFilter, type FilterAction as FilterChange} from '../../../logs/filter-commands.ts';
import {valueSearch} from '../../../logs/value-search.ts';
import {withHistogram} from '../histogram/counts/counting.ts';
import type {ZoomAction} from '../histogram/histogram-commands.ts';
import {type LogsState, type LogsStep, withData} from '../log-state.ts';
import {filtered, type ReadAction} from './refresh.ts';

export type FilterAction = ZoomAction | (FilterChange & SearchChange);

interface SearchChange {
  /** If empty, no text is highlighted. If absent, the highlighted text does not change. */
  readonly search?: string;
  /** A condition such as `server:example.com`. The first entry that meets it is selected. */
  readonly find?: string | undefined;
}

type FilterStep = LogsStep<FilterAction | ReadAction>;

export const updateFilter = (state: LogsState, action: FilterAction, env: Env): FilterStep => {
  const {filter, histogram} = state.data;
  switch (action.kind) {
    case 'filter.zoom-in': {
      if (histogram.span === undefined) return [state];
      const [next, ...tasks] = filtered(state, {...filter, range: histogram.span}, env);
      return [withHistogram(next, {outer: [...histogram.outer, filter.range]}), ...tasks];
    }
    case 'filter.zoom-out': {
      const outer = histogram.outer.at(-1);
      if (outer === undefined) return [state];
      const [next, ...tasks] = filtered(state, {...filter, range: outer}, env);
      return [withHistogram(next, {outer: histogram.outer.slice(0, -1)}), ...tasks];
    }
    default: {
      const change = changedFilter(filter, action, {now: env.now, span: histogram.span});
      if ('dialog' in change) return [state, change.dialog];
      const before = action.kind === 'filter.set' ? withData(state, {inPlace: undefined}) : state;
      const [next, ...tasks] = filtered(searching(before, action), change.filter, env);
      return [action.find === undefined ? next : withData(next, {seeks: 'first-match'}), ...tasks];
    }
  }
};

const searching = (state: LogsState, {search: text, find}: SearchChange): LogsState => {
  if (text === undefined) return state;
  const search = find === undefined ? (text === '' ? undefined : parseSearch(text)) : valueSearch(find);
  return withList(state, {search: typeof search === 'string' ? undefined : search});
};
