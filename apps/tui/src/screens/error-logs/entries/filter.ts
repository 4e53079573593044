import type {Env} from '../../../core/screen.ts';
import {withList} from '../../../list/list.ts';
import {parseSearch} from '../../../list/rows/search.ts';
import {changedFilter, type FilterAction as FilterChange} from '../../../logs/filter-commands.ts';
import {withHistogram} from '../histogram/counting.ts';
import type {ZoomAction} from '../histogram/histogram-commands.ts';
import type {LogsState, LogsStep} from '../log-state.ts';
import {filtered, type ReadAction} from './refresh.ts';

/** `search`: text whose matches are highlighted; empty to highlight none. Absent: the search stays as it is. */
export type FilterAction = ZoomAction | (FilterChange & {readonly search?: string});

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
      return 'dialog' in change
        ? [state, change.dialog]
        : filtered(searching(state, action.search), change.filter, env);
    }
  }
};

const searching = (state: LogsState, text: string | undefined): LogsState => {
  if (text === undefined) return state;
  const search = text === '' ? undefined : parseSearch(text);
  return withList(state, {search: typeof search === 'string' ? undefined : search});
};
